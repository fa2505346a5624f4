import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAccountBook } from '#electron/accounts/account-book.ts';
import { CHROMIUM_FILE, refuseEarlierChromium } from '#electron/accounts/chromium-version.ts';
import { type Cipher, openFileVault } from '#electron/accounts/key-vault.ts';
import { createLedgerConnections } from '#electron/accounts/ledger-connections.ts';
import { lockProfile } from '#electron/accounts/profile-lock.ts';
import type { Channel } from '#shared/contract/rpc.ts';
import { modeShown } from '#test/runner/systems.ts';

/** What a profile keeps beside its accounts, and who may go on with what is in it. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-small-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('the databases of a profile are opened by the newest Chromium that had them, or a later one', async () => {
  const opens = (version: string | undefined) =>
    refuseEarlierChromium(folder, version).then(
      () => 'opens',
      (error: { problem?: unknown }) => error.problem,
    );
  const refused = { kind: 'newer', file: join(folder, CHROMIUM_FILE) };
  expect(await opens('140.0.1')).toBe('opens');
  expect(await opens('139.9.9')).toEqual(refused);
  expect([await opens('141.0.0'), await opens('141.2.0')]).toEqual(['opens', 'opens']);
  expect(await opens('140.0.1')).toEqual(refused);
  expect(await opens(undefined)).toBe('opens');
  expect(JSON.parse(await readFile(refused.file, 'utf8'))).toEqual({ version: 1, chromium: 141 });
});

describe('the connections of ledgers', () => {
  function line() {
    const listeners: ((message: unknown) => void)[] = [];
    const closers: (() => void)[] = [];
    const state = { closed: 0 };
    const end = (): void => {
      for (const closer of closers.splice(0)) closer();
    };
    const channel: Channel = {
      send: () => undefined,
      onMessage: (listener) => void listeners.push(listener),
      onClose: (listener) => void closers.push(listener),
      close: () => {
        state.closed += 1;
        end();
      },
    };
    const hello = (ownerEpoch: number, ledgerId = 'l', accountId = 'a'): void => {
      for (const listener of [...listeners])
        listener({ type: 'ledger-hello', accountId, ownerEpoch, ledgerId });
    };
    return { channel, state, hello, end };
  }
  function connections() {
    const told: string[] = [];
    const all = createLedgerConnections<Record<never, never>>(
      {},
      {
        isKnown: (id) => id === 'a',
        onConnection: (id, { epoch, ledgerId }) => void told.push(`${id} ${epoch} ${ledgerId}`),
        onConnectionLost: (id, epoch) => void told.push(`${id} lost ${epoch}`),
      },
    );
    return { ...all, told };
  }

  it('belong to the greatest epoch, of equal ones to the later; what gave way takes nothing along', () => {
    const { attach, current, told } = connections();
    const [one, again, less, more] = [line(), line(), line(), line()];
    for (const { channel } of [one, again, less, more]) attach(channel);
    one.hello(2, 'first');
    again.hello(2, 'second');
    less.hello(1, 'late');
    expect([one.state.closed, again.state.closed, less.state.closed]).toEqual([1, 0, 1]);
    one.end();
    expect(current('a')).toMatchObject({ epoch: 2, ledgerId: 'second' });
    more.hello(3, 'third');
    // Said once alone.
    more.hello(9, 'nobody');
    again.end();
    expect(current('a')).toMatchObject({ epoch: 3, ledgerId: 'third' });
    more.end();
    expect(current('a')).toBeUndefined();
    // One of another browser, whose epochs are its own.
    const fresh = line();
    attach(fresh.channel);
    fresh.hello(1, 'fourth');
    expect(told).toEqual([
      ...['a 2 first', 'a lost 2', 'a 2 second', 'a lost 2', 'a 3 third', 'a lost 3', 'a 1 fourth'],
    ]);
  });

  it('are closed where they say nothing in ten seconds, or are nobody’s; one that said hello stays', () => {
    vi.useFakeTimers();
    const { attach, closeAll, told } = connections();
    const [silent, foreign, ours] = [line(), line(), line()];
    for (const { channel } of [silent, foreign, ours]) attach(channel);
    foreign.hello(1, 'l', 'b');
    ours.hello(1);
    vi.advanceTimersByTime(9999);
    expect([silent, foreign, ours].map(({ state }) => state.closed)).toEqual([0, 1, 0]);
    vi.advanceTimersByTime(60_000);
    expect([silent, foreign, ours].map(({ state }) => state.closed)).toEqual([1, 1, 0]);
    closeAll();
    expect([silent, foreign, ours].map(({ state }) => state.closed)).toEqual([1, 1, 1]);
    expect(told).toEqual(['a 1 l', 'a lost 1']);
  });
});

it('an account that is connected again takes the name that is given with it, and keeps its own without one', async () => {
  const book = await openAccountBook(folder);
  const account = { baseUrl: 'https://api.example', plan: 'pro', key: 'k', name: 'Tienda' } as const;
  const names = () => book.state().accounts.map(({ name }) => name);
  await book.connect(account);
  await book.connect({ ...account, name: '' });
  expect(names()).toEqual(['Tienda']);
  await book.connect({ ...account, name: 'Otra' });
  expect(names()).toEqual(['Otra']);
});

it('the key of the demo company is not the user’s to delete', async () => {
  const book = await openAccountBook(folder);
  const demo = { beganAtMs: 5, name: 'Demo', baseUrl: 'http://127.0.0.1:1', plan: 'pro', key: 'd' } as const;
  await book.openDemo({ ...demo, currencies: { main: 'CLP', own: [] } });
  await book.deleteKey('demo-5');
  expect(book.key('demo-5')).toBe('d');
});

it('a key that was to be encrypted anew, and could not be written, still serves', async () => {
  const file = join(folder, 'keys.json');
  let isStale = false;
  const cipher: Cipher = {
    encrypt: async (text) => ({ bytes: Buffer.from(text), isProtected: true }),
    decrypt: async (bytes) => ({ text: Buffer.from(bytes).toString(), isStale }),
    protects: async () => true,
  };
  const vault = await openFileVault(file, cipher);
  await vault.put('a', 'k');
  // A folder in its place: no write puts a file there.
  await rm(file);
  await mkdir(join(file, 'x'), { recursive: true });
  isStale = true;
  expect([...(await vault.open())]).toEqual([['a', 'k']]);
  expect(vault.storage()).toBe('keyring');
});

describe('the lock of a profile', () => {
  it('makes the folder its user’s alone, and releases nobody else’s', async () => {
    await chmod(folder, 0o755);
    const taken = await lockProfile(folder);
    expect((await stat(folder)).mode & 0o777).toBe(modeShown(0o700));
    const file = join(folder, 'running.json');
    const own = JSON.parse(await readFile(file, 'utf8'));
    // Of this number too, after another start of the machine.
    const later = JSON.stringify({ ...own, sinceStartMs: own.sinceStartMs + 1 });
    await writeFile(file, later);
    if (taken.kind === 'locked') await taken.lock.release();
    expect(await readFile(file, 'utf8')).toBe(later);
    await writeFile(file, JSON.stringify(own));
    if (taken.kind === 'locked') await taken.lock.release();
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});
