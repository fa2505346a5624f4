import { createHmac, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSequencer } from '#shared/base/sequencer.ts';
import {
  type Account,
  type AccountsState,
  type AppCalls,
  type CopyState,
  DEFAULT_SYNC_PERIOD_MINUTES,
  type Plan,
  SYNC_PERIODS_MINUTES,
} from '#shared/contract/app.ts';
import { type AccountCurrencies, UNNAMED_CURRENCY } from '#shared/contract/currencies.ts';
import { BridgeError } from '#shared/contract/rpc.ts';
import { type Book, readAccountFile, type StoredAccount, writeAccountFile } from './account-file.ts';

/** No account has this id. */
const UNKNOWN_ACCOUNT = 'unknown-account';
/** The key is that of another account of the same address: that one is to be opened, not this one to be given it. */
const KEY_OF_OTHER_ACCOUNT = 'key-of-other-account';
/** There is no key whose company would have to be decided. */
const NO_KEY_IN_QUESTION = 'no-key-in-question';

/** An account as the main process works with it. */
export type KnownAccount = {
  readonly id: string;
  readonly kind: Account['kind'];
  readonly baseUrl: string;
  readonly plan: Plan;
  readonly syncEveryMinutes: number;
};

export type AccountBook = {
  readonly state: () => AccountsState;
  readonly active: () => KnownAccount | null;
  /** When the world of the demo account began; null where there is no demo account yet. */
  readonly demoBeganAtMs: () => number | null;
  readonly find: (id: string) => KnownAccount | undefined;
  /** The key of an account while this process lives; null until it is given. */
  readonly key: (id: string) => string | null;
  /** Whether a key is the one whose answers the account's copy holds. */
  readonly isKeyProven: (id: string, key: string) => boolean;
  /** Adds the account of (base address, key), or finds it again, and makes it the active one. A new account's key is its own. */
  readonly connect: (account: {
    readonly baseUrl: string;
    readonly plan: Plan;
    readonly key: string;
    readonly name: string;
  }) => Promise<void>;
  /**
   * Adds the demo account of a world, or moves it to where its service listens now, and makes it the active one.
   * There is one demo account: that of another world gives way.
   */
  readonly openDemo: (demo: {
    readonly beganAtMs: number;
    readonly name: string;
    readonly baseUrl: string;
    readonly plan: Plan;
    readonly key: string;
    /** What its amounts are in, until the user says otherwise. */
    readonly currencies: AccountCurrencies;
  }) => Promise<void>;
  /**
   * Takes a key into memory: unproven where it is not the account's known one (rule 14). Rejects with
   * KEY_OF_OTHER_ACCOUNT where another account of this address is known by it.
   */
  readonly giveKey: (id: string, key: string) => Promise<void>;
  /** The key's answers are the account's: from now on the account is known by it. */
  readonly verifyKeyOwner: (id: string, key: string) => Promise<void>;
  /** What the user decides of an unproven key. Rejects with NO_KEY_IN_QUESTION where there is none. */
  readonly resolveKey: (id: string, decision: AppCalls['resolveKey']['input']['decision']) => Promise<void>;
  readonly update: (
    id: string,
    change: Omit<AppCalls['updateAccount']['input'], 'accountId'>,
  ) => Promise<void>;
  readonly activate: (id: string) => Promise<void>;
  /** Forgets an account and its key. Where it was the active one, the first of the others is, or none. */
  readonly remove: (id: string) => Promise<void>;
  /** A local copy called in: says how it stands to the one before, and remembers it. */
  readonly noteCopy: (id: string, ledgerId: string) => CopyState;
  /** Resolves when everything is written down that will be. */
  readonly settled: () => Promise<void>;
};

