import childProcess from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUpdates, type Updater } from '#electron/app/updates.ts';
import { isUnderWay } from '#electron/desktop/update-rules.ts';
import type { Updates } from '#shared/contract/updates.ts';
import * as fake from './fake-electron.ts';

/** electron-updater's own code, against a server on this machine and a fake Electron. */

const ASKED = 'CN=Acme SpA, O=Acme SpA, C=CL';
const INSTALLER = Buffer.alloc(300_000, 'an installer ');

const before = process.cwd();
let folder: string;
let server: Server;
let requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
/** What the server announces, and how it hands the file over. */
let feed: string;
let handOver: (response: ServerResponse) => void;
let errors: unknown[];
let reading: boolean;
let leaving: boolean[];
let loads: number;

const digestOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');
const announced = (version: string, digest = digestOf(INSTALLER), file = 'cuadra.exe') =>
  [
    `version: ${version}`,
    'files:',
    `  - url: ${file}`,
    `    sha512: ${digest}`,
    `    size: ${INSTALLER.length}`,
  ].join('\n');

/** Node's own `require` has to find the fake: the package's index would fetch its binary. */
function standIn(): void {
  const require = createRequire(import.meta.url);
  const path = require.resolve('electron');
  require.cache[path] = { exports: fake, id: path, filename: path, loaded: true } as NodeJS.Module;
}

