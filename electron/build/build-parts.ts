import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { childEnvironment } from '../launch/child-environment.ts';
import { PROJECT } from '../launch/project.ts';

/** The parts that are built, each by its own Vite configuration, into dist/<part>. */
export const PARTS = ['renderer', 'main', 'preload', 'host'] as const;
export type Part = (typeof PARTS)[number];

const CONFIGS = 'electron/build/vite';
const VITE = join(PROJECT, 'node_modules/vite/bin/vite.js');
/** Sources of every part besides its own: packages and the way of building. */
const COMMON = ['shared', 'package.json', 'package-lock.json', CONFIGS];
const SOURCES: { readonly [P in Part]: readonly string[] } = {
  renderer: ['renderer', ...COMMON],
  main: ['electron', ...COMMON],
  preload: ['electron/preload.ts', ...COMMON],
  host: ['electron', ...COMMON],
};

const outputOf = (part: Part) => join(PROJECT, 'dist', part);
const stampOf = (part: Part) => join(PROJECT, 'dist', '.stamps', part);

async function isFresh(part: Part, digest: string): Promise<boolean> {
  const stamp = await readFile(stampOf(part), 'utf8').catch(() => null);
  return stamp === digest;
}

/**
 * Runs Vite in a child process: it takes half a gigabyte, which a serving host would keep. Always the production
 * build: a test runner's NODE_ENV would bring in React's development code with this machine's paths.
 */
async function runVite(part: Part, outputDirectory: string): Promise<void> {
  const config = join(PROJECT, CONFIGS, 'vite.config.ts');
  const flags = ['--config', config, '--mode', 'production', '--logLevel', 'error'];
  const child = spawn(
    process.execPath,
    [VITE, 'build', ...flags, '--outDir', outputDirectory, '--emptyOutDir'],
    {
      cwd: PROJECT,
      env: childEnvironment({ NODE_ENV: 'production', CUADRA_PART: part }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`Vite ended with ${code}:\n${said}`);
}

/** Puts a build in the place of the one before; another process may be doing the same at this moment. */
async function swap(draft: string, output: string): Promise<void> {
  const old = `${draft}-old`;
  const isCode = (error: unknown, ...codes: readonly string[]) =>
    codes.includes((error as NodeJS.ErrnoException).code ?? '');
  for (let tries = 1; ; tries += 1) {
    try {
      await rename(output, old);
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
    try {
      await rename(draft, output);
      return;
    } catch (error) {
      if (tries === 5 || !isCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}

/** Builds beside the old output and swaps: a host that serves meanwhile never finds half a build. */
async function buildPart(part: Part, digest: string): Promise<void> {
  const draft = join(PROJECT, 'dist', `.${part}-${process.pid}`);
  try {
    await runVite(part, draft);
    await rm(stampOf(part), { force: true });
    await swap(draft, outputOf(part));
    await mkdir(join(PROJECT, 'dist', '.stamps'), { recursive: true });
    await writeFile(stampOf(part), digest);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Builds those of the parts whose sources are not the ones that were built last. Tells what it does. */
export async function buildWhenStale(parts: readonly Part[], say: (text: string) => void): Promise<void> {
  for (const part of parts) {
    const digest = await digestOf(PROJECT, SOURCES[part]);
    if (await isFresh(part, digest)) continue;
    say(`Building the ${part}…`);
    await buildPart(part, digest);
  }
}

/** Builds all of the parts named. Tells what it does. */
export async function buildAlways(parts: readonly Part[], say: (text: string) => void): Promise<void> {
  for (const part of parts) {
    say(`Building the ${part}…`);
    await buildPart(part, await digestOf(PROJECT, SOURCES[part]));
  }
}

/** Files under `path` (itself, when it is one), sorted; hidden files and tests' leftovers are not sources. */
async function listFiles(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries === null) return [path];
  const nested = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
      .map((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)])),
  );
  return nested.flat().sort();
}

/** A digest of names and contents, equal exactly for equal builds. File times say nothing after a clone or a checkout. */
export async function digestOf(project: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await listFiles(join(project, source))) {
      const content = await readFile(file);
      hash.update(`${relative(project, file).split(sep).join('/')}\0${content.length}\0`);
      hash.update(content);
    }
  }
  return hash.digest('hex');
}