/** Opens the list of accounts in a profile folder. Keys are never in it: they live in this process's memory. */
export async function openAccountBook(profileDirectory: string): Promise<AccountBook> {
  await mkdir(profileDirectory, { recursive: true, mode: 0o700 });
  const file = join(profileDirectory, 'accounts.json');
  let book = await readAccountFile(file);
  const keys = new Map<string, string>();
  /** Copies that called in and may not be written down yet. */
  const copies = new Map<string, string>();

  const fingerprint = (key: string) => createHmac('sha256', book.salt).update(key).digest('base64url');
  const find = (id: string) => book.accounts.find((account) => account.id === id);

  function take(id: string): StoredAccount {
    const found = find(id);
    if (found === undefined) throw new BridgeError(UNKNOWN_ACCOUNT, 'There is no such account.');
    return found;
  }

  /** The API account of an address that is known by a key. */
  const ownerOf = (baseUrl: string, key: string) =>
    book.accounts.find(
      (account) =>
        account.kind === 'api' && account.baseUrl === baseUrl && account.fingerprint === fingerprint(key),
    );

  /** Changes are written one after the other; what could not be written has not happened. */
  const inTurn = createSequencer();
  const save = (change: (before: Book) => Book): Promise<void> =>
    inTurn(async () => {
      const next = change(book);
      if (next === book) return;
      await writeAccountFile(file, next);
      book = next;
    });

  const withAccount = (before: Book, account: StoredAccount): Book => ({
    ...before,
    accounts: before.accounts.some((other) => other.id === account.id)
      ? before.accounts.map((other) => (other.id === account.id ? account : other))
      : [...before.accounts, account],
  });

  /** Changes an account that may have gone meanwhile. */
  const saveAccount = (id: string, change: (account: StoredAccount) => StoredAccount): Promise<void> =>
    save((before) => {
      const account = before.accounts.find((one) => one.id === id);
      return account === undefined ? before : withAccount(before, change(account));
    });

  async function connect(account: Parameters<AccountBook['connect']>[0]): Promise<void> {
    const { baseUrl, plan, key, name } = account;
    const known = ownerOf(baseUrl, key);
    const id = known?.id ?? randomUUID();
    await save((before) =>
      withAccount(
        { ...before, activeId: id },
        {
          id,
          kind: 'api',
          name: name === '' ? (known?.name ?? '') : name,
          baseUrl,
          plan,
          fingerprint: fingerprint(key),
          beganAtMs: null,
          syncEveryMinutes: known?.syncEveryMinutes ?? DEFAULT_SYNC_PERIOD_MINUTES,
          ledgerId: known?.ledgerId ?? null,
          currencies: known?.currencies ?? UNNAMED_CURRENCY,
        },
      ),
    );
    keys.set(id, key);
  }

  async function verifyKeyOwner(id: string, key: string): Promise<void> {
    const { baseUrl } = take(id);
    await saveAccount(id, (account) => ({ ...account, fingerprint: fingerprint(key) }));
    // Nobody else of this address may go on trying it.
    for (const other of book.accounts) {
      if (other.id !== id && other.baseUrl === baseUrl && keys.get(other.id) === key) keys.delete(other.id);
    }
  }

  const isKeyProven = (id: string, key: string): boolean => {
    const account = find(id);
    return account !== undefined && (account.kind === 'demo' || account.fingerprint === fingerprint(key));
  };

  return {
    state: () => ({
      activeId: book.activeId,
      accounts: book.accounts.map(({ id, kind, name, baseUrl, plan, syncEveryMinutes, currencies }) => ({
        id,
        kind,
        name,
        baseUrl,
        plan,
        // The demo's service is started when it is opened: it never asks for a key.
        hasKey: kind === 'demo' || keys.has(id),
        syncEveryMinutes,
        currencies,
      })),
    }),
    active: () => (book.activeId === null ? null : (find(book.activeId) ?? null)),
    demoBeganAtMs: () => book.accounts.find((account) => account.kind === 'demo')?.beganAtMs ?? null,
    find,
    key: (id) => keys.get(id) ?? null,
    isKeyProven,
    connect,
    openDemo: async ({ beganAtMs, name, baseUrl, plan, key, currencies }) => {
      const id = `demo-${beganAtMs}`;
      await save((before) => {
        const known = before.accounts.find((account) => account.id === id);
        const others = before.accounts.filter((other) => other.kind !== 'demo' || other.id === id);
        return withAccount(
          { ...before, activeId: id, accounts: others },
          {
            id,
            kind: 'demo',
            name: known?.name ?? name,
            baseUrl,
            plan,
            fingerprint: null,
            beganAtMs,
            syncEveryMinutes: known?.syncEveryMinutes ?? DEFAULT_SYNC_PERIOD_MINUTES,
            ledgerId: known?.ledgerId ?? null,
            currencies: known?.currencies ?? currencies,
          },
        );
      });
      keys.set(id, key);
    },
    giveKey: async (id, key) => {
      const account = take(id);
      if (account.kind === 'demo') return;
      const owner = ownerOf(account.baseUrl, key);
      if (owner !== undefined && owner.id !== id) {
        throw new BridgeError(
          KEY_OF_OTHER_ACCOUNT,
          'This key belongs to another account here: open that one.',
        );
      }
      keys.set(id, key);
    },
    verifyKeyOwner,
    resolveKey: async (id, decision) => {
      const account = take(id);
      const key = keys.get(id);
      if (key === undefined || isKeyProven(id, key)) {
        throw new BridgeError(NO_KEY_IN_QUESTION, 'The account has no key that is in question.');
      }
      if (decision === 'same-company') {
        await verifyKeyOwner(id, key);
        return;
      }
      if (decision === 'own-account') {
        const { baseUrl, plan } = account;
        await connect({ baseUrl, plan, key, name: '' });
      }
      keys.delete(id);
    },
    update: async (id, { name, plan, syncEveryMinutes, currencies }) => {
      take(id);
      const period = SYNC_PERIODS_MINUTES.find((minutes) => minutes === syncEveryMinutes);
      await saveAccount(id, (account) => ({
        ...account,
        name: name ?? account.name,
        // The demo's plan is its service's.
        plan: account.kind === 'demo' ? account.plan : (plan ?? account.plan),
        syncEveryMinutes: period ?? account.syncEveryMinutes,
        currencies: currencies ?? account.currencies,
      }));
    },
    activate: async (id) => {
      take(id);
      await save((before) => ({ ...before, activeId: id }));
    },
    remove: async (id) => {
      take(id);
      await save((before) => {
        const accounts = before.accounts.filter((account) => account.id !== id);
        const activeId = before.activeId === id ? (accounts[0]?.id ?? null) : before.activeId;
        return { ...before, accounts, activeId };
      });
      keys.delete(id);
      copies.delete(id);
    },
    settled: async () => {
      await inTurn(async () => undefined);
    },
    noteCopy: (id, ledgerId) => {
      const before = copies.get(id) ?? take(id).ledgerId;
      copies.set(id, ledgerId);
      // Not written: it is asked about again the next time, and nothing is lost but that.
      if (before !== ledgerId)
        saveAccount(id, (account) => ({ ...account, ledgerId })).catch(() => undefined);
      if (before === null) return 'new';
      return before === ledgerId ? 'known' : 'replaced';
    },
  };
}