beforeEach(async () => {
  standIn();
  folder = await mkdtemp(join(tmpdir(), 'cuadra-updates-'));
  requests = [];
  errors = [];
  reading = false;
  leaving = [];
  loads = 0;
  feed = announced('2.0.0');
  handOver = (response) => void response.end(INSTALLER);
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://here').pathname;
    requests.push({ path, headers: request.headers });
    if (path.endsWith('.yml')) response.end(feed);
    else if (/\.(exe|zip)$/.test(path)) handOver(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await writeFile(
    join(folder, 'app-update.yml'),
    `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: kept\npublisherName:\n  - ${ASKED}\n`,
  );
  Object.defineProperty(process, 'resourcesPath', { value: folder, configurable: true });
  for (const name of ['XDG_CACHE_HOME', 'LOCALAPPDATA']) vi.stubEnv(name, join(folder, 'cache'));
  fake.app.setPath('userData', join(folder, 'profile'));
  fake.app.done.length = 0;
  fake.app.removeAllListeners();
  fake.autoUpdater.removeAllListeners();
  fake.autoUpdater.asked.length = 0;
  fake.app.done.push('ready');
  // What asks PowerShell leaves a file behind where there is none.
  process.chdir(folder);
});
afterEach(async () => {
  process.chdir(before);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  vi.unstubAllEnvs();
  Reflect.deleteProperty(process, 'resourcesPath');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** What PowerShell says of a file, in its place; null: there is none. */
async function powershell(subject: string | null): Promise<void> {
  const tools = join(folder, 'tools');
  await mkdir(tools, { recursive: true });
  const said = `{"Status":0,"Path":"'"$file"'","SignerCertificate":{"Subject":"${subject}"}}`;
  const script = `#!/bin/sh\nfile=$(printf %s "$*" | sed "s/.*-LiteralPath '\\([^']*\\)'.*/\\1/")\nprintf %s '${said}'\n`;
  for (const [name, text] of [
    ['powershell.exe', subject === null ? '#!/bin/sh\nexit 1\n' : script],
    ['chcp', '#!/bin/sh\n'],
  ] as const) {
    await writeFile(join(tools, name), text);
    await chmod(join(tools, name), 0o755);
  }
  vi.stubEnv('PATH', `${tools}${delimiter}${process.env.PATH ?? ''}`);
}

function updates(platform: 'win32' | 'darwin', isOn = true) {
  let on = isOn;
  const loadUpdater = async (): Promise<Updater> => {
    loads += 1;
    return (await import('#electron/shell/updater.ts')).createUpdater(platform);
  };
  const made = createUpdates({
    build: { isPackaged: true, platform, feed: `publisherName:\n  - ${ASKED}\n`, environment: {} },
    setting: {
      read: () => on,
      change: async (next) => {
        on = next;
      },
    },
    loadUpdater,
    isReading: () => reading,
    record: (error) => errors.push(error),
    openReleases: null,
    quit: () => fake.app.quit(),
    leaving: (isLeaving) => leaving.push(isLeaving),
  });
  const views: Updates['step'][] = [];
  made.onChange(({ step }) => views.push(step));
  /** Waits until nothing is under way. */
  const comesTo = async (kind: Updates['step']['kind']): Promise<void> => {
    await vi.waitUntil(() => !isUnderWay(made.read().step), { timeout: 20_000, interval: 2 });
    expect([made.read().step.kind, errors]).toEqual([kind, kind === 'failed' ? [expect.any(Error)] : []]);
  };
  return { ...made, views, comesTo };
}

/** From the question to the end of the download. */
async function fetched(platform: 'win32' | 'darwin', end: 'ready' | 'failed') {
  const all = updates(platform);
  await all.ask('check');
  await all.comesTo('found');
  await all.ask('download');
  await all.comesTo(end);
  return all;
}

const files = () => requests.map(({ path }) => path).filter((path) => /\.(exe|zip)$/.test(path));
const pending = () => readdir(join(folder, 'cache', 'kept', 'pending')).catch(() => []);

describe('a question for newer versions', () => {
  it('is not asked while updates are off, by nothing that is pressed', async () => {
    const { ask, read } = updates('win32', false);
    for (const action of ['check', 'download', 'install', 'cancel', 'releases'] as const) await ask(action);
    expect([read().step.kind, loads, requests]).toEqual(['unasked', 0, []]);
    await ask('on');
    await ask('off');
    await ask('check');
    expect([loads, requests]).toEqual([0, []]);
  });

  it('tells nothing of who asks, and fetches nothing by itself', async () => {
    const { ask, comesTo, read } = updates('win32');
    await ask('check');
    await comesTo('found');
    expect(read().step).toEqual({ kind: 'found', version: '2.0.0' });
    // What it fetched by itself would have been asked for before the answer to a second question.
    await ask('check');
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1));
    await comesTo('found');
    const isFeed = expect.stringMatching(/^\/latest.*\.yml$/);
    expect(requests.map(({ path }) => path)).toEqual([isFeed, isFeed]);
    const { host: _host, connection: _connection, ...headers } = requests[0]?.headers ?? {};
    expect(headers).toEqual({
      'user-agent': 'electron-builder',
      'cache-control': 'no-cache',
      'x-user-staging-id': '00000000-0000-0000-0000-000000000000',
    });
    expect(fake.session.partitions.get('electron-updater')).toEqual({ cache: false });
    expect(existsSync(join(folder, 'profile', '.updaterId'))).toBe(false);
  });

  it.each(['1.2.3', '1.2.2', '0.9.0', '2.0.0-beta.1'])('answered with %s finds none', async (version) => {
    feed = announced(version);
    const { ask, comesTo } = updates('win32');
    await ask('check');
    await comesTo('current');
    await ask('download');
    expect([files(), errors]).toEqual([[], []]);
  });

  it('that nobody answers is told and written down', async () => {
    feed = '';
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.writeHead(503).end());
    const { ask, comesTo, read } = updates('win32');
    await ask('check');
    await comesTo('failed');
    expect(read().step).toEqual({ kind: 'failed', version: null, why: 'unreachable' });
    expect(errors).toHaveLength(1);
  });
});

