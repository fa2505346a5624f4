import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { makeStandIn } from '#electron/build/stand-in.ts';

/** The apps for macOS and for Windows around stand-ins, which electron-builder makes on Linux too. */
export type OtherSystems = {
  readonly mac: string;
  readonly windows: string;
  readonly remove: () => Promise<void>;
};

export async function packForOthers(project: string, electronVersion: string): Promise<OtherSystems> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-others-'));
  const standIn = (platform: string) => join(folder, 'electron', platform);
  for (const platform of ['darwin', 'win32'] as const)
    await makeStandIn(standIn(platform), electronVersion, platform);
  const unpacked = (arch: Arch) => new Map([[arch, ['dir']]]);
  await build({
    targets: new Map([
      [Platform.MAC, unpacked(Arch.arm64)],
      [Platform.WINDOWS, unpacked(Arch.x64)],
    ]),
    projectDir: project,
    publish: 'never',
    config: {
      directories: { output: join(folder, 'release') },
      // What signs again is only on macOS.
      electronFuses: { resetAdHocDarwinSignature: false },
      electronDist: ({ platformName }: { readonly platformName: string }) => standIn(platformName),
    },
  });
  return {
    mac: join(folder, 'release/mac-arm64/Cuadra.app'),
    windows: join(folder, 'release/win-unpacked'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
