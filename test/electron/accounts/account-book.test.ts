import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAccountBook } from '#electron/accounts/account-book.ts';
import { createKeyRing } from '#electron/accounts/key-ring.ts';
import { type KeyVault, NO_VAULT } from '#electron/accounts/key-vault.ts';
import type { BackupAccount } from '#shared/contract/backups.ts';
import type { AccountCurrencies } from '#shared/contract/currencies.ts';
import { modeShown } from '#test/runner/systems.ts';

const KEY = 'a-key-that-must-not-be-written';
const ACCOUNT = { baseUrl: 'https://api.example', plan: 'pro', key: KEY, name: 'Tienda' } as const;

const PESOS: AccountCurrencies = { main: 'CLP', own: [] };
const WITH_REAIS: AccountCurrencies = {
  main: 'CLP',
  own: [{ Canal: 'Vitrina', Cuenta: '', code: 'BRL' }],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-accounts-'));
});
// A book that takes over an older file may still be writing it.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));

const file = () => join(folder, 'accounts.json');

describe('a restored backup', () => {
  const BACKUP: BackupAccount = {
    id: 'from-elsewhere',
    kind: 'api',
    name: 'Tienda',
    baseUrl: 'https://api.example',
    plan: 'pro',
    syncEveryMinutes: 120,
    currencies: WITH_REAIS,
  };

  it('adds its account under its own id, active and without a key, which has to prove itself', async () => {
    const book = await openAccountBook(folder);
    await book.restore(BACKUP, BACKUP.id);
    const after = await openAccountBook(folder);
    expect(after.state()).toEqual({
      activeId: BACKUP.id,
      accounts: [{ ...BACKUP, isAddressConfirmed: false, hasKey: false, key: null }],
      keyStorage: 'memory',
    });
    await after.confirmAddress(BACKUP.id, BACKUP.baseUrl);
    await after.giveKey(BACKUP.id, KEY);
    expect(after.isKeyProven(BACKUP.id, KEY)).toBe(false);
  });

  it('of an account that was removed is a copy that nobody knows, also under its id', async () => {
    const book = await openAccountBook(folder);
    await book.restore(BACKUP, BACKUP.id);
    const note = () => book.noteCopy(BACKUP.id, 'copy');
    expect([note(), note()]).toEqual(['new', 'known']);
    await book.remove(BACKUP.id);
    await book.restore(BACKUP, BACKUP.id);
    expect([note(), note()]).toEqual(['new', 'known']);
  });

  it('has no key to go to its address before that is confirmed, whatever the keyring gives', async () => {
    const keys = createKeyRing({ ...NO_VAULT, open: async () => new Map([[BACKUP.id, KEY]]) });
    const book = await openAccountBook(folder, keys);
    await book.restore(BACKUP, BACKUP.id);
    expect(await book.openKeys()).toEqual([]);
    keys.hold(BACKUP.id, KEY);
    expect([book.key(BACKUP.id), book.state().accounts[0]?.hasKey]).toEqual([null, false]);
    await book.confirmAddress(BACKUP.id, BACKUP.baseUrl);
    expect([book.key(BACKUP.id), book.state().accounts[0]?.hasKey]).toEqual([KEY, true]);
  });

  it('of the account itself leaves its name, plan and key as they are', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const id = book.state().activeId ?? '';
    await book.restore({ ...BACKUP, id, name: 'Antes', plan: 'free', baseUrl: 'https://other.example' }, id);
    expect(book.state().accounts).toMatchObject([
      {
        id,
        name: 'Tienda',
        plan: 'pro',
        baseUrl: ACCOUNT.baseUrl,
        syncEveryMinutes: 120,
        currencies: WITH_REAIS,
      },
    ]);
    expect(book.isKeyProven(id, KEY)).toBe(true);
  });

  it('of another account makes the key prove itself anew', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const id = book.state().activeId ?? '';
    await book.restore(BACKUP, id);
    expect(book.state().accounts).toHaveLength(1);
    expect(book.key(id)).toBe(KEY);
    expect(book.isKeyProven(id, KEY)).toBe(false);
  });
});

