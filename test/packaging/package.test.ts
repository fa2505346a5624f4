import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
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
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINUX_SIZES, WINDOWS_SIZES } from '#electron/build/icons.ts';
import { BUNDLED_PACKAGES } from '#electron/build/vite/bundled-packages.ts';
import { isInApp, readPackages } from '#electron/build/vite/licences.ts';
import { STATEMENT_ENDINGS, VIEW_FILE_ENDING } from '#shared/contract/opened.ts';
import { LINK_SCHEME } from '#shared/domain/view-link.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';
import { findFile } from './archive.ts';
import { canInstall, type Deb, makeDeb, ONLY_IN_OLDER } from './deb.ts';
import { type OtherSystems, packForOthers } from './other-systems.ts';

/** `npm run package`, and what is in the archive that it makes. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const RELEASE = join(PROJECT, 'release');

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
let said: string;
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
  const found = existsSync(RELEASE) ? findFile(RELEASE, (name) => name === 'app.asar') : undefined;
  if (found === undefined)
    throw new Error(`No app.asar in the release folder:\n${run.stdout}\n${run.stderr}`);
  archive = found;
  said = run.stderr;
  names = listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/'));
}, 240_000);

const read = (name: string) => extractFile(archive, name).toString('utf8');

describe('the packaged app', () => {
  it('is told by its folder, with the list beside it', () => {
    expect(said).toMatch(
      /^Made, in release\/:\n {2}cuadra-\d+\.\d+\.\d+\.cdx\.json\n {2}(linux|mac|win)[\w-]*\/\n/m,
    );
  });

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
    expect(read('dist/main/main.js').length).toBeLessThan(800_000);
    // With the updater, which is loaded where updates are on, and the command line, by its first word alone.
    expect(sizeOf('main')).toBeLessThan(1_400_000);
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

  it('tells the licences of those whose work is in it, or in the browser host: of all, and of nobody else', () => {
    const folder = join(PROJECT, BUNDLED_PACKAGES);
    const bundled = readdirSync(folder).flatMap(
      (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly string[],
    );
    const texts = Object.entries(readPackages()).filter(([path, entry]) => isInApp(path, entry));
    expect(texts.map(([path]) => path).toSorted()).toEqual([...new Set(bundled)].toSorted());
    expect(bundled).toContain('node_modules/react-dom');
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
    const [part, ...others] = names.filter((name) => /^\/dist\/main\/assets\/updater-.*\.js$/.test(name));
    expect(others).toEqual([]);
    const code = read(part?.slice(1) ?? '');
    const asked = [...code.matchAll(/__require\("([^"]+)"\)|^import .* from "([^"]+)";$/gm)];
    const modules = new Set(asked.map(([, required, imported]) => required ?? imported ?? ''));
    // Not main.js either: it would run anew. A logger asks for colours, and goes without.
    const isThere = (module: string) => module === 'electron' || isBuiltin(module);
    expect([...modules].filter((module) => !isThere(module))).toEqual(['supports-color']);
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

describe('the command line', () => {
  it('is a part of its own, which needs nothing but the main process and Node', () => {
    const parts = names.filter((name) => /^\/dist\/main\/assets\/(?!updater-).*\.js$/.test(name));
    expect(parts).toEqual([expect.stringMatching(/\/as-process-[\w-]+\.js$/)]);
    const code = read(parts[0]?.slice(1) ?? '');
    const imported = [...code.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, module = '']) => module);
    // The module that runs already: one file is one module.
    expect(imported).toContain('../main.js');
    for (const module of imported) expect(module === '../main.js' || isBuiltin(module), module).toBe(true);
    expect(code).not.toMatch(/__require\(|\bimport\(/);
  });

  it('says once what it has to say, and ends with its code: the main process runs no second time for it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cuadra-cli-'));
    try {
      const electron = join(folder, 'node_modules/electron');
      mkdirSync(electron, { recursive: true });
      writeFileSync(join(electron, 'index.js'), electronFor(read('dist/main/main.js'), folder));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(electron, 'package.json'), '{ "type": "commonjs" }');
      for (const name of names.filter((each) => /^\/dist\/main\/.*\.js$/.test(each))) {
        const path = join(folder, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, read(name.slice(1)));
      }
      const begin = join(folder, 'begin.mjs');
      writeFileSync(begin, `process.argv.splice(1, 1); await import('./dist/main/main.js');`);
      const typed = ['cli', 'totals', '--language', 'en', '--profile-dir', join(folder, 'none')];
      const run = spawnSync(process.execPath, [begin, ...typed], { encoding: 'utf8' });
      expect([run.stdout, run.stderr.match(/Cuadra is not running/g), run.status]).toEqual([
        '',
        ['Cuadra is not running'],
        3,
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** An Electron that has what `code` imports of it, each of which answers anything with itself; its app can only end. */
function electronFor(code: string, folder: string): string {
  const [, imported = ''] = /^import \{([^}]*)\} from "electron";$/m.exec(code) ?? [];
  const exported = imported.split(',').map((name) => `exports.${name.trim().split(' as ')[0]} = any();`);
  return `const any = () => new Proxy(() => {}, { get: (_, key) => (key === 'then' ? undefined : any()), apply: any, construct: any });
    ${exported.join('\n')}
    const own = { isPackaged: true, getPath: () => ${JSON.stringify(folder)}, getVersion: () => '1.0.0', exit: process.exit };
    exports.app = new Proxy(own, { get: (_, key) => own[key] ?? (() => {}) });`;
}

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

