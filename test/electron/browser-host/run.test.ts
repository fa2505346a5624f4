import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNTS_FILE } from '#electron/accounts/account-book.ts';
import { lockProfile } from '#electron/accounts/profile-lock.ts';
import { USAGE } from '#electron/browser-host/options.ts';
import { runBrowserHost } from '#electron/browser-host/run.ts';
import { sessionIn } from './running-host.ts';

/** The browser host as a command: what it prints, what it ends with, and what it leaves in its profile. */

let folder: string;
let profile: string;
let written: { out: string; err: string };
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-run-'));
  profile = join(folder, 'profile');
  written = { out: '', err: '' };
  for (const [stream, to] of [
    [process.stdout, 'out'],
    [process.stderr, 'err'],
  ] as const)
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written[to] += String(text);
      return true;
    });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs the command where no browser is opened, on any port, unless `args` say otherwise. */
function run(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  let stop = (): void => undefined;
  const untilStopped = () =>
    new Promise<void>((resolve) => {
      stop = resolve;
    });
  const own = ['--no-open', '--port', '0', '--profile-dir', profile];
  const code = runBrowserHost([...own, ...args], environment, { untilStopped, begun: () => undefined });
  const end = async (): Promise<number> => {
    stop();
    return code;
  };
  stops.push(() => end().catch(() => undefined));
  return { code, end };
}

/** Runs it until it has printed its address. */
async function running(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const before = written.out.length;
  const started = run(args, environment);
  await vi.waitFor(
    () => {
      if (!written.out.slice(before).endsWith('\n')) throw new Error(`No address yet. ${written.err}`);
    },
    { timeout: 20_000, interval: 2 },
  );
  return { ...started, address: written.out.slice(before).trimEnd() };
}

const enters = async (address: string) => sessionIn(await (await fetch(address)).text()) !== '';
const isThere = (...names: readonly string[]) =>
  access(join(folder, ...names)).then(
    () => true,
    () => false,
  );
const ACCOUNT = ['--base-url', 'https://api.example', '--plan', 'pro'];
const accounts = async () =>
  JSON.parse(await readFile(join(profile, ACCOUNTS_FILE), 'utf8')).accounts.map(
    ({ kind, baseUrl, plan }: { readonly [field: string]: unknown }) => [kind, baseUrl, plan],
  );

test('one address is printed, and lets one browser in; what lets one in goes with the host, and so do its downloads', async () => {
  await mkdir(join(profile, 'downloads', 'before'), { recursive: true, mode: 0o700 });
  await writeFile(join(profile, 'browser-token'), 'of an earlier version');
  const { address, end } = await running();
  expect(written.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{43}\n$/u);
  expect(written.err).toBe('');
  expect([await isThere('profile', 'browser-token'), await isThere('profile', 'downloads')]).toEqual([
    ...[false, false],
  ]);
  expect([await enters(address), await enters(address)]).toEqual([true, false]);
  await mkdir(join(profile, 'downloads', 'meanwhile'), { recursive: true });
  await writeFile(join(profile, 'entrance', 'unspent'), '');
  expect(await end()).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
  // No lock, no line, no code, no file that was fetched.
  expect((await readdir(profile)).filter((name) => name !== 'accounts.json')).toEqual([]);
});

test('in a terminal each Enter prints another address, until the host is stopped', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
  const { address, end } = await running();
  await vi.waitFor(() => expect(written.err).toBe('The address is good once; Enter prints another one.\n'));
  input.write('\n');
  await vi.waitFor(() => expect(written.out.split('\n')).toHaveLength(3));
  const [, another = ''] = written.out.split('\n');
  expect([another === address, await enters(another), await enters(address)]).toEqual([false, true, true]);
  expect(await end()).toBe(0);
  // Who still listened would keep the process.
  expect(input.isPaused()).toBe(true);
});

test('where one runs on the profile, another address to that one is printed; another account is not opened in it', async () => {
  const { address } = await running();
  const { origin } = new URL(address);
  const again = await running();
  expect(await again.code).toBe(0);
  expect(written.err).toMatch(/\nAnother address to it:\n$/u);
  expect([new URL(again.address).origin, await enters(again.address), await enters(address)]).toEqual([
    ...[origin, true, true],
  ]);
  const withAccount = await running(ACCOUNT, { CUADRA_API_KEY: 'k-secret' });
  expect(await withAccount.code).toBe(1);
  expect([await enters(withAccount.address), await isThere('profile', ACCOUNTS_FILE)]).toEqual([true, false]);
});

test('a profile that is held by one that cannot be reached is said to be', async () => {
  const taken = await lockProfile(profile);
  expect([await run().code, written.out]).toEqual([1, '']);
  expect(written.err).toContain(String(process.pid));
  if (taken.kind === 'locked') await taken.lock.release();
});

test('a port that is taken is named, and the profile is free again', async () => {
  const { address } = await running();
  const { port } = new URL(address);
  const before = written.out;
  profile = join(folder, 'other');
  expect(await run(['--port', port]).code).toBe(1);
  expect([written.out, written.err]).toEqual([before, expect.stringContaining(`Port ${port} is already`)]);
  expect((await lockProfile(profile)).kind).toBe('locked');
});

test('the account of the command line is opened with its key, which no child inherits; the demo company is not opened beside it', async () => {
  const environment = { CUADRA_API_KEY: 'k-secret' };
  const { end } = await running(ACCOUNT, environment);
  expect([await accounts(), environment]).toEqual([[['api', 'https://api.example', 'pro']], {}]);
  expect(await end()).toBe(0);
  const { end: endAgain } = await running(['--demo']);
  expect(await accounts()).toEqual([['api', 'https://api.example', 'pro']]);
  expect(await endAgain()).toBe(0);
  expect(written.out + written.err).not.toContain('k-secret');
});

test.each([
  ['the folder that is named', ['--export-dir', 'named'], 'named'],
  ['the profile’s own', [], join('profile', 'exports')],
])('an export that was cut off is put right in %s', async (_, [option, name], at) => {
  const account = join(folder, at, 'a1');
  await mkdir(join(account, '.parquet-former'), { recursive: true });
  await writeFile(join(account, '.parquet-former', 'manifest.json'), '{}');
  const { end } = await running(option === undefined ? [] : [option, join(folder, String(name))]);
  expect(await readdir(account)).toEqual(['parquet']);
  expect(await end()).toBe(0);
});

test('help and mistakes are told on standard error, and nothing is made', async () => {
  expect([await run(['--help']).code, written]).toEqual([0, { out: '', err: `${USAGE}\n` }]);
  written = { out: '', err: '' };
  expect(await run(['--port', 'x']).code).toBe(2);
  expect(written).toEqual({ out: '', err: `--port: «x» is not a port.\n\n${USAGE}\n` });
  written = { out: '', err: '' };
  const file = join(folder, 'none.txt');
  expect(await run([...ACCOUNT, '--key-file', file]).code).toBe(2);
  expect(written).toEqual({ out: '', err: `--key-file ${file}: there is no such file.\n` });
  expect(await readdir(folder)).toEqual([]);
});
