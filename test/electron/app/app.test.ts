import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_VAULT } from '#electron/accounts/key-vault.ts';
import { type App, type AppOptions, createApp } from '#electron/app/app.ts';
import type { Channel } from '#shared/contract/rpc.ts';
import { createFakeParts, type FakeParts, NO_FOLDERS } from './fake-parts.ts';

const KEY = 'the-key-of-the-tests';
const CONNECT = { baseUrl: 'https://api.example/', plan: 'pro', key: KEY, name: 'Tienda' } as const;

let profile: string;
let parts: FakeParts;
let app: App;

const open = async (
  fresh = createFakeParts(),
  more: Partial<Pick<AppOptions, 'shell' | 'keyVault'>> = {},
): Promise<void> => {
  parts = fresh;
  app = await createApp({
    profileDirectory: profile,
    host: { host: 'browser', version: '0' },
    openExportTarget: async () => null,
    keyVault: NO_VAULT,
    exportFolders: NO_FOLDERS,
    parts,
    ...more,
  });
};

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'cuadra-app-'));
  await open();
});
afterEach(async () => {
  await app.stop();
  await rm(profile, { recursive: true, force: true });
});

type Line = Channel & { readonly say: (message: unknown) => void; readonly closed: () => boolean };

function line(): Line {
  const messages: ((message: unknown) => void)[] = [];
  const closes: (() => void)[] = [];
  let closed = false;
  return {
    send: () => undefined,
    onMessage: (listener) => void messages.push(listener),
    onClose: (listener) => void closes.push(listener),
    close: () => {
      if (closed) return;
      closed = true;
      for (const listener of closes) listener();
    },
    say: (message) => {
      for (const listener of messages) listener(message);
    },
    closed: () => closed,
  };
}

function greet(accountId: string | null, ownerEpoch: number, ledgerId = 'copy-1'): Line {
  const channel = line();
  app.attachLedgerChannel(channel);
  channel.say({ type: 'ledger-hello', accountId, ownerEpoch, ledgerId });
  return channel;
}

const activeId = async (): Promise<string> => (await app.handlers.readAccounts(null)).activeId ?? '';

