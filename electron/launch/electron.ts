import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { childEnvironment } from './child-environment.ts';

/** Where npm put the `electron` package; undefined when it is not installed. `require('electron')` would download. */
export function findElectronPackage(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The package's Electron program if it was fetched whole; ELECTRON_OVERRIDE_DIST_PATH is honoured as Electron does. */
export function findElectronBinary(
  packageFolder: string,
  environment: { readonly [name: string]: string | undefined },
): string | undefined {
  const program = readText(join(packageFolder, 'path.txt'));
  const override = environment.ELECTRON_OVERRIDE_DIST_PATH;
  if (override !== undefined && override !== '') {
    const file = join(override, program ?? 'electron');
    return existsSync(file) ? file : undefined;
  }
  const manifest = readText(join(packageFolder, 'package.json'));
  const { version } = JSON.parse(manifest ?? '{}') as { readonly version?: string };
  const fetched = readText(join(packageFolder, 'dist', 'version'))
    ?.trim()
    .replace(/^v/, '');
  if (program === undefined || version === undefined || fetched !== version) return undefined;
  const file = join(packageFolder, 'dist', program);
  return existsSync(file) ? file : undefined;
}

/** Nothing arrives for this long: there is no way out to where Electron is kept. */
const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 500;

async function sizeOf(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    total += found?.size ?? 0;
  }
  return total;
}

/**
 * Lets Electron's installer fetch the program; true when it says so. Given up when no bytes come for some seconds:
 * its temporary files are in a folder of ours, to see what has arrived.
 */
export async function fetchElectron(
  packageFolder: string,
  patienceMs: number = PATIENCE_MS,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-electron-'));
  const installer = spawn(process.execPath, [join(packageFolder, 'install.js')], {
    cwd: packageFolder,
    stdio: 'ignore',
    env: childEnvironment({ TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: '1' }),
  });
  const ended = new Promise<boolean>((resolve) => {
    installer.once('error', () => resolve(false));
    installer.once('exit', (code) => resolve(code === 0));
  });
  let size = 0;
  let grewAt = Date.now();
  const watch = setInterval(() => {
    void Promise.all([sizeOf(folder), sizeOf(join(packageFolder, 'dist'))]).then(([arrived, unpacked]) => {
      const now = Date.now();
      if (arrived + unpacked !== size) {
        size = arrived + unpacked;
        grewAt = now;
      } else if (now - grewAt > patienceMs) {
        installer.kill('SIGKILL');
      }
    });
  }, LOOK_EVERY_MS);
  try {
    return await ended;
  } finally {
    clearInterval(watch);
    await rm(folder, { recursive: true, force: true });
  }
}
