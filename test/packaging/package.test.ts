import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile, listPackage } from '@electron/asar';
import { beforeAll, describe, expect, it } from 'vitest';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

/** `npm run package`, and what is in the archive that it makes. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const RELEASE = join(PROJECT, 'release');

function findArchive(folder: string): string | undefined {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name === 'app.asar') return join(entry.parentPath, entry.name);
  }
  return undefined;
}

let archive: string;
let names: readonly string[];

beforeAll(() => {
  const run = spawnSync(process.execPath, ['--import', TYPESCRIPT_LOADER, 'electron/build/package.ts'], {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (run.status !== 0)
    throw new Error(`npm run package ended with ${run.status}:\n${run.stdout}\n${run.stderr}`);
  const found = existsSync(RELEASE) ? findArchive(RELEASE) : undefined;
  if (found === undefined)
    throw new Error(`No app.asar in the release folder:\n${run.stdout}\n${run.stderr}`);
  archive = found;
  names = listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/'));
}, 240_000);

const read = (name: string) => extractFile(archive, name).toString('utf8');

describe('the packaged app', () => {
  it('holds the main process, the preload and the page', () => {
    for (const name of [
      '/package.json',
      '/dist/main/main.js',
      '/dist/preload/preload.cjs',
      '/dist/renderer/index.html',
    ]) {
      expect(names).toContain(name);
    }
    expect(names.some((name) => /^\/dist\/renderer\/assets\/worker-.*\.js$/.test(name))).toBe(true);
  });

  it('holds no source, no package, no source map, nothing else', () => {
    for (const name of names) {
      expect(name).not.toMatch(/node_modules|\.map$|\.tsx?$|\.stamps|\.env/);
      expect(name).toMatch(/^\/(package\.json|dist|dist\/(main|preload|renderer)(\/.*)?)$/);
    }
  });

  it('holds the text of every licence, in a part that is loaded when it is looked at', () => {
    const parts = names.filter((name) => /^\/dist\/renderer\/.*\.(js|html)$/.test(name));
    const withTexts = parts.filter((name) => read(name.slice(1)).includes('Permission is hereby granted'));
    expect(withTexts).toHaveLength(1);
    // What the start page names is loaded first.
    expect(read('dist/renderer/index.html')).not.toContain(withTexts[0]?.split('/').at(-1));
  });

  it('starts at a file that is there', () => {
    const { main, name } = JSON.parse(read('package.json')) as {
      readonly main: string;
      readonly name: string;
    };
    expect(name).toBe('cuadra');
    expect(names).toContain(`/${main}`);
  });

  it('names no path of the machine that built it', () => {
    for (const name of names.filter((file) => /\.(js|cjs|css|html|json)$/.test(file))) {
      const text = read(name.slice(1));
      expect(text.includes(PROJECT.replace(/\/$/, '')), name).toBe(false);
      expect(text, name).not.toMatch(/sourceMappingURL=/);
      // React's development code writes the path of every component's source.
      expect(text, name).not.toMatch(/jsxDEV/);
    }
  });

  it('has a preload that asks for electron alone, and a main process with everything in it', () => {
    const required = [...read('dist/preload/preload.cjs').matchAll(/require\(["']([^"']+)["']\)/g)];
    expect([...new Set(required.map((match) => match[1]))]).toEqual(['electron']);
    const imported = [...read('dist/main/main.js').matchAll(/^import .* from ["']([^"']+)["'];?$/gm)];
    expect(imported.length).toBeGreaterThan(0);
    for (const [, module] of imported) expect(module).toMatch(/^(electron$|node:)/);
  });
});