describe('accounts', () => {
  it('begin with none, and a status that says so', async () => {
    expect(await app.handlers.readAccounts(null)).toEqual({
      accounts: [],
      activeId: null,
      keyStorage: 'memory',
    });
    expect((await app.handlers.readSyncStatus(null)).accountId).toBeNull();
    expect(await app.handlers.syncNow(null)).toBeNull();
    expect(await app.handlers.pauseSync(null)).toBeNull();
    const months = ['2026-03'] as never;
    expect(await app.handlers.cancelRereads({ months })).toBeNull();
    // This host has nothing that could be newer.
    expect(await app.handlers.askUpdates({ action: 'check' })).toBeNull();
    // Nor does it answer programs itself.
    expect([await app.handlers.takeAsked(null), await app.handlers.answerAsked({} as never)]).toEqual([
      ...[[], null],
    ]);
  });

  it('tell every page once a key is kept', async () => {
    let keep = () => {};
    let isKept = false;
    await app.stop();
    await open(undefined, {
      keyVault: {
        ...NO_VAULT,
        storage: () => 'keyring',
        keepingOf: () => (isKept ? 'keyring' : null),
        put: () =>
          new Promise((resolve) => {
            keep = resolve;
          }),
      },
    });
    const told: unknown[] = [];
    await app.handlers.connectAccount(CONNECT);
    app.onEvent((name, payload) => name === 'accounts' && told.push(payload));
    isKept = true;
    keep();
    await expect.poll(() => told).toMatchObject([{ accounts: [{ key: { keeping: 'keyring' } }] }]);
  });

  it('refuse an address that would carry the key in clear', async () => {
    for (const baseUrl of ['http://api.example', 'ftp://api.example', 'api.example', 'https://a@b']) {
      const connecting = app.handlers.connectAccount({ ...CONNECT, baseUrl });
      await expect(connecting, baseUrl).rejects.toMatchObject({ code: 'bad-base-url' });
      const { plan, key } = CONNECT;
      await expect((async () => app.handlers.checkKey({ baseUrl, plan, key }))()).rejects.toMatchObject({
        code: 'bad-base-url',
      });
    }
    expect(parts.engines).toEqual([]);
    expect(parts.checked).toEqual([]);
  });

  it('tell every page, and give the key to the engine alone', async () => {
    const heard: string[] = [];
    app.onEvent((name, payload) => heard.push(JSON.stringify([name, payload])));
    const left: string[] = [];
    app.onEvent((name) => left.push(name))();
    const state = await app.handlers.connectAccount(CONNECT);
    expect(left).toEqual([]);
    expect(state.accounts).toMatchObject([{ kind: 'api', baseUrl: 'https://api.example', hasKey: true }]);
    expect(parts.engines[0]?.key()).toBe(KEY);
    parts.engines[0]?.report('running');
    expect(heard.map((text) => (JSON.parse(text) as [string])[0])).toEqual([
      'accounts',
      'syncStatus',
      'syncStatus',
    ]);
    expect(heard.join()).not.toContain(KEY);
  });

  it('leave the key out of everything in the profile folder', async () => {
    await app.handlers.connectAccount(CONNECT);
    await app.handlers.giveKey({ accountId: await activeId(), key: KEY });
    await app.stop();
    const names = await readdir(profile, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const entry of files) {
      expect(await readFile(join(entry.parentPath, entry.name), 'utf8'), entry.name).not.toContain(KEY);
    }
  });

  it('stop one engine before the next begins', async () => {
    await app.handlers.connectAccount(CONNECT);
    const first = await activeId();
    await app.handlers.connectAccount({ ...CONNECT, key: 'other' });
    expect(parts.engines[0]?.notes).toEqual(['stop']);
    await app.handlers.activateAccount({ accountId: first });
    expect(parts.engines.map((engine) => engine.accountId)).toEqual([
      first,
      parts.engines[1]?.accountId,
      first,
    ]);
    parts.engines[0]?.report('error');
    expect((await app.handlers.readSyncStatus(null)).state).toBe('idle');
  });

  it('open the last one again after a restart, without its key', async () => {
    await app.handlers.connectAccount(CONNECT);
    const id = await activeId();
    await app.stop();
    await open();
    expect(await activeId()).toBe(id);
    expect(parts.engines[0]?.key()).toBeNull();
    await app.handlers.giveKey({ accountId: id, key: KEY });
    expect(parts.engines.at(-1)?.key()).toBe(KEY);
  });
});

describe('a keyring that waits for its user', () => {
  /** The app begun again on a keyring that gives its keys when it is told to, after the app has ceased to wait for it. */
  async function begunWithout() {
    await app.handlers.connectAccount(CONNECT);
    const id = await activeId();
    await app.handlers.connectAccount({ ...CONNECT, key: 'other' });
    const other = await activeId();
    await app.stop();
    let give: (keys: ReadonlyMap<string, string>) => void = () => undefined;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const keyVault = {
      ...NO_VAULT,
      open: () => new Promise<ReadonlyMap<string, string>>((resolve) => (give = resolve)),
    };
    const opening = open(undefined, { keyVault });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    await opening;
    return { id, other, give: (of: string) => give(new Map([[of, KEY]])) };
  }
  afterEach(() => void vi.useRealTimers());

  it('is not waited for: the account opens without its key, and anew once it is there', async () => {
    const { other, give } = await begunWithout();
    expect(parts.engines.map(({ accountId }) => accountId)).toEqual([other]);
    give(other);
    await expect.poll(() => parts.engines.map((engine) => engine.key())).toEqual([null, KEY]);
  });

  it('leaves the account that is open as it is, where it gives the keys of others alone', async () => {
    const { id, other, give } = await begunWithout();
    const told: unknown[] = [];
    app.onEvent((name) => void told.push(name));
    give(id);
    await expect.poll(() => told).toEqual(['accounts']);
    expect(parts.engines.map(({ accountId, notes }) => [accountId, notes])).toEqual([[other, []]]);
  });
});

