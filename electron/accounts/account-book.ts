import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pick } from 'es-toolkit';
import { z } from 'zod';
import { createSequencer } from '#shared/base/sequencer.ts';
import {
  type AccountsState,
  type AppCalls,
  type CopyState,
  DEFAULT_SYNC_PERIOD_MINUTES,
  PLANS,
  type Plan,
  SYNC_PERIODS_MINUTES,
} from '#shared/contract/app.ts';
import { accountIdSchema, type BackupAccount } from '#shared/contract/backups.ts';
import {
  type AccountCurrencies,
  accountCurrenciesSchema,
  UNNAMED_CURRENCY,
} from '#shared/contract/currencies.ts';
import { type Frozen, RpcError } from '#shared/contract/rpc.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { NO_VAULT } from './key-vault.ts';
import { readOrSetAside } from './read-or-set-aside.ts';
import { mayTakeKeys, mustBeAddressOf, mustBeConfirmed } from './unconfirmed-addresses.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** The accounts of a profile, whoever is its host. */
export const ACCOUNTS_FILE = 'accounts.json';

const accountFieldsV1 = {
  id: accountIdSchema,
  kind: z.enum(['demo', 'api']),
  name: z.string(),
  baseUrl: z.string(),
  plan: z.enum(PLANS),
  /** HMAC-SHA256, under the file's salt, of the account's key: recognises that key, cannot be reversed. */
  fingerprint: z.string().nullable(),
  /** When the demo's world began: with it the same company comes again after a restart. */
  beganAtMs: z.number().nullable(),
};

const accountFieldsV2 = {
  ...accountFieldsV1,
  syncEveryMinutes: z.literal(SYNC_PERIODS_MINUTES),
  /** The local copy that called in last; null where none ever has. */
  ledgerId: z.string().min(1).nullable(),
};

const accountFieldsV3 = { ...accountFieldsV2, currencies: accountCurrenciesSchema };

const storedAccountSchema = z.object({
  ...accountFieldsV3,
  /** False: the address came from a file, and no key is taken for it or sent there before the user confirms it. */
  isAddressConfirmed: z.boolean(),
});
type StoredAccount = Frozen<z.infer<typeof storedAccountSchema>>;

const fileFields = { salt: z.string().min(1), activeId: z.string().nullable() };
const VERSION = 4;
const bookSchema = z.object({
  ...fileFields,
  version: z.literal(VERSION),
  accounts: z.array(storedAccountSchema),
});
type Book = Frozen<z.infer<typeof bookSchema>>;

const olderVersions = [
  {
    schema: z.object({ ...fileFields, version: z.literal(1), accounts: z.array(z.object(accountFieldsV1)) }),
    added: { syncEveryMinutes: DEFAULT_SYNC_PERIOD_MINUTES, ledgerId: null },
  },
  {
    schema: z.object({ ...fileFields, version: z.literal(2), accounts: z.array(z.object(accountFieldsV2)) }),
    added: { currencies: UNNAMED_CURRENCY },
  },
  {
    schema: z.object({ ...fileFields, version: z.literal(3), accounts: z.array(z.object(accountFieldsV3)) }),
    added: { isAddressConfirmed: true },
  },
];

/** The accounts of a file, of an older version too. */
function parseBook(file: unknown): Book {
  let stored = file;
  for (const { schema, added } of olderVersions) {
    const older = schema.safeParse(stored);
    if (!older.success) continue;
    const { version, accounts, ...rest } = older.data;
    stored = {
      ...rest,
      version: version + 1,
      accounts: accounts.map((account) => ({ ...account, ...added })),
    };
  }
  return bookSchema.parse(stored);
}

/** A book that was set aside still names the local copies. */
function readAccountFile(file: string): Promise<Book> {
  const salt = randomBytes(16).toString('base64url');
  const empty: Book = { version: VERSION, salt, activeId: null, accounts: [] };
  return readOrSetAside(file, { parse: parseBook }, empty);
}

function writeAccountFile(file: string, book: Book): Promise<void> {
  return writeFileAtomically(file, `${JSON.stringify(book, null, 2)}\n`);
}

const UNKNOWN_ACCOUNT = 'unknown-account';
/** The key is that of another account of the same address: that one is to be opened, not this one to be given it. */
const KEY_OF_OTHER_ACCOUNT = 'key-of-other-account';
const NO_KEY_IN_QUESTION = 'no-key-in-question';

export type KnownAccount = Pick<StoredAccount, 'id' | 'kind' | 'baseUrl' | 'plan' | 'syncEveryMinutes'>;

