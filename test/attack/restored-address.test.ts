import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAccountBook } from '#electron/accounts/account-book.ts';
import { runBrowserHost } from '#electron/browser-host/run.ts';

/** A backup names an address; the key of a command line is not to get there by itself. */

const ADDRESS = 'http://127.0.0.1:9/v1';
const KEY = 'clave-de-la-linea-7f3a9c';

let folder: string;
let profile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-attack-'));
  profile = join(folder, 'profile');
  const book = await openAccountBook(profile);
  const named = { id: 'from-file', kind: 'api', name: 'Tienda', plan: 'pro', syncEveryMinutes: 60 } as const;
  await book.restore({ ...named, baseUrl: ADDRESS, currencies: { main: null, own: [] } }, 'from-file');
  await book.settled();
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts the host with a key, and ends it as soon as it runs. */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const said: string[] = [];
  const hear = (text: string | Uint8Array) => {
    said.push(String(text));
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear),
  ];
  const all = ['--profile-dir', profile, '--port', '0', '--no-open', '--base-url', ADDRESS, '--plan', 'pro'];
  try {
    const owned = { untilStopped: () => Promise.resolve(), begun: () => undefined };
    expect(await runBrowserHost([...all, ...args], environment, owned)).toBe(0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return said.join('');
}

const accounts = async (): Promise<readonly { readonly fingerprint: string | null }[]> =>
  JSON.parse(await readFile(join(profile, 'accounts.json'), 'utf8')).accounts;

it('the environment’s key is not taken for it, which is said; once it is confirmed it is', async () => {
  const said = await run([], { CUADRA_API_KEY: KEY });
  expect(said).toContain('--base-url: the key was not used. The address 127.0.0.1:9 came from a file');
  expect(said).not.toContain(KEY);
  expect(await accounts()).toMatchObject([{ id: 'from-file', isAddressConfirmed: false, fingerprint: null }]);

  const book = await openAccountBook(profile);
  await book.confirmAddress('from-file', ADDRESS);
  expect(await run([], { CUADRA_API_KEY: KEY })).not.toContain('was not used');
  expect(await accounts()).toMatchObject([{ id: 'from-file' }, { fingerprint: expect.any(String) }]);
});

it('nor is that of a key file', async () => {
  const file = join(folder, 'key');
  await writeFile(file, KEY, { mode: 0o600 });
  expect(await run(['--key-file', file], {})).toContain('the key was not used');
  expect(await accounts()).toHaveLength(1);
});