describe('the demo company', () => {
  it('starts its service once, when it is first opened, and stops it with the app', async () => {
    await app.handlers.openDemo(null);
    await app.handlers.connectAccount(CONNECT);
    await app.handlers.activateAccount({ accountId: 'demo-1000' });
    expect((await app.handlers.readAccounts(null)).accounts[0]).toMatchObject({ kind: 'demo', hasKey: true });
    expect(parts.engines.at(-1)?.key()).toBe('demo-key');
    await app.stop();
    expect(parts.demoStops()).toBe(1);
  });

  it('is the same world again after a restart, with the key of its new service', async () => {
    await app.handlers.openDemo(null);
    expect(parts.demoStarts).toEqual([null]);
    await app.stop();
    await open();
    expect(parts.demoStarts).toEqual([1000]);
    expect(await activeId()).toBe('demo-1000');
    expect(parts.engines[0]?.key()).toBe('demo-key');
  });

  it('does not keep the app from starting when it cannot start, and can be tried again', async () => {
    await app.handlers.openDemo(null);
    await app.stop();
    const failing = createFakeParts();
    failing.failDemo(true);
    await open(failing);
    expect(parts.engines[0]?.key()).toBeNull();
    await expect(app.handlers.openDemo(null)).rejects.toThrow('no demo today');
    failing.failDemo(false);
    await app.handlers.openDemo(null);
    expect(parts.engines.at(-1)?.key()).toBe('demo-key');
  });
});

describe('an account that is removed', () => {
  it('stops its sync, and the next one is opened', async () => {
    await app.handlers.connectAccount(CONNECT);
    const first = await activeId();
    await app.handlers.connectAccount({ ...CONNECT, key: 'other' });
    const second = await activeId();
    const views: unknown[] = [];
    app.onEvent((name, payload) => name === 'accounts' && views.push(payload));
    const state = await app.handlers.removeAccount({ accountId: second });
    expect(state).toMatchObject({ activeId: first, accounts: [{ id: first }] });
    expect(views).toEqual([state]);
    expect(parts.engines[1]?.notes).toEqual(['stop']);
    expect(parts.engines.at(-1)?.accountId).toBe(first);
    // Its copy is no longer let in.
    expect(greet(second, 1).closed()).toBe(true);
  });

  it('that was not open disturbs nobody', async () => {
    await app.handlers.connectAccount(CONNECT);
    const first = await activeId();
    await app.handlers.connectAccount({ ...CONNECT, key: 'other' });
    await app.handlers.removeAccount({ accountId: first });
    expect(parts.engines).toHaveLength(2);
    expect(parts.engines[1]?.notes).toEqual([]);
  });

  it('may be the last one, or the demo company: its service ends, and another world begins the next time', async () => {
    await app.handlers.openDemo(null);
    await app.handlers.removeAccount({ accountId: 'demo-1000' });
    expect(await app.handlers.readAccounts(null)).toEqual({
      accounts: [],
      activeId: null,
      keyStorage: 'memory',
    });
    expect((await app.handlers.readSyncStatus(null)).accountId).toBeNull();
    expect(parts.demoStops()).toBe(1);
    await app.handlers.openDemo(null);
    expect(parts.demoStarts).toEqual([null, null]);
    expect(await activeId()).toBe('demo-1000');
  });

  it('gives way to the demo company, whose service begins', async () => {
    await app.handlers.openDemo(null);
    await app.handlers.connectAccount(CONNECT);
    await app.handlers.removeAccount({ accountId: await activeId() });
    expect(await activeId()).toBe('demo-1000');
    expect(parts.engines.at(-1)?.key()).toBe('demo-key');
  });
});