describe('an address that came from a file', () => {
  const FROM_FILE: BackupAccount = {
    ...{ id: 'from-elsewhere', kind: 'api', name: 'Tienda', plan: 'pro', syncEveryMinutes: 60 },
    baseUrl: 'https://evil.example/v1',
    currencies: PESOS,
  };
  const { id, baseUrl } = FROM_FILE;
  /** What a backup of ours never says, and another's might. */
  const SAYING_SO = { ...FROM_FILE, isAddressConfirmed: true };
  const confirmedIn = (book: Awaited<ReturnType<typeof openAccountBook>>) =>
    book.state().accounts.map(({ isAddressConfirmed }) => isAddressConfirmed);
  const REFUSED = { code: 'unconfirmed-address' };

  it('takes no key, in any way, before it is confirmed; and it is over restarts', async () => {
    await (await openAccountBook(folder)).restore(SAYING_SO, id);
    const book = await openAccountBook(folder);
    expect(confirmedIn(book)).toEqual([false]);
    await expect(book.giveKey(id, KEY)).rejects.toMatchObject(REFUSED);
    await expect(book.resolveKey(id, 'same-company')).rejects.toMatchObject(REFUSED);
    const typed = { ...ACCOUNT, baseUrl: 'https://evil.example/another/path' };
    await expect(book.connect(typed)).rejects.toMatchObject(REFUSED);
    expect(book.mayTakeKeys('https://evil.example')).toBe(false);
    expect([book.key(id), book.state().accounts.length]).toEqual([null, 1]);
    // Another company's is none of it.
    await book.connect(ACCOUNT);
    expect(confirmedIn(book)).toEqual([false, true]);
  });

  it('is confirmed as what was seen, once for all; a second restore takes nothing back', async () => {
    const book = await openAccountBook(folder);
    await book.restore(FROM_FILE, id);
    await expect(book.confirmAddress(id, 'https://api.example')).rejects.toMatchObject({
      code: 'other-address',
    });
    await expect(book.confirmAddress('nobody', baseUrl)).rejects.toMatchObject({ code: 'unknown-account' });
    await expect(book.giveKey(id, KEY)).rejects.toMatchObject(REFUSED);
    await book.confirmAddress(id, baseUrl);
    await book.giveKey(id, KEY);
    expect([book.key(id), book.mayTakeKeys(baseUrl)]).toEqual([KEY, true]);
    await book.restore({ ...FROM_FILE, baseUrl: 'https://worse.example' }, id);
    const again = await openAccountBook(folder);
    expect(again.state().accounts).toMatchObject([{ baseUrl, isAddressConfirmed: true }]);
    // One that is removed and restored once more is from a file once more.
    await again.remove(id);
    await again.restore(FROM_FILE, id);
    expect(confirmedIn(again)).toEqual([false]);
  });

  it('gets no key that a keyring kept under its id, for the book that knew it is gone', async () => {
    const kept: KeyVault = {
      ...NO_VAULT,
      keepingOf: () => 'keyring',
      open: async () => new Map([[id, KEY]]),
    };
    const book = await openAccountBook(folder, createKeyRing(kept));
    await book.restore(FROM_FILE, id);
    expect(await book.openKeys()).toEqual([]);
    expect(book.key(id)).toBeNull();
    expect(book.state().accounts).toMatchObject([
      { hasKey: false, key: { ending: null, keeping: 'keyring' } },
    ]);
    await book.confirmAddress(id, baseUrl);
    expect(await book.openKeys()).toEqual([id]);
    expect(book.key(id)).toBe(KEY);
  });
});