export type AccountBook = Awaited<ReturnType<typeof openAccountBook>>;

type Connect = AppCalls['connectAccount']['input'];
type AccountChange = Omit<AppCalls['updateAccount']['input'], 'accountId'>;
export type NewDemo = {
  /** Epoch milliseconds at which its world began: the same instant gives the same world after a restart. */
  readonly beganAtMs: number;
  readonly name: string;
  readonly baseUrl: string;
  readonly plan: Plan;
  readonly key: string;
  /** The currency of its amounts, until the user says otherwise. */
  readonly currencies: AccountCurrencies;
};

/**
 * Opens the list of accounts in a profile folder. Keys are never in it: `keys` holds them.
 */
export async function openAccountBook(profileDirectory: string, keys: KeyRing = createKeyRing(NO_VAULT)) {
  await mkdir(profileDirectory, { recursive: true, mode: 0o700 });
  const store = await openBookStore(join(profileDirectory, ACCOUNTS_FILE));
  /** Copies that called in and may not be written down yet, by account. */
  const copies = new Map<string, string>();
  const find = (id: string): KnownAccount | undefined => findAccount(store.book(), id);
  return {
    state: () => stateOf(store.book(), keys),
    active: (): KnownAccount | null => {
      const { activeId } = store.book();
      return activeId === null ? null : (find(activeId) ?? null);
    },
    /** When the world of the demo account began; null where there is no demo account yet. */
    demoBeganAtMs: () => store.book().accounts.find(({ kind }) => kind === 'demo')?.beganAtMs ?? null,
    find,
    /** Adds or moves the demo account and makes it active. There is one: that of another world gives way. */
    openDemo: async ({ key, ...demo }: NewDemo): Promise<void> => {
      const id = `demo-${demo.beganAtMs}`;
      await store.save((before) => withDemo(before, id, demo));
      keys.holdForNow(id, key);
    },
    update: async (id: string, change: AccountChange): Promise<void> => {
      mustFind(store.book(), id);
      await store.saveAccount(id, (account) => updated(account, change));
    },
    activate: async (id: string): Promise<void> => {
      mustFind(store.book(), id);
      await store.save((before) => ({ ...before, activeId: id }));
    },
    /** Forgets an account and its key. Where it was the active one, the first of the others is, or none. */
    remove: async (id: string): Promise<void> => {
      mustFind(store.book(), id);
      // First: no key may lie on a disk for an account that nobody can see.
      await keys.drop(id);
      await store.save((before) => withoutAccount(before, id));
      copies.delete(id);
    },
    /**
     * A backup of `account` is the copy of account `id` now, which is added where it is not known, and active; its address is
     * then to be confirmed. The key of one whose backup is another's has to prove itself anew: nobody knows whether it is the
     * same company's.
     */
    restore: async (account: BackupAccount, id: string): Promise<void> => {
      await store.save((before) => withRestored(before, account, id));
    },
    /** The user's word that keys of account `id` go to `baseUrl`. Rejects where that is not its address. */
    confirmAddress: async (id: string, baseUrl: string): Promise<void> => {
      mustBeAddressOf(mustFind(store.book(), id), baseUrl);
      await store.saveAccount(id, (account) =>
        account.baseUrl === baseUrl ? { ...account, isAddressConfirmed: true } : account,
      );
    },
    /** Whether a typed key may go to a typed address. */
    mayTakeKeys: (baseUrl: string): boolean => mayTakeKeys(store.book().accounts, baseUrl),
    /** The user's word on keys that nothing protects. */
    allowUnprotectedKeys: (allowed: boolean): Promise<void> =>
      keys.allowUnprotected(
        allowed,
        store.book().accounts.flatMap(({ id, kind }) => (kind === 'api' ? [id] : [])),
      ),
    /** Takes what the vault gives now; whose keys came. */
    openKeys: () => keys.open((id) => findAccount(store.book(), id)?.isAddressConfirmed === true),
    settled: async (): Promise<void> => {
      await Promise.all([store.settled(), keys.settled()]);
    },
    ...accountKeys(store, keys),
    /** A local copy called in: says how it stands to the one before, and remembers it. */
    noteCopy: (id: string, ledgerId: string) => noteCopy(store, copies, id, ledgerId),
  };
}

type BookStore = Awaited<ReturnType<typeof openBookStore>>;