describe('lines of ledgers', () => {
  beforeEach(() => app.handlers.connectAccount(CONNECT));
  const notes = () => parts.engines.at(-1)?.notes;

  it('count from a valid hello on, for an account that exists', async () => {
    const silent = line();
    app.attachLedgerChannel(silent);
    const id = await activeId();
    for (const hello of [null, 'x', { type: 'ledger-hello' }, { type: 'call', id: 1, name: 'x' }]) {
      const channel = line();
      app.attachLedgerChannel(channel);
      channel.say(hello);
      expect(channel.closed()).toBe(true);
    }
    expect(greet('nobody', 1).closed()).toBe(true);
    expect(greet(id, 0).closed()).toBe(true);
    expect(notes()).toEqual([]);
    expect(greet(id, 1).closed()).toBe(false);
    expect(notes()).toEqual(['attach 1 new']);
    expect(silent.closed()).toBe(false);
  });

  it('give way to a greater epoch, and refuse a smaller one', async () => {
    const id = await activeId();
    const older = greet(id, 2);
    const newer = greet(id, 3);
    expect(older.closed()).toBe(true);
    expect(greet(id, 2).closed()).toBe(true);
    expect(newer.closed()).toBe(false);
    expect(notes()).toEqual(['attach 2 new', 'detach 2', 'attach 3 new']);
  });

  it('let the same owner call again', async () => {
    const id = await activeId();
    const before = greet(id, 2);
    greet(id, 2);
    expect(before.closed()).toBe(true);
    expect(notes()).toEqual(['attach 2 new', 'detach 2', 'attach 2 new']);
  });

  it('let another browser in once the first has gone', async () => {
    const id = await activeId();
    greet(id, 9).close();
    expect(greet(id, 1).closed()).toBe(false);
    expect(notes()).toEqual(['attach 9 new', 'detach 9', 'attach 1 new']);
  });

  it('wait for their account to become the active one', async () => {
    const first = await activeId();
    greet(first, 5);
    await app.handlers.connectAccount({ ...CONNECT, key: 'other' });
    expect(notes()).toEqual([]);
    await app.handlers.activateAccount({ accountId: first });
    expect(notes()).toEqual(['attach 5 new']);
  });

  it('come and go without the account that is open, where they are another’s', async () => {
    const first = await activeId();
    await app.handlers.connectAccount({ ...CONNECT, key: 'other' });
    const channel = greet(first, 7);
    expect([channel.closed(), notes()]).toEqual([false, []]);
    channel.close();
    expect(notes()).toEqual([]);
  });

  it('end with the app', async () => {
    const channel = greet(await activeId(), 1);
    await app.stop();
    expect(channel.closed()).toBe(true);
  });
});

describe('a local copy', () => {
  beforeEach(() => app.handlers.connectAccount(CONNECT));
  const notes = () => parts.engines.at(-1)?.notes;

  it('is new, then known, and another one in its place is said to be', async () => {
    const id = await activeId();
    greet(id, 1, 'copy-1').close();
    expect(notes()).toEqual(['attach 1 new', 'detach 1']);
    await app.stop();
    await open();
    greet(id, 2, 'copy-1').close();
    greet(id, 1, 'copy-2').close();
    // What was said of a copy stays said while the app runs: it may call again before anyone has read it.
    greet(id, 1, 'copy-2');
    expect(notes()).toEqual([
      'attach 2 known',
      'detach 2',
      'attach 1 replaced',
      'detach 1',
      'attach 1 replaced',
    ]);
    await app.stop();
    await open();
    greet(id, 1, 'copy-2');
    expect(notes()).toEqual(['attach 1 known']);
  });
});

