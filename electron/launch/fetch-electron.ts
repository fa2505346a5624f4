import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';

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
 * Lets Electron's own installer fetch the program, quietly. It may take as long as bytes keep coming; where none
 * come for some seconds it is given up. The installer's place for temporary files is one of ours, so that what has
 * arrived can be seen.
 * @returns whether the installer says that it succeeded
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
