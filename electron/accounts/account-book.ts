import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Account, type AccountsState, PLANS, type Plan } from '#shared/bridge/app.ts';
import { BridgeError } from '#shared/bridge/rpc.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** No account has this id. */
export const UNKNOWN_ACCOUNT = 'unknown-account';
/** The key belongs to another account than the one it was given for: their rows must not be mixed. */
export const OTHER_KEY = 'other-key';

const storedAccountSchema = z.object({
  id: z.string().min(1),
  kind: z.enum(['demo', 'api']),
  name: z.string(),
  baseUrl: z.string(),
  plan: z.enum(PLANS),
  /** HMAC-SHA256 of the key under the file's salt: enough to know the key again, no way back to it. */
  fingerprint: z.string().nullable(),
  /** When the demo's world began: with it the same company comes again after a restart. */
  beganAtMs: z.number().nullable(),
});
type StoredAccount = z.infer<typeof storedAccountSchema>;

const bookSchema = z.object({
  version: z.literal(1),
  salt: z.string().min(1),
  activeId: z.string().nullable(),
  accounts: z.array(storedAccountSchema),
});
type Book = z.infer<typeof bookSchema>;

/** An account as the main process works with it. */
export type KnownAccount = {
  readonly id: string;
  readonly kind: Account['kind'];
  readonly baseUrl: string;
  readonly plan: Plan;
};

export type AccountBook = {
  readonly state: () => AccountsState;
  readonly active: () => KnownAccount | null;
  /** When the world of the demo account began; null where there is no demo account yet. */
  readonly demoBeganAtMs: () => number | null;
  readonly find: (id: string) => KnownAccount | undefined;
  /** The key of an account while this process lives; null until it is given. */
  readonly key: (id: string) => string | null;
  /** Adds the account of (base address, key), or finds it again, and makes it the active one. */
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
  }) => Promise<void>;
  /** Rejects with OTHER_KEY when the key is not the one the account was read with. */
  readonly giveKey: (id: string, key: string) => Promise<void>;
  readonly activate: (id: string) => Promise<void>;
};

/** A file that cannot be read is set aside, never overwritten: it names the local copies. */
async function load(file: string): Promise<Book> {
  const empty: Book = {
    version: 1,
    salt: randomBytes(16).toString('base64url'),
    activeId: null,
    accounts: [],
  };
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw error;
  }
  try {
    return bookSchema.parse(JSON.parse(text));
  } catch {
    await rename(file, `${file}.unreadable-${Date.now()}`);
    return empty;
  }
}

/** Opens the list of accounts in a profile folder. Keys are never in it: they live in this process's memory. */
export async function openAccountBook(profileDirectory: string): Promise<AccountBook> {
  await mkdir(profileDirectory, { recursive: true, mode: 0o700 });
  const file = join(profileDirectory, 'accounts.json');
  let book = await load(file);
  const keys = new Map<string, string>();

  const fingerprint = (key: string) => createHmac('sha256', book.salt).update(key).digest('base64url');
  const find = (id: string) => book.accounts.find((account) => account.id === id);

  function take(id: string): StoredAccount {
    const found = find(id);
    if (found === undefined) throw new BridgeError(UNKNOWN_ACCOUNT, 'There is no such account.');
    return found;
  }

  async function save(next: Book): Promise<void> {
    await writeFileAtomically(file, `${JSON.stringify(next, null, 2)}\n`);
    book = next;
  }

  async function put(account: StoredAccount, key: string): Promise<void> {
    const known = find(account.id) !== undefined;
    keys.set(account.id, key);
    await save({
      ...book,
      activeId: account.id,
      accounts: known
        ? book.accounts.map((other) => (other.id === account.id ? account : other))
        : [...book.accounts, account],
    });
  }

  return {
    state: () => ({
      activeId: book.activeId,
      accounts: book.accounts.map(({ fingerprint: _print, beganAtMs: _beganAt, ...account }) => ({
        ...account,
        // The demo's service is started when it is opened: it never asks for a key.
        hasKey: account.kind === 'demo' || keys.has(account.id),
      })),
    }),
    active: () => (book.activeId === null ? null : (find(book.activeId) ?? null)),
    demoBeganAtMs: () => book.accounts.find((account) => account.kind === 'demo')?.beganAtMs ?? null,
    find,
    key: (id) => keys.get(id) ?? null,
    connect: async ({ baseUrl, plan, key, name }) => {
      const print = fingerprint(key);
      const known = book.accounts.find(
        (account) => account.kind === 'api' && account.baseUrl === baseUrl && account.fingerprint === print,
      );
      const newName = name === '' ? (known?.name ?? '') : name;
      const id = known?.id ?? randomUUID();
      await put({ id, kind: 'api', name: newName, baseUrl, plan, fingerprint: print, beganAtMs: null }, key);
    },
    openDemo: async ({ beganAtMs, name, baseUrl, plan, key }) => {
      const id = `demo-${beganAtMs}`;
      book = { ...book, accounts: book.accounts.filter((other) => other.kind !== 'demo' || other.id === id) };
      await put({ id, kind: 'demo', name, baseUrl, plan, fingerprint: null, beganAtMs }, key);
    },
    giveKey: async (id, key) => {
      const account = take(id);
      if (account.kind === 'demo') return;
      if (account.fingerprint !== fingerprint(key)) {
        throw new BridgeError(
          OTHER_KEY,
          'This is not the key that the account was read with. Connect it as an account of its own.',
        );
      }
      keys.set(id, key);
    },
    activate: async (id) => {
      take(id);
      await save({ ...book, activeId: id });
    },
  };
}
