import { randomBytes } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { DEFAULT_SYNC_PERIOD_MINUTES, PLANS, SYNC_PERIODS_MINUTES } from '#shared/contract/app.ts';
import { accountCurrenciesSchema, UNNAMED_CURRENCY } from '#shared/contract/currencies.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** The list of accounts as a file of the profile folder. Keys are never in it. */

const accountFieldsV1 = {
  id: z.string().min(1),
  kind: z.enum(['demo', 'api']),
  name: z.string(),
  baseUrl: z.string(),
  plan: z.enum(PLANS),
  /**
   * HMAC-SHA256, under the file's salt, of the key whose answers are the account's: enough to know that key again,
   * no way back to it.
   */
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

const storedAccountSchema = z.object({ ...accountFieldsV2, currencies: accountCurrenciesSchema });
export type StoredAccount = z.infer<typeof storedAccountSchema>;

const fileFields = { salt: z.string().min(1), activeId: z.string().nullable() };
const bookSchema = z.object({
  ...fileFields,
  version: z.literal(3),
  accounts: z.array(storedAccountSchema),
});
export type Book = z.infer<typeof bookSchema>;

/** Each older version with what makes it the next one. */
const olderVersions = [
  {
    schema: z.object({ ...fileFields, version: z.literal(1), accounts: z.array(z.object(accountFieldsV1)) }),
    added: { syncEveryMinutes: DEFAULT_SYNC_PERIOD_MINUTES, ledgerId: null },
  },
  {
    schema: z.object({ ...fileFields, version: z.literal(2), accounts: z.array(z.object(accountFieldsV2)) }),
    added: { currencies: UNNAMED_CURRENCY },
  },
];

function read(text: string): Book {
  let stored: unknown = JSON.parse(text);
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

/** Reads the file, of an older version too. One that cannot be read is set aside, never overwritten: it names the local copies. */
export async function readAccountFile(file: string): Promise<Book> {
  const empty: Book = {
    version: 3,
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
    return read(text);
  } catch {
    await rename(file, `${file}.unreadable-${Date.now()}`);
    return empty;
  }
}

export function writeAccountFile(file: string, book: Book): Promise<void> {
  return writeFileAtomically(file, `${JSON.stringify(book, null, 2)}\n`);
}