describe('an account', () => {
  beforeEach(() => app.handlers.connectAccount(CONNECT));
  const engine = () => parts.engines.at(-1);

  it('gets another name and schedule without its sync being disturbed', async () => {
    const accountId = await activeId();
    await app.handlers.updateAccount({ accountId, name: 'Otra', syncEveryMinutes: 15 });
    expect(parts.engines).toHaveLength(1);
    expect(engine()?.notes).toEqual([`period ${15 * 60_000}`]);
    expect((await app.handlers.readAccounts(null)).accounts).toMatchObject([
      { name: 'Otra', syncEveryMinutes: 15, plan: 'pro' },
    ]);
  });

  it('begins anew with another plan', async () => {
    const accountId = await activeId();
    await app.handlers.updateAccount({ accountId, plan: 'free' });
    expect(parts.engines.map((one) => one.plan)).toEqual(['pro', 'free']);
    expect(parts.engines[0]?.notes).toEqual(['stop']);
  });

  it('passes on what the user wants read, counted and decided', async () => {
    const months = ['2026-03', '2026-04'] as never;
    await app.handlers.rereadMonths({ months });
    await app.handlers.cancelRereads({ months });
    await app.handlers.checkMonths({ months });
    await app.handlers.findDifferences({ ranges: ['all', '2026-03' as never] });
    const decision = { month: '2026-03' as never, decision: 'remove' } as const;
    expect(await app.handlers.resolveMissing(decision)).toEqual({ rowsRemoved: 3 });
    expect(engine()?.notes).toEqual([
      'reread 2026-03 2026-04',
      'cancel 2026-03 2026-04',
      'check 2026-03 2026-04',
      'find all 2026-03',
      'remove 2026-03',
    ]);
  });
});

describe('another key for an account', () => {
  let accountId: string;
  const engine = () => parts.engines.at(-1);
  beforeEach(async () => {
    await app.handlers.connectAccount(CONNECT);
    accountId = await activeId();
    expect(engine()?.isKeyProven()).toBe(true);
    await app.handlers.giveKey({ accountId, key: 'another-key' });
  });

  it('has to prove itself, and is known from then on', async () => {
    expect(engine()?.key()).toBe('another-key');
    expect(engine()?.isKeyProven()).toBe(false);
    engine()?.verifyKeyOwner();
    await expect.poll(() => engine()?.isKeyProven()).toBe(true);
    await app.stop();
    await open();
    await app.handlers.giveKey({ accountId, key: 'another-key' });
    expect(engine()?.isKeyProven()).toBe(true);
    await app.handlers.giveKey({ accountId, key: KEY });
    expect(engine()?.isKeyProven()).toBe(false);
  });

  it('is the same company where the user says so', async () => {
    await app.handlers.resolveKey({ accountId, decision: 'same-company' });
    expect([await activeId(), engine()?.key(), engine()?.isKeyProven()]).toEqual([
      accountId,
      'another-key',
      true,
    ]);
  });

  it('becomes an account of its own, and the first one waits for its own key', async () => {
    await app.handlers.resolveKey({ accountId, decision: 'own-account' });
    expect(await activeId()).not.toBe(accountId);
    expect([engine()?.key(), engine()?.isKeyProven()]).toEqual(['another-key', true]);
    await app.handlers.activateAccount({ accountId });
    expect(engine()?.key()).toBeNull();
    await expect(app.handlers.giveKey({ accountId, key: 'another-key' })).rejects.toMatchObject({
      code: 'key-of-other-account',
    });
  });

  it('is forgotten where the user says so', async () => {
    await app.handlers.resolveKey({ accountId, decision: 'forget' });
    expect([await activeId(), engine()?.key()]).toEqual([accountId, null]);
    await expect(app.handlers.resolveKey({ accountId, decision: 'forget' })).rejects.toMatchObject({
      code: 'no-key-in-question',
    });
  });
});

describe('an account that comes back', () => {
  const MONTHS = { months: ['2026-03' as never] };
  let first: string;
  const engine = () => parts.engines.at(-1);
  const goAndComeBack = async () => {
    await app.handlers.connectAccount({ ...CONNECT, key: 'other' });
    expect(engine()?.notes).toEqual([]);
    await app.handlers.activateAccount({ accountId: first });
  };
  beforeEach(async () => {
    await app.handlers.connectAccount(CONNECT);
    first = await activeId();
  });

  it('finds what was asked of its sync and not come to yet', async () => {
    parts.engines[0]?.commands.add({ kind: 'reread', ...MONTHS });
    await goAndComeBack();
    expect(parts.engines[1]?.commands.hasAny()).toBe(false);
    expect(engine()?.commands.take()).toEqual([{ kind: 'reread', ...MONTHS }]);
  });

  it('is paused still where the user paused it, until something is wanted of it', async () => {
    await app.handlers.pauseSync(null);
    await goAndComeBack();
    expect(engine()?.notes).toEqual(['pause user']);
    await app.handlers.updateAccount({ accountId: first, plan: 'free' });
    expect(engine()?.notes).toEqual(['pause user']);
    await app.handlers.rereadMonths(MONTHS);
    await goAndComeBack();
    expect(engine()?.notes).toEqual([]);
  });
});

