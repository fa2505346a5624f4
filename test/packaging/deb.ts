import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';

/**
 * A .deb out of the unpacked app. electron-builder makes its own with fpm, which it downloads where there is no
 * network: here dpkg-deb packs the same files, scripts and control data, which electron-builder has computed. Its list
 * of libraries is left out, for the program that needs them is not in it.
 */

export type Deb = {
  readonly file: string;
  /** `older`: with a smaller version, and a file of its own that this one has no more. */
  readonly install: (which: 'older' | 'this') => void;
  /** Takes the program away, as most people do; `purge` its settings of the system too. */
  readonly uninstall: () => void;
  readonly purge: () => void;
  /** As dpkg names it; null: it knows no such package. */
  readonly state: () => string | null;
  readonly remove: () => Promise<void>;
};

/** What the older package installs and this one does not. */
export const ONLY_IN_OLDER = '/opt/Cuadra/resources/of-the-older';

function run(program: string, args: readonly string[], extra: NodeJS.ProcessEnv = {}): string {
  const done = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...extra } });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** Another program may be installing something at this moment. `home`: of who installs. */
function runDpkg(home: string, ...args: readonly string[]): void {
  for (let tries = 1; ; tries += 1) {
    try {
      // What is gone in a moment need not be safe on the disk.
      run('dpkg', ['--force-unsafe-io', ...args], { HOME: home });
      return;
    } catch (error) {
      if (tries === 60 || !String(error).includes('lock')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    }
  }
}

/** Debian, as root, and no Cuadra of the user's that the test would remove. */
export function canInstall(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return false;
  return spawnSync('dpkg', ['-s', 'cuadra']).status !== 0;
}

/** What electron-builder would tell fpm: its options by name, and what goes where. */
async function askBuilder(
  unpacked: string,
  project: string,
  use: (options: ReadonlyMap<string, string>, files: readonly (readonly [string, string])[]) => Promise<void>,
): Promise<void> {
  await build({
    targets: Platform.LINUX.createTarget('deb', process.arch === 'arm64' ? Arch.arm64 : Arch.x64),
    projectDir: project,
    prepackaged: unpacked,
    publish: 'never',
    // The repository has no address of its own: where it is hosted, electron-builder takes that one.
    config: { extraMetadata: { homepage: 'https://example.org/cuadra' } },
    effectiveOptionComputed: async (computed: unknown) => {
      const [args] = computed as readonly [readonly string[]];
      const options = new Map<string, string>();
      const files: (readonly [string, string])[] = [];
      for (let index = 0; index < args.length; index += 1) {
        const arg = args[index] ?? '';
        if (arg.startsWith('--')) {
          index += 1;
          options.set(arg.slice(2), args[index] ?? '');
        } else {
          const [from = '', to = ''] = arg.split('=');
          files.push([from, to]);
        }
      }
      await use(options, files);
      return true;
    },
  });
}

/** @param home of who installs, where what the app keeps would be: no script of the package may touch it */
export async function makeDeb(unpacked: string, project: string, home: string): Promise<Deb> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-deb-'));
  const root = join(folder, 'root');
  // A copy: electron-builder puts a file of its own into it.
  const copy = join(folder, 'unpacked');
  await cp(unpacked, copy, { recursive: true });
  let control = '';
  await askBuilder(copy, project, async (options, files) => {
    for (const [from, to] of files) {
      const target = join(root, to);
      await mkdir(dirname(target), { recursive: true });
      await cp(from, target, { recursive: true });
    }
    await mkdir(join(root, 'DEBIAN'), { recursive: true });
    for (const [name, option] of [
      ['postinst', 'after-install'],
      ['postrm', 'after-remove'],
    ] as const)
      await writeFile(join(root, 'DEBIAN', name), await readFile(options.get(option) ?? ''), { mode: 0o755 });
    control = controlOf((name) => options.get(name) ?? '');
  });
  const pack = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(join(root, 'DEBIAN/control'), text);
    run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', root, file]);
    return file;
  };
  const file = await pack('this.deb', control);
  await writeFile(join(root, ONLY_IN_OLDER), '');
  const older = await pack('older.deb', control.replace(/^Version: .*$/m, 'Version: 0.0.1'));
  return {
    file,
    install: (which) => runDpkg(home, '--install', which === 'this' ? file : older),
    uninstall: () => runDpkg(home, '--remove', 'cuadra'),
    purge: () => runDpkg(home, '--purge', 'cuadra'),
    state: () => {
      const asked = spawnSync('dpkg', ['-s', 'cuadra'], { encoding: 'utf8' });
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(asked.stdout)?.[1];
      return asked.status === 0 ? `${field('Version')} ${field('Status')}` : null;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function controlOf(option: (name: string) => string): string {
  const lines = [
    `Package: ${option('name')}`,
    `Version: ${option('version')}`,
    `Architecture: ${option('architecture')}`,
    `Maintainer: ${option('maintainer')}`,
    `Section: ${option('category')}`,
    `Priority: ${option('deb-priority')}`,
    `Homepage: ${option('url')}`,
    `Description: ${option('description')}`,
  ];
  return `${lines.join('\n')}\n`;
}