/** The texts under a key of a property list, in the order in which they stand. */
const plistTexts = (plist: string, key: string) => {
  const after = plist.split(`<key>${key}</key>`)[1] ?? '';
  const [value = ''] = after.split('<key>');
  return [...value.matchAll(/<string>(.*?)<\/string>/g)].map(([, text]) => text);
};

describe.runIf(process.platform === 'linux')('for macOS and Windows, packed here', () => {
  let others: OtherSystems;
  beforeAll(async () => {
    others = await packForOthers(PROJECT, readPackages()['node_modules/electron']?.version ?? '');
  }, 120_000);
  afterAll(() => others?.remove());

  /** What the program is told of the archive: it refuses any other. */
  const digest = () => createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
  const setFuses = Object.fromEntries(FUSES.map(([name, state]) => [name, state.charCodeAt(0)]));
  const fusesOf = async (program: string) => {
    const fuses = await getCurrentFuseWire(program);
    return Object.fromEntries(FUSES.map(([name]) => [name, fuses[FuseV1Options[name]]]));
  };

  it('the archive is the same to the byte, for it is packed without a time, a path or a system', () => {
    const here = readFileSync(archive);
    expect(readFileSync(join(others.mac, 'Contents/Resources/app.asar')).equals(here)).toBe(true);
    expect(readFileSync(join(others.windows, 'resources/app.asar')).equals(here)).toBe(true);
  });

  it('macOS is told who it is, what it opens, and which archive is its own', async () => {
    const plist = readFileSync(join(others.mac, 'Contents/Info.plist'), 'utf8');
    expect(plistTexts(plist, 'CFBundleIdentifier')).toEqual(['io.github.cuadra']);
    expect(plistTexts(plist, 'CFBundleURLSchemes')).toEqual([LINK_SCHEME]);
    const opened = plist.split('<key>CFBundleTypeExtensions</key>').slice(1);
    // test/electron/build/packaging.test.ts says which there are; here, that macOS is told.
    expect(opened.flatMap((part) => plistTexts(`<key>x</key>${part}`, 'x'))).toEqual(
      expect.arrayContaining([VIEW_FILE_ENDING, ...STATEMENT_ENDINGS].map((ending) => ending.slice(1))),
    );
    expect(plist).toMatch(
      new RegExp(`<key>Resources/app\\.asar</key>[^/]*/key>[^/]*/string>[^/]*/key>\\s*<string>${digest()}<`),
    );
    expect(await fusesOf(others.mac)).toEqual(setFuses);
    expect(existsSync(join(others.mac, 'Contents/Resources/icon.icns'))).toBe(true);
    const strings = join(others.mac, 'Contents/Frameworks/Electron Framework.framework/Versions/A/Resources');
    expect(readdirSync(strings).toSorted()).toEqual(
      ['en', 'es', 'es_419', 'pt_BR'].map((name) => `${name}.lproj`),
    );
  });

  it('Windows is told the same, with icons of every size', async () => {
    const program = join(others.windows, 'Cuadra.exe');
    const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
    const [version] = Resource.VersionInfo.fromEntries(entries);
    expect(version?.getStringValues({ lang: 0x0409, codepage: 1200 })).toMatchObject({
      ProductName: 'Cuadra',
      LegalCopyright: 'Cuadra maintainers, MIT',
    });
    const [icons] = Resource.IconGroupEntry.fromEntries(entries);
    expect(icons?.icons.map(({ width }) => width || 256)).toEqual([...WINDOWS_SIZES]);
    const integrity = entries.find(({ type }) => type === 'INTEGRITY')?.bin ?? new ArrayBuffer(0);
    expect(JSON.parse(Buffer.from(integrity).toString('utf8'))).toContainEqual({
      file: 'resources\\app.asar',
      alg: 'SHA256',
      value: digest(),
    });
    expect(await fusesOf(program)).toEqual(setFuses);
    for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html'])
      expect(existsSync(join(others.windows, name)), name).toBe(true);
  });
});