/** The book as it is written; changes are written one after the other, and one that cannot be has not happened. */
async function openBookStore(file: string) {
  let book = await readAccountFile(file);
  const inTurn = createSequencer();
  const save = (change: (before: Book) => Book): Promise<void> =>
    inTurn(async () => {
      const next = change(book);
      if (next === book) return;
      await writeAccountFile(file, next);
      book = next;
    });
  return {
    book: () => book,
    save,
    /** Changes an account that may have gone meanwhile. */
    saveAccount: (id: string, change: (account: StoredAccount) => StoredAccount) =>
      save((before) => {
        const account = findAccount(before, id);
        return account === undefined ? before : withAccount(before, change(account));
      }),
    settled: () => inTurn(async () => undefined),
  };
}

/** Keys by account, and which of them this process has been given. */
function accountKeys(store: BookStore, keys: KeyRing) {
  function isKeyProven(id: string, key: string): boolean {
    const account = findAccount(store.book(), id);
    if (account === undefined) return false;
    return account.kind === 'demo' || account.fingerprint === fingerprintOf(store.book(), key);
  }

  /** Adds the account of (base address, key), or finds it again, and makes it active. A new account's key is its own. */
  async function connect({ key, ...api }: Connect): Promise<void> {
    const isAddressConfirmed = mayTakeKeys(store.book().accounts, api.baseUrl);
    mustBeConfirmed({ ...api, isAddressConfirmed });
    const known = ownerOf(store.book(), api.baseUrl, key);
    const id = known?.id ?? randomUUID();
    await store.save((before) => withApiAccount(before, id, fingerprintOf(before, key), known, api));
    keys.hold(id, key);
  }

  async function verifyKeyOwner(id: string, key: string): Promise<void> {
    const { baseUrl } = mustFind(store.book(), id);
    const fingerprint = fingerprintOf(store.book(), key);
    await store.saveAccount(id, (account) => ({ ...account, fingerprint }));
    // Nobody else of this address may go on trying it.
    for (const other of store.book().accounts) {
      if (other.id !== id && other.baseUrl === baseUrl && keys.get(other.id) === key)
        await keys.drop(other.id);
    }
  }

  return {
    /** The key that may be sent to the account's address now; null: there is none. */
    key: (id: string): string | null =>
      findAccount(store.book(), id)?.isAddressConfirmed === true ? (keys.get(id) ?? null) : null,
    isKeyProven,
    connect,
    /** Takes a key, unproven unless it is the known one (rule 14). Rejects with KEY_OF_OTHER_ACCOUNT. */
    giveKey: async (id: string, key: string): Promise<void> => {
      const account = mustFind(store.book(), id);
      if (account.kind === 'demo') return;
      mustBeConfirmed(account);
      const owner = ownerOf(store.book(), account.baseUrl, key);
      if (owner !== undefined && owner.id !== id) {
        const words = 'This key belongs to another account here: open that one.';
        throw new RpcError(KEY_OF_OTHER_ACCOUNT, words);
      }
      keys.hold(id, key);
    },
    deleteKey: async (id: string): Promise<void> => {
      const account = mustFind(store.book(), id);
      if (account.kind !== 'demo') await keys.drop(id);
    },
    verifyKeyOwner,
    /** The user's decision about an unproven key. Rejects with NO_KEY_IN_QUESTION where there is none. */
    resolveKey: async (id: string, decision: AppCalls['resolveKey']['input']['decision']): Promise<void> => {
      const account = mustFind(store.book(), id);
      mustBeConfirmed(account);
      const { baseUrl, plan } = account;
      const key = keys.get(id);
      if (key === undefined || isKeyProven(id, key)) {
        throw new RpcError(NO_KEY_IN_QUESTION, 'The account has no key that is in question.');
      }
      if (decision === 'same-company') {
        await verifyKeyOwner(id, key);
        return;
      }
      if (decision === 'own-account') await connect({ baseUrl, plan, key, name: '' });
      await keys.drop(id);
    },
  };
}

function noteCopy(store: BookStore, copies: Map<string, string>, id: string, ledgerId: string): CopyState {
  const before = copies.get(id) ?? mustFind(store.book(), id).ledgerId;
  copies.set(id, ledgerId);
  // Not written: it is asked about again the next time, and nothing is lost but that.
  if (before !== ledgerId) {
    store.saveAccount(id, (account) => ({ ...account, ledgerId })).catch(() => undefined);
  }
  if (before === null) return 'new';
  return before === ledgerId ? 'known' : 'replaced';
}

