import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';
import { canInstall, type Deb, makeDeb } from './deb.ts';

/** `npm run package`, and what is in the archive that it makes. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const RELEASE = join(PROJECT, 'release');

function findArchive(folder: string): string | undefined {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name === 'app.asar') return join(entry.parentPath, entry.name);
  }
  return undefined;
}

type Entry = { readonly [key: string]: unknown; readonly files?: Readonly<Record<string, Entry>> };

/** The files in the order in which their bytes lie, and every property that an entry of the archive has. */
function walk(
  header: Entry,
  at: string,
): { readonly order: readonly string[]; readonly keys: ReadonlySet<string> } {
  const found: { readonly name: string; readonly offset: number }[] = [];
  const keys = new Set<string>();
  const visit = (entry: Entry, path: string): void => {
    for (const key of Object.keys(entry)) keys.add(key);
    if (entry.files === undefined) found.push({ name: path, offset: Number(entry.offset) });
    else for (const [name, child] of Object.entries(entry.files)) visit(child, `${path}/${name}`);
  };
  visit(header, at);
  return { order: found.toSorted((a, b) => a.offset - b.offset).map(({ name }) => name), keys };
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

let archive: string;
let names: readonly string[];

beforeAll(() => {
  const run = spawnSync(process.execPath, ['--import', TYPESCRIPT_LOADER, 'electron/build/package.ts'], {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
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

  it('holds exactly what was built, to the byte', () => {
    const built = ['main', 'preload', 'renderer'].flatMap((part) =>
      filesUnder(join(PROJECT, 'dist', part)).map((file) => `/dist/${part}/${file}`),
    );
    const files = names.filter((name) => /\.[a-z0-9]+$/i.test(name));
    expect(files.toSorted()).toEqual([...built, '/package.json'].toSorted());
    for (const name of built) {
      const packed = extractFile(archive, name.slice(1));
      expect(packed.equals(readFileSync(join(PROJECT, name))), name).toBe(true);
    }
  });

  it('is small: a limit for each part', () => {
    const sizeOf = (part: string) =>
      names
        .filter((name) => name.startsWith(`/dist/${part}/`) && /\.[a-z0-9]+$/i.test(name))
        .reduce((sum, name) => sum + extractFile(archive, name.slice(1)).length, 0);
    expect(read('dist/main/main.js').length).toBeLessThan(750_000);
    // With the updater, which is loaded where updates are on.
    expect(sizeOf('main')).toBeLessThan(1_300_000);
    expect(sizeOf('preload')).toBeLessThan(300_000);
    expect(sizeOf('renderer')).toBeLessThan(6_000_000);
    expect(statSync(archive).size).toBeLessThan(7_500_000);
  });

  it('is the same when packed again: in one order, with a digest of each file and no time', () => {
    const { header } = getRawHeader(archive);
    const { order, keys } = walk(header as unknown as Entry, '');
    expect(order).toEqual(order.toSorted());
    expect([...keys].toSorted()).toEqual(['files', 'integrity', 'offset', 'size']);
  });

  it('tells nothing of how it was made', () => {
    const manifest = JSON.parse(read('package.json')) as object;
    for (const key of ['devDependencies', 'scripts', 'build']) expect(manifest).not.toHaveProperty(key);
  });

  it('holds no key and no secret', () => {
    for (const name of names.filter((file) => /\.(js|cjs|css|html|json)$/.test(file)))
      expect(read(name.slice(1)), name).not.toMatch(
        /-----BEGIN [A-Z ]*PRIVATE KEY|CSC_KEY_PASSWORD|APPLE_API_KEY/,
      );
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

describe('the updater', () => {
  it('is a part of its own, with everything in it, and begins on an Electron alone', () => {
    const [part, ...others] = names.filter((name) => /^\/dist\/main\/assets\/.*\.js$/.test(name));
    expect(others).toEqual([]);
    const code = read(part?.slice(1) ?? '');
    const asked = [...code.matchAll(/__require\("([^"]+)"\)|^import .* from "([^"]+)";$/gm)];
    const modules = new Set(asked.map(([, required, imported]) => required ?? imported ?? ''));
    // Not main.js either: it would run anew.
    for (const module of modules) expect(module === 'electron' || isBuiltin(module), module).toBe(true);
    // Electron is found as any other package, by whoever asks for it.
    const folder = mkdtempSync(join(tmpdir(), 'cuadra-updater-'));
    try {
      const electron = join(folder, 'node_modules/electron');
      mkdirSync(electron, { recursive: true });
      writeFileSync(
        join(electron, 'index.js'),
        `exports.app = { getVersion: () => '1.0.0' }; exports.autoUpdater = { on() {} };`,
      );
      writeFileSync(join(folder, 'updater.mjs'), code);
      writeFileSync(
        join(folder, 'begin.mjs'),
        `import { createUpdater } from './updater.mjs';
        for (const platform of ['win32', 'darwin']) process.stdout.write(Object.keys(createUpdater(platform)).join());`,
      );
      const run = spawnSync(process.execPath, [join(folder, 'begin.mjs')], { encoding: 'utf8' });
      expect([run.stderr, run.stdout]).toEqual(['', 'check,download,leave,end'.repeat(2)]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The program beside the archive, as each system calls it. */
function programOf(file: string): string {
  const resources = dirname(file);
  switch (process.platform) {
    case 'darwin':
      return join(resources, '../..');
    case 'win32':
      return join(resources, '../Cuadra.exe');
    default:
      return join(resources, '../cuadra');
  }
}

/** As they stand in the program: a digit each. */
const FUSES = [
  ['RunAsNode', '0'],
  ['EnableCookieEncryption', '1'],
  ['EnableNodeOptionsEnvironmentVariable', '0'],
  ['EnableNodeCliInspectArguments', '0'],
  ['EnableEmbeddedAsarIntegrityValidation', '1'],
  ['OnlyLoadAppFromAsar', '1'],
  ['LoadBrowserProcessSpecificV8Snapshot', '0'],
  ['GrantFileProtocolExtraPrivileges', '0'],
] as const;

describe('around the archive', () => {
  it('there is no feed of updates, for nobody signed it', () => {
    expect(filesUnder(dirname(archive))).not.toContain('app-update.yml');
  });

  it('the program has its fuses set: it runs this archive, whole, and nothing else', async () => {
    const fuses = await getCurrentFuseWire(programOf(archive));
    expect(Object.fromEntries(FUSES.map(([name]) => [name, fuses[FuseV1Options[name]]]))).toEqual(
      Object.fromEntries(FUSES.map(([name, state]) => [name, state.charCodeAt(0)])),
    );
  });

  it.runIf(process.platform === 'linux')('only the languages of the app are there', () => {
    const languages = readdirSync(join(dirname(archive), '../locales')).toSorted();
    expect(languages).toEqual(['en-US.pak', 'es-419.pak', 'es.pak', 'pt-BR.pak']);
  });
});

describe.runIf(canInstall())('the package for Debian', () => {
  let deb: Deb;
  beforeAll(async () => {
    deb = await makeDeb(join(dirname(archive), '..'), PROJECT);
  }, 120_000);
  afterAll(() => deb.remove());

  it('is installed and removed for real, and leaves nothing', () => {
    const program = '/opt/Cuadra/cuadra';
    const parts = [
      program,
      '/opt/Cuadra/resources/app.asar',
      '/usr/bin/cuadra',
      '/usr/share/applications/cuadra.desktop',
      ...[16, 24, 32, 48, 64, 128, 256, 512].map(
        (size) => `/usr/share/icons/hicolor/${size}x${size}/apps/cuadra.png`,
      ),
    ];
    try {
      deb.install();
      for (const part of parts) expect(existsSync(part), part).toBe(true);
      expect(readFileSync('/opt/Cuadra/resources/app.asar').equals(readFileSync(archive))).toBe(true);
      // Root's, and nobody else may write to it.
      const { uid, mode } = statSync(program);
      expect([uid, mode & 0o777]).toEqual([0, 0o755]);
      const entry = readFileSync('/usr/share/applications/cuadra.desktop', 'utf8');
      expect(entry).toMatch(/^Name=Cuadra$/m);
      expect(entry).toMatch(/^Exec=\/opt\/Cuadra\/cuadra %U$/m);
      expect(entry).toMatch(/^Icon=cuadra$/m);
      expect(entry).toMatch(/^Categories=Office;$/m);
    } finally {
      deb.purge();
    }
    for (const part of [...parts, '/opt/Cuadra', '/etc/apparmor.d/cuadra'])
      expect(existsSync(part), part).toBe(false);
  });
});