describe('sleep', () => {
  it('pauses the sync for its own reason, and waking goes on with it', async () => {
    await app.handlers.connectAccount(CONNECT);
    app.suspend();
    app.resume();
    expect(parts.engines.at(-1)?.notes).toEqual(['pause sleep', 'wake']);
  });

  it('that never came ends by itself', async () => {
    await app.handlers.connectAccount(CONNECT);
    vi.useFakeTimers();
    try {
      app.suspend();
      vi.advanceTimersByTime(59_000);
      expect(parts.engines.at(-1)?.notes).toEqual(['pause sleep']);
      vi.advanceTimersByTime(1_000);
      expect(parts.engines.at(-1)?.notes).toEqual(['pause sleep', 'wake']);
    } finally {
      vi.useRealTimers();
    }
  });
});

const TOO_MANY_ADDRESSES = 'too-many-addresses';

describe('a page', () => {
  it('has eight addresses asked in a while, by whichever call, and the host’s own calls as many as they like', async () => {
    const page = app.connect();
    const typed = (at: number) => ({ baseUrl: `https://host-${at}.test`, plan: 'pro', key: KEY }) as const;
    for (let at = 0; at < 8; at += 1) await page.handlers.checkKey(typed(at));
    expect(await page.handlers.checkKey(typed(8))).toEqual({
      ...{ kind: 'rejected', reason: TOO_MANY_ADDRESSES, words: null },
    });
    const refused = { code: TOO_MANY_ADDRESSES, message: expect.stringContaining('addresses') };
    const name = 'Tienda';
    const call = async (of: () => unknown) => of();
    await expect(call(() => page.handlers.connectAccount({ ...typed(8), name }))).rejects.toMatchObject(
      refused,
    );
    await expect(
      call(() => page.handlers.confirmAddress({ accountId: 'a', baseUrl: typed(8).baseUrl })),
    ).rejects.toMatchObject(refused);
    expect((await app.handlers.connectAccount({ ...typed(8), name })).accounts).toHaveLength(1);
    expect((await page.handlers.connectAccount({ ...typed(7), name })).accounts).toHaveLength(2);
    const accountId = await activeId();
    expect(await page.handlers.confirmAddress({ accountId, baseUrl: typed(7).baseUrl })).toMatchObject({
      activeId: accountId,
    });
    await page.end();
  });
});

describe('what stands around the page', () => {
  it('is told months that moved of accounts that there are, the language and the commands', async () => {
    const told: unknown[] = [];
    const say =
      (what: string) =>
      async (...values: readonly unknown[]) =>
        void told.push([what, ...values]);
    await app.stop();
    await open(parts, {
      shell: {
        ...{
          read: async () => 'around' as never,
          change: say('change'),
          sendMovedMonths: say('moved'),
          sendLanguage: say('language'),
        },
        sendCommands: (commands: readonly unknown[]) => void told.push(['commands', commands]),
      } as never,
    });
    await app.handlers.connectAccount(CONNECT);
    expect([await app.handlers.readShell(null), await app.handlers.takeAsked(null)]).toEqual(['around', []]);
    const accountId = await activeId();
    expect(await app.handlers.listBackups({ accountId })).toMatchObject({ backups: [] });
    const months = ['2026-03'] as never;
    expect(await app.handlers.sendMovedMonths({ accountId: 'nobody', months })).toBeNull();
    expect(await app.handlers.sendMovedMonths({ accountId, months })).toBeNull();
    expect(await app.handlers.sendLanguage({ language: 'pt' })).toBeNull();
    expect(await app.handlers.sendCommands({ commands: [] })).toBeNull();
    expect(told).toEqual([
      ['moved', accountId, months],
      ['language', 'pt'],
      ['commands', []],
    ]);
  });
});