const INSTALLED = [
  '/opt/Cuadra/cuadra',
  '/opt/Cuadra/resources/app.asar',
  '/opt/Cuadra/LICENSE.electron.txt',
  '/opt/Cuadra/LICENSES.chromium.html',
  '/usr/bin/cuadra',
  '/usr/share/applications/cuadra.desktop',
  '/usr/share/mime/packages/cuadra.xml',
  ...LINUX_SIZES.map((size) => `/usr/share/icons/hicolor/${size}x${size}/apps/cuadra.png`),
];

/** The width and height in the head of a PNG. */
const pngSize = (file: string) => {
  const head = readFileSync(file);
  return [head.readUInt32BE(16), head.readUInt32BE(20)];
};

describe.runIf(canInstall())('the package for Debian', () => {
  let deb: Deb;
  let home: string;
  let profile: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'cuadra-home-'));
    profile = join(home, '.config/Cuadra/accounts.json');
    mkdirSync(dirname(profile), { recursive: true });
    writeFileSync(profile, '{}');
    deb = await makeDeb(join(dirname(archive), '..'), PROJECT, home);
  }, 120_000);
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true });
    await deb?.remove();
  });

  const there = (paths: readonly string[]) => paths.filter((path) => existsSync(path));

  it('is installed over an older one, removed and purged for real; what the user has stays, and nothing else', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    try {
      deb.install('older');
      expect(deb.state()).toBe('0.0.1 install ok installed');
      expect(there([...INSTALLED, ONLY_IN_OLDER])).toEqual([...INSTALLED, ONLY_IN_OLDER]);
      deb.install('this');
      expect(deb.state()).toBe(`${version} install ok installed`);
      // The older one's script ran in between, and took its link away.
      expect(there([...INSTALLED, ONLY_IN_OLDER])).toEqual(INSTALLED);
      expect(realpathSync('/usr/bin/cuadra')).toBe('/opt/Cuadra/cuadra');
      expect(readFileSync('/opt/Cuadra/resources/app.asar').equals(readFileSync(archive))).toBe(true);
      checkInstalled();
      deb.uninstall();
      expect(there(INSTALLED)).toEqual([]);
    } finally {
      deb.purge();
    }
    expect(deb.state()).toBeNull();
    expect(
      there([...INSTALLED, '/opt/Cuadra', '/etc/apparmor.d/cuadra', '/etc/alternatives/cuadra']),
    ).toEqual([]);
    expect(readFileSync(profile, 'utf8')).toBe('{}');
  });
});

/** What the system finds of it: who owns it, how it is started, what it opens, how it looks. */
function checkInstalled(): void {
  // Root's, and nobody else may write to it.
  for (const path of ['/opt/Cuadra', '/opt/Cuadra/cuadra', '/opt/Cuadra/resources/app.asar']) {
    const { uid, gid, mode } = statSync(path);
    expect([uid, gid, mode & 0o022], path).toEqual([0, 0, 0]);
  }
  expect(statSync('/opt/Cuadra/cuadra').mode & 0o777).toBe(0o755);
  const entry = readFileSync('/usr/share/applications/cuadra.desktop', 'utf8');
  for (const line of [
    'Type=Application',
    'Name=Cuadra',
    'Exec=/opt/Cuadra/cuadra %U',
    'Icon=cuadra',
    'StartupWMClass=cuadra',
    'Terminal=false',
    'Categories=Office;',
  ])
    expect(entry.split('\n')).toContain(line);
  const types = /^MimeType=(.*);$/m.exec(entry)?.[1]?.split(';');
  expect(types).toEqual(
    expect.arrayContaining(['application/x-cuadra-vista', 'text/csv', `x-scheme-handler/${LINK_SCHEME}`]),
  );
  // freedesktop's own judge, where it is.
  const judged = spawnSync('desktop-file-validate', ['/usr/share/applications/cuadra.desktop'], {
    encoding: 'utf8',
  });
  if (judged.error === undefined) expect([judged.status, judged.stdout, judged.stderr]).toEqual([0, '', '']);
  const kinds = readFileSync('/usr/share/mime/packages/cuadra.xml', 'utf8');
  expect(kinds).toMatch(
    /<mime-type type="application\/x-cuadra-vista">.*<glob pattern="\*\.cuadra-vista"\/>/s,
  );
  for (const size of LINUX_SIZES)
    expect(pngSize(`/usr/share/icons/hicolor/${size}x${size}/apps/cuadra.png`)).toEqual([size, size]);
}