describe('the account book', () => {
  it('is empty at first', async () => {
    const book = await openAccountBook(folder);
    expect(book.state()).toEqual({ accounts: [], activeId: null, keyStorage: 'memory' });
    expect(book.active()).toBeNull();
  });

  it('writes a file of the user alone, without the key', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    expect((await stat(file())).mode & 0o777).toBe(modeShown(0o600));
    expect(await readdir(folder)).toEqual(['accounts.json']);
    const text = await readFile(file(), 'utf8');
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(Buffer.from(KEY).toString('base64'));
    expect(text).not.toContain(Buffer.from(KEY).toString('hex'));
    expect(JSON.stringify(book.state())).not.toContain(KEY);
    expect(book.key(book.state().activeId ?? '')).toBe(KEY);
  });

  it('finds the account of a key again after a restart, and forgets the key', async () => {
    const before = await openAccountBook(folder);
    await before.connect(ACCOUNT);
    const id = before.state().activeId ?? '';
    const after = await openAccountBook(folder);
    expect(after.state().accounts).toMatchObject([{ id, hasKey: false, plan: 'pro', name: 'Tienda' }]);
    expect(after.key(id)).toBeNull();
    await after.connect({ ...ACCOUNT, plan: 'free', name: '' });
    expect(after.state()).toMatchObject({
      activeId: id,
      accounts: [{ id, hasKey: true, plan: 'free', name: 'Tienda' }],
    });
  });

  it('keeps two keys, and two addresses, apart', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    await book.connect({ ...ACCOUNT, key: 'another' });
    await book.connect({ ...ACCOUNT, baseUrl: 'https://other.example' });
    const { accounts, activeId } = book.state();
    expect(new Set(accounts.map((account) => account.id)).size).toBe(3);
    expect(activeId).toBe(accounts[2]?.id);
  });

  it('takes another key as one that has to prove itself', async () => {
    const before = await openAccountBook(folder);
    await before.connect(ACCOUNT);
    const id = before.state().activeId ?? '';
    const book = await openAccountBook(folder);
    await book.giveKey(id, 'another');
    expect([book.key(id), book.isKeyProven(id, 'another'), book.isKeyProven(id, KEY)]).toEqual([
      'another',
      false,
      true,
    ]);
    await book.verifyKeyOwner(id, 'another');
    const after = await openAccountBook(folder);
    expect([after.isKeyProven(id, 'another'), after.isKeyProven(id, KEY)]).toEqual([true, false]);
    expect(await readFile(file(), 'utf8')).not.toContain('another');
    await expect(book.giveKey('nobody', KEY)).rejects.toMatchObject({ code: 'unknown-account' });
    await expect(book.activate('nobody')).rejects.toMatchObject({ code: 'unknown-account' });
  });

  it('refuses the key of another account of the same address', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const first = book.state().activeId ?? '';
    await book.connect({ ...ACCOUNT, key: 'another' });
    await expect(book.giveKey(first, 'another')).rejects.toMatchObject({ code: 'key-of-other-account' });
    expect(book.key(first)).toBe(KEY);
  });

  it('lets a key that was proven for one account go on being tried by no other of its address', async () => {
    const book = await openAccountBook(folder);
    const ids: string[] = [];
    for (const [baseUrl, key] of [
      [ACCOUNT.baseUrl, 'one'],
      [ACCOUNT.baseUrl, 'two'],
      [ACCOUNT.baseUrl, 'three'],
      ['https://other.example', 'four'],
    ] as const) {
      await book.connect({ ...ACCOUNT, baseUrl, key });
      ids.push(book.state().activeId ?? '');
    }
    const [first = '', second = '', third = '', elsewhere = ''] = ids;
    for (const id of [first, second, elsewhere]) await book.giveKey(id, 'new');
    await book.verifyKeyOwner(first, 'new');
    // The third has a key of its own; at another address the same text is another key.
    expect(ids.map((id) => book.key(id))).toEqual(['new', null, 'three', 'new']);
    expect(book.state().accounts.map(({ hasKey }) => hasKey)).toEqual([true, false, true, true]);
    expect([book.isKeyProven(second, 'two'), book.isKeyProven(third, 'three')]).toEqual([true, true]);
    expect(book.isKeyProven(elsewhere, 'new')).toBe(false);
  });

  it('is known by a key that was decided to be the same company’s, and decides of none that is not in question', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const id = book.state().activeId ?? '';
    const decide = () => book.resolveKey(id, 'same-company');
    await expect(decide()).rejects.toMatchObject({ code: 'no-key-in-question' });
    // Its own key given again is its own.
    await book.giveKey(id, KEY);
    await expect(decide()).rejects.toMatchObject({ code: 'no-key-in-question' });
    await book.giveKey(id, 'another');
    await decide();
    expect([book.key(id), book.isKeyProven(id, 'another'), book.isKeyProven(id, KEY)]).toEqual([
      'another',
      true,
      false,
    ]);
    expect(book.state().accounts).toHaveLength(1);
    await expect(decide()).rejects.toMatchObject({ code: 'no-key-in-question' });
    // Without a key there is none to decide of.
    const after = await openAccountBook(folder);
    await expect(after.resolveKey(id, 'forget')).rejects.toMatchObject({ code: 'no-key-in-question' });
  });

  it('changes of an account what it is told to, and nothing else; of the demo neither plan nor key', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const id = book.state().activeId ?? '';
    const own = () => book.state().accounts.find((account) => account.id === id);
    const first = own();
    await book.update(id, {});
    expect(own()).toEqual(first);
    for (const change of [
      { name: 'Otra' },
      { name: '' },
      { plan: 'free' },
      { syncEveryMinutes: 15 },
      { currencies: WITH_REAIS },
    ] as const) {
      const before = own();
      await book.update(id, change);
      expect(own()).toEqual({ ...before, ...change });
    }
    expect((await openAccountBook(folder)).state().accounts).toEqual([
      { ...own(), hasKey: false, key: null },
    ]);
    await expect(book.update('nobody', { name: 'x' })).rejects.toMatchObject({ code: 'unknown-account' });

    const demo = { beganAtMs: 5, name: 'Demo', plan: 'pro', currencies: PESOS, key: 'd' } as const;
    await book.openDemo({ ...demo, baseUrl: 'http://127.0.0.1:1' });
    await book.update('demo-5', { name: 'Mine', plan: 'free' });
    await book.giveKey('demo-5', 'another');
    expect(book.find('demo-5')).toMatchObject({ kind: 'demo', name: 'Mine', plan: 'pro' });
    expect([book.key('demo-5'), book.isKeyProven('demo-5', 'anything')]).toEqual(['d', true]);
    expect(book.isKeyProven('nobody', KEY)).toBe(false);
    await book.activate(id);
    expect([book.active()?.id, book.demoBeganAtMs()]).toEqual([id, 5]);
  });

  it('leaves an account without the key that was decided to be another company’s', async () => {
    for (const decision of ['own-account', 'forget'] as const) {
      const book = await openAccountBook(join(folder, decision));
      await book.connect(ACCOUNT);
      const id = book.state().activeId ?? '';
      book.noteCopy(id, 'copy');
      await book.giveKey(id, 'another');
      await book.resolveKey(id, decision);
      await book.settled();
      expect(book.key(id), decision).toBeNull();
      const { accounts, activeId } = book.state();
      expect(accounts.map((account) => [account.id === id, account.hasKey])).toEqual(
        decision === 'own-account'
          ? [
              [true, false],
              [false, true],
            ]
          : [[true, false]],
      );
      // The new one begins with no copy; the old one keeps its own.
      const again = await openAccountBook(join(folder, decision));
      expect(again.noteCopy(id, 'copy')).toBe('known');
      if (activeId !== null && activeId !== id) expect(again.noteCopy(activeId, 'copy')).toBe('new');
    }
  });

  it('knows the copy of an account again that is connected anew, and of the demo company', async () => {
    const before = await openAccountBook(folder);
    await before.connect(ACCOUNT);
    const id = before.state().activeId ?? '';
    const demo = { beganAtMs: 5, name: 'Demo', plan: 'pro', currencies: PESOS, key: 'd' } as const;
    await before.openDemo({ ...demo, baseUrl: 'http://127.0.0.1:1' });
    expect([before.noteCopy(id, 'copy'), before.noteCopy('demo-5', 'demo-copy')]).toEqual(['new', 'new']);
    await before.settled();
    // Connected and opened again by a process that has not seen the copies itself.
    const after = await openAccountBook(folder);
    await after.connect({ ...ACCOUNT, plan: 'free', name: 'Other' });
    await after.openDemo({ ...demo, baseUrl: 'http://127.0.0.1:2' });
    expect([after.noteCopy(id, 'copy'), after.noteCopy('demo-5', 'demo-copy')]).toEqual(['known', 'known']);
    const later = await openAccountBook(folder);
    expect([later.noteCopy(id, 'other'), later.noteCopy('demo-5', 'other')]).toEqual([
      'replaced',
      'replaced',
    ]);
  });

  it('knows a copy again that it could not write down, and leaves no draft of what it tried to', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const id = book.state().activeId ?? '';
    // No file takes the place of a folder.
    await rm(file());
    await mkdir(file());
    await expect(book.update(id, { name: 'Other' })).rejects.toThrow();
    expect([book.noteCopy(id, 'copy'), book.noteCopy(id, 'copy')]).toEqual(['new', 'known']);
    await book.settled();
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['accounts.json']));
    expect([book.noteCopy(id, 'copy'), book.noteCopy(id, 'other')]).toEqual(['known', 'replaced']);
    expect(book.state().accounts[0]?.name).toBe('Tienda');
  });

  it('takes over a file of the first version, every account with the usual schedule', async () => {
    const old = { id: 'a', kind: 'api', name: 'N', baseUrl: 'https://x', plan: 'free', fingerprint: 'f' };
    const text = JSON.stringify({
      version: 1,
      salt: 's',
      activeId: 'a',
      accounts: [{ ...old, beganAtMs: null }],
    });
    await writeFile(file(), text);
    const book = await openAccountBook(folder);
    expect(book.state()).toMatchObject({ activeId: 'a', accounts: [{ id: 'a', syncEveryMinutes: 60 }] });
    expect(await readdir(folder)).toEqual(['accounts.json']);
    expect(book.noteCopy('a', 'copy')).toBe('new');
    await book.update('a', { syncEveryMinutes: 240, name: 'M' });
    const again = await openAccountBook(folder);
    expect(again.state()).toMatchObject({ accounts: [{ name: 'M', syncEveryMinutes: 240 }] });
    expect(again.noteCopy('a', 'copy')).toBe('known');
    expect(again.noteCopy('a', 'other')).toBe('replaced');
  });

  it('takes over a file of the second version, every account in one currency without a name', async () => {
    const old = { id: 'a', kind: 'api', name: 'N', baseUrl: 'https://x', plan: 'free', fingerprint: 'f' };
    const text = JSON.stringify({
      version: 2,
      salt: 's',
      activeId: 'a',
      accounts: [{ ...old, beganAtMs: null, syncEveryMinutes: 240, ledgerId: 'copy' }],
    });
    await writeFile(file(), text);
    const book = await openAccountBook(folder);
    expect(book.state().accounts).toMatchObject([
      { id: 'a', syncEveryMinutes: 240, currencies: { main: null, own: [] } },
    ]);
    expect(book.noteCopy('a', 'copy')).toBe('known');
    await book.update('a', { currencies: WITH_REAIS });
    const again = await openAccountBook(folder);
    expect(again.state().accounts[0]?.currencies).toEqual(WITH_REAIS);
    await again.update('a', { name: 'M' });
    expect(again.state().accounts[0]).toMatchObject({ name: 'M', currencies: WITH_REAIS });
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ version: 4 });
  });

  it('takes over a file of the third version, every address as its user’s own', async () => {
    const old = { id: 'a', kind: 'api', name: 'N', baseUrl: 'https://x', plan: 'free', fingerprint: null };
    const fields = { beganAtMs: null, syncEveryMinutes: 240, ledgerId: 'copy', currencies: WITH_REAIS };
    const text = JSON.stringify({
      version: 3,
      salt: 's',
      activeId: 'a',
      accounts: [{ ...old, ...fields }],
    });
    await writeFile(file(), text);
    const book = await openAccountBook(folder);
    expect(book.state().accounts).toMatchObject([
      { id: 'a', isAddressConfirmed: true, currencies: WITH_REAIS },
    ]);
    await book.giveKey('a', KEY);
    expect(book.key('a')).toBe(KEY);
  });

  it('keeps the currencies and the schedule of an account whose key is given anew, and those set for the demo', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const id = book.state().activeId ?? '';
    expect(book.state().accounts[0]?.currencies).toEqual({ main: null, own: [] });
    await book.update(id, { currencies: WITH_REAIS, syncEveryMinutes: 120 });
    await book.connect({ ...ACCOUNT, plan: 'free' });
    expect(book.state().accounts[0]).toMatchObject({
      ...{ plan: 'free', currencies: WITH_REAIS, syncEveryMinutes: 120 },
    });
    const demo = {
      beganAtMs: 5,
      name: 'Demo',
      plan: 'pro',
      baseUrl: 'http://127.0.0.1:1',
      key: 'd',
    } as const;
    await book.openDemo({ ...demo, currencies: PESOS });
    expect(book.state().accounts[1]?.currencies).toEqual(PESOS);
    await book.update('demo-5', { currencies: WITH_REAIS });
    await book.openDemo({ ...demo, currencies: PESOS });
    expect(book.state().accounts[1]?.currencies).toEqual(WITH_REAIS);
  });

  it('forgets an account that is removed, with its key and its copy; the next one is open, or none', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const first = book.state().activeId ?? '';
    await book.connect({ ...ACCOUNT, key: 'another' });
    const second = book.state().activeId ?? '';
    book.noteCopy(second, 'copy');
    await book.remove(second);
    expect(book.state()).toMatchObject({ activeId: first, accounts: [{ id: first, hasKey: true }] });
    expect([book.key(second), book.find(second)]).toEqual([null, undefined]);
    await expect(book.remove(second)).rejects.toMatchObject({ code: 'unknown-account' });
    // The same key again is a new account: nothing of the old one is left.
    await book.connect({ ...ACCOUNT, key: 'another' });
    const third = book.state().activeId ?? '';
    expect(third).not.toBe(second);
    expect(book.noteCopy(third, 'copy')).toBe('new');
    await book.remove(first);
    expect(book.state().activeId).toBe(third);
    await book.remove(third);
    expect((await openAccountBook(folder)).state()).toEqual({
      accounts: [],
      activeId: null,
      keyStorage: 'memory',
    });
  });

  it('stays with the account that is open where another is removed, wherever it stands', async () => {
    const book = await openAccountBook(folder);
    const ids: string[] = [];
    for (const key of ['k-1', 'k-2', 'k-3']) {
      await book.connect({ ...ACCOUNT, key });
      ids.push(book.state().activeId ?? '');
    }
    const [first = '', second = '', third = ''] = ids;
    await book.remove(second);
    expect(book.state().activeId).toBe(third);
    await book.activate(third);
    await book.remove(first);
    expect([book.state().activeId, book.active()?.id]).toEqual([third, third]);
    await expect(book.activate(first)).rejects.toMatchObject({ code: 'unknown-account' });
  });

  it('keeps unprotected the keys of its own accounts, and never the demo’s', async () => {
    const kept: string[] = [];
    const vault: KeyVault = {
      ...NO_VAULT,
      put: async (id, key) => void kept.push(`${id} ${key}`),
    };
    const book = await openAccountBook(folder, createKeyRing(vault));
    await book.connect(ACCOUNT);
    const id = book.state().activeId;
    const demo = {
      beganAtMs: 5,
      name: 'Demo',
      baseUrl: 'http://localhost:1',
      plan: 'pro',
      key: 'demo',
    } as const;
    await book.openDemo({ ...demo, currencies: PESOS });
    kept.length = 0;
    await book.allowUnprotectedKeys(true);
    expect(kept).toEqual([`${id} ${KEY}`]);
    await book.allowUnprotectedKeys(false);
    expect(kept).toHaveLength(1);
  });

  it('moves the demo account to where its service listens now', async () => {
    const book = await openAccountBook(folder);
    const demo = { beganAtMs: 5, name: 'Demo', plan: 'pro', currencies: PESOS } as const;
    await book.openDemo({ ...demo, baseUrl: 'http://127.0.0.1:1', key: 'd1' });
    // What was said of it stays.
    const said = { name: 'Mine', syncEveryMinutes: 15, currencies: WITH_REAIS } as const;
    await book.update('demo-5', said);
    await book.openDemo({ ...demo, baseUrl: 'http://127.0.0.1:2', key: 'd2' });
    expect(book.state().accounts).toMatchObject([{ kind: 'demo', baseUrl: 'http://127.0.0.1:2', ...said }]);
    expect(await readFile(file(), 'utf8')).not.toContain('d2"');
  });

  it('has one demo account: that of another world gives way, others stay', async () => {
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const demo = {
      name: 'Demo',
      plan: 'pro',
      baseUrl: 'http://127.0.0.1:1',
      key: 'd',
      currencies: PESOS,
    } as const;
    await book.openDemo({ ...demo, beganAtMs: 5 });
    await book.openDemo({ ...demo, beganAtMs: 6 });
    const { accounts, activeId } = book.state();
    expect(accounts.map((account) => account.kind)).toEqual(['api', 'demo']);
    expect(accounts[1]?.id).toBe(activeId);
    expect(activeId).toBe('demo-6');
    expect(book.demoBeganAtMs()).toBe(6);
    expect((await openAccountBook(folder)).demoBeganAtMs()).toBe(6);
  });

  it('sets a file that it cannot read aside instead of writing over it', async () => {
    await writeFile(file(), '{"version":1,"accounts":');
    const book = await openAccountBook(folder);
    await book.connect(ACCOUNT);
    const names = await readdir(folder);
    const kept = names.find((name) => name.startsWith('accounts.json.unreadable-'));
    expect(kept).toBeDefined();
    expect(await readFile(join(folder, kept ?? ''), 'utf8')).toBe('{"version":1,"accounts":');
  });

  it('refuses one that a later version wrote, and leaves it as it is', async () => {
    await writeFile(file(), '{"version":5,"books":[]}');
    await expect(openAccountBook(folder)).rejects.toMatchObject({ problem: { kind: 'newer', file: file() } });
    expect(await readFile(file(), 'utf8')).toBe('{"version":5,"books":[]}');
    expect(await readdir(folder)).toEqual(['accounts.json']);
  });
});
