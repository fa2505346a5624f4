import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/** By this text electron-builder finds the fuses in the program; version 1, nine of them, all as Electron ships them. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, 9]), Buffer.from('101000100')]);

/**
 * Makes a folder that electron-builder takes for Electron's distribution. It cannot run: it exists so that the
 * contents of a package can be proved where the real program cannot be fetched.
 */
export async function makeStubElectron(folder: string, version: string): Promise<void> {
  const emptyApp = join(folder, 'empty-app');
  await mkdir(join(folder, 'locales'), { recursive: true });
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(emptyApp, { recursive: true });
  await writeFile(join(emptyApp, 'package.json'), '{}');
  await createPackage(emptyApp, join(folder, 'resources', 'default_app.asar'));
  await writeFile(join(folder, 'electron'), FUSES, { mode: 0o755 });
  await writeFile(join(folder, 'electron.exe'), FUSES);
  await writeFile(join(folder, 'version'), version);
  await writeFile(join(folder, 'locales', 'en-US.pak'), '');
  await writeFile(join(folder, 'LICENSE'), 'A stand-in for the tests of the package.\n');
  await writeFile(join(folder, 'LICENSES.chromium.html'), '');
}
