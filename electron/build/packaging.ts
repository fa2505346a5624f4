import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { childEnvironment } from '../launch/child-environment.ts';
import { findElectronBinary, findElectronPackage } from '../launch/electron-binary.ts';
import { buildWhenStale, PARTS } from './build-parts.ts';
import { PROJECT } from './project.ts';
import { makeStubElectron } from './stub-electron.ts';

const FLAG = { darwin: '--mac', win32: '--win' } as const;

function platformFlag(): string {
  return process.platform === 'darwin' || process.platform === 'win32' ? FLAG[process.platform] : '--linux';
}

function run(args: readonly string[]): Promise<number> {
  const require = createRequire(import.meta.url);
  const builder = join(dirname(require.resolve('electron-builder/package.json')), 'cli.js');
  const child = spawn(process.execPath, [builder, ...args], {
    cwd: PROJECT,
    env: childEnvironment(),
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * `npm run package`: the unpacked app for this system in release/. Where Electron's program has not been fetched, a
 * stand-in takes its place: the package's contents are then the real ones, but it does not run.
 * @returns the exit code of electron-builder
 */
export async function runPackaging(say: (text: string) => void): Promise<number> {
  await buildWhenStale(PARTS, say);
  const base = ['--dir', platformFlag(), '--publish', 'never'];
  const packageFolder = findElectronPackage();
  if (packageFolder === undefined) throw new Error('The electron package is not installed: npm ci.');
  if (findElectronBinary(packageFolder, process.env) !== undefined) return run(base);

  say('Electron has not been fetched here: the package gets a stand-in for it and will not run.');
  const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const stub = await mkdtemp(join(tmpdir(), 'cuadra-stub-'));
  try {
    await makeStubElectron(stub, version);
    return await run([...base, `--config.electronDist=${stub}`]);
  } finally {
    await rm(stub, { recursive: true, force: true });
  }
}