function stateOf(book: Book, keys: KeyRing): AccountsState {
  const shown = [
    ...(['id', 'kind', 'name', 'baseUrl', 'plan', 'syncEveryMinutes', 'currencies'] as const),
    'isAddressConfirmed',
  ] as const;
  return {
    activeId: book.activeId,
    keyStorage: keys.storage(),
    accounts: book.accounts.map((account) => ({
      ...pick(account, shown),
      // The demo's service is started when it is opened: it never asks for a key.
      hasKey: account.kind === 'demo' || (account.isAddressConfirmed && keys.has(account.id)),
      key: account.kind === 'demo' ? null : keys.shown(account.id),
    })),
  };
}

function findAccount(book: Book, id: string): StoredAccount | undefined {
  return book.accounts.find((account) => account.id === id);
}

function mustFind(book: Book, id: string): StoredAccount {
  const found = findAccount(book, id);
  if (found === undefined) throw new RpcError(UNKNOWN_ACCOUNT, 'There is no such account.');
  return found;
}

function fingerprintOf({ salt }: Book, key: string): string {
  return createHmac('sha256', salt).update(key).digest('base64url');
}

function ownerOf(book: Book, baseUrl: string, key: string): StoredAccount | undefined {
  const fingerprint = fingerprintOf(book, key);
  return book.accounts.find(
    (account) => account.kind === 'api' && account.baseUrl === baseUrl && account.fingerprint === fingerprint,
  );
}

function withAccount(book: Book, account: StoredAccount): Book {
  const isKnown = findAccount(book, account.id) !== undefined;
  const accounts = isKnown
    ? book.accounts.map((other) => (other.id === account.id ? account : other))
    : [...book.accounts, account];
  return { ...book, accounts };
}

function withoutAccount(book: Book, id: string): Book {
  const accounts = book.accounts.filter((account) => account.id !== id);
  const activeId = book.activeId === id ? (accounts[0]?.id ?? null) : book.activeId;
  return { ...book, accounts, activeId };
}

function keptOf(known: StoredAccount | undefined, currencies: AccountCurrencies) {
  return {
    syncEveryMinutes: known?.syncEveryMinutes ?? DEFAULT_SYNC_PERIOD_MINUTES,
    ledgerId: known?.ledgerId ?? null,
    currencies: known?.currencies ?? currencies,
  };
}

function withApiAccount(
  book: Book,
  id: string,
  fingerprint: string,
  known: StoredAccount | undefined,
  { name, baseUrl, plan }: Omit<Connect, 'key'>,
): Book {
  const kept = { ...keptOf(known, UNNAMED_CURRENCY), name: name === '' ? (known?.name ?? '') : name };
  const own = { fingerprint, beganAtMs: null, isAddressConfirmed: true } as const;
  const account = { id, kind: 'api', baseUrl, plan, ...own, ...kept } as const;
  return withAccount({ ...book, activeId: id }, account);
}

function withDemo(book: Book, id: string, demo: Omit<NewDemo, 'key'>): Book {
  const { beganAtMs, baseUrl, plan } = demo;
  const known = findAccount(book, id);
  const accounts = book.accounts.filter((other) => other.kind !== 'demo' || other.id === id);
  const kept = { ...keptOf(known, demo.currencies), name: known?.name ?? demo.name };
  const own = { fingerprint: null, beganAtMs, isAddressConfirmed: true } as const;
  const account = { id, kind: 'demo', baseUrl, plan, ...own, ...kept } as const;
  return withAccount({ ...book, activeId: id, accounts }, account);
}

function withRestored(book: Book, account: BackupAccount, id: string): Book {
  const known = findAccount(book, id);
  const { name, baseUrl, plan, currencies } = account;
  const added = { id, kind: 'api', name, baseUrl, plan, beganAtMs: null, fingerprint: null } as const;
  // Whoever wrote the file named the address: it gets no key before the user has seen it.
  const base = known ?? { ...added, isAddressConfirmed: false, ...keptOf(undefined, currencies) };
  const fingerprint = account.id === id ? base.fingerprint : null;
  const { syncEveryMinutes } = account;
  return withAccount(
    { ...book, activeId: id },
    { ...updated(base, { currencies, syncEveryMinutes }), fingerprint },
  );
}

function updated(
  account: StoredAccount,
  { name, plan, syncEveryMinutes, currencies }: AccountChange,
): StoredAccount {
  const period = SYNC_PERIODS_MINUTES.find((minutes) => minutes === syncEveryMinutes);
  return {
    ...account,
    name: name ?? account.name,
    // The demo's plan is its service's.
    plan: account.kind === 'demo' ? account.plan : (plan ?? account.plan),
    syncEveryMinutes: period ?? account.syncEveryMinutes,
    currencies: currencies ?? account.currencies,
  };
}