describe('a newer version for Windows', () => {
  it('that is not what was announced is refused and removed', async () => {
    feed = announced('2.0.0', digestOf(Buffer.from('another')));
    const { read } = await fetched('win32', 'failed');
    expect(read().step).toEqual({ kind: 'failed', version: '2.0.0', why: 'damaged' });
    expect(await pending()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32').each([
    ['nobody can check', null],
    ['somebody else signed', 'CN=Other SpA, O=Other SpA, C=CL'],
  ])('that %s is refused and removed', async (_name, subject) => {
    await powershell(subject);
    const { read } = await fetched('win32', 'failed');
    expect(read().step).toEqual({ kind: 'failed', version: '2.0.0', why: 'unsigned' });
    expect([await pending(), errors.length]).toEqual([[], 1]);
  });

  it.skipIf(process.platform === 'win32').each([
    ['could not be checked', null],
    ['was somebody else’s', 'CN=Other SpA, O=Other SpA, C=CL'],
  ])('is taken though the signature of one before %s', async (_name, subject) => {
    await powershell(subject);
    const { ask, comesTo, read } = await fetched('win32', 'failed');
    expect(read().step).toMatchObject({ kind: 'failed', why: 'unsigned' });
    errors.length = 0;
    // The same process goes on: a later version, signed by the right hand.
    await powershell(ASKED);
    feed = announced('2.0.1');
    await ask('check');
    await comesTo('found');
    await ask('download');
    await comesTo('ready');
    expect(read().step).toEqual({ kind: 'ready', version: '2.0.1' });
    expect(await pending()).toContain('cuadra.exe');
  });

  it('that would fetch more by itself is refused', async () => {
    feed = `${announced('2.0.0')}\npackages:\n  ${process.arch}:\n    path: more.7z\n    sha512: x\n`;
    const { read } = await fetched('win32', 'failed');
    expect(read().step).toMatchObject({ kind: 'failed', why: 'other' });
    expect(files()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'is cancelled and fetched again, told as it comes, and begun when nothing is being written any more',
    async () => {
      await powershell(ASKED);
      let held: ServerResponse | null = null;
      const whole = handOver;
      handOver = (response) => {
        held = response;
        response.writeHead(200, { 'content-length': INSTALLER.length });
        response.write(INSTALLER.subarray(0, 100_000));
      };
      const { ask, comesTo, read, end, views } = updates('win32');
      await ask('check');
      await comesTo('found');
      await ask('download');
      await vi.waitFor(() => expect(held).not.toBeNull());
      await ask('cancel');
      expect(read().step).toEqual({ kind: 'found', version: '2.0.0' });
      handOver = whole;
      await ask('download');
      await comesTo('ready');
      expect(views.at(-2)).toMatchObject({ kind: 'downloading' });
      expect([files().length, errors]).toEqual([2, []]);

      reading = true;
      await expect(ask('install')).rejects.toMatchObject({ code: 'update-while-reading' });
      expect([fake.app.done, leaving]).toEqual([['ready'], []]);
      reading = false;
      // What an installer that may not be run as it is gets run by.
      const elevate = join(folder, 'elevate.exe');
      await writeFile(elevate, `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/begun"\n`);
      await chmod(elevate, 0o755);
      const spawned = vi.spyOn(childProcess, 'spawn');
      await ask('install');
      expect([read().step.kind, leaving, fake.app.done]).toEqual(['installing', [true], ['ready', 'quit']]);
      expect(spawned).not.toHaveBeenCalled();
      end();
      expect(spawned).toHaveBeenCalled();
      spawned.mockRestore();
      await vi.waitFor(async () => {
        const [installer, ...args] = (await readFile(join(folder, 'begun'), 'utf8')).trim().split('\n');
        expect([installer?.endsWith('cuadra.exe'), args]).toEqual([true, ['--updated', '--force-run']]);
      });
      expect(fake.app.done).toEqual(['ready', 'quit', 'quit']);
    },
  );
});

describe('a newer version for macOS', () => {
  beforeEach(() => {
    feed = announced('2.0.0', digestOf(INSTALLER), 'cuadra-mac.zip');
  });

  it('is handed to Squirrel, which checks it, when the user says so', async () => {
    const { ask, end } = await fetched('darwin', 'ready');
    expect(fake.autoUpdater.asked).toEqual([]);
    await ask('install');
    expect([fake.autoUpdater.asked, leaving]).toEqual([['check'], [true]]);
    fake.autoUpdater.emit('update-downloaded');
    expect(fake.autoUpdater.asked).toEqual(['check', 'install']);
    end();
    expect(fake.app.done).toEqual(['ready', 'quit']);
  });

  it('whose signature is not the one of this build leaves the app as it is', async () => {
    const { ask, read, end } = await fetched('darwin', 'ready');
    await ask('install');
    const said =
      'Code signature at URL file:///x did not pass validation: code failed to satisfy requirement(s)';
    fake.autoUpdater.emit('error', new Error(said));
    expect(read().step).toEqual({ kind: 'failed', version: '2.0.0', why: 'unsigned' });
    expect([leaving, fake.app.done]).toEqual([[true, false], ['ready']]);
    end();
    expect(fake.app.done).toEqual(['ready', 'quit']);
  });
});
