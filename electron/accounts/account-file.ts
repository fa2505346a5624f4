import { randomBytes } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { DEFAULT_SYNC_PERIOD_MINUTES, PLANS, SYNC_PERIODS_MINUTES } from '#shared/bridge/app.ts';
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

const storedAccountSchema = z.object({
  ...accountFieldsV1,
  syncEveryMinutes: z.literal(SYNC_PERIODS_MINUTES),
  /** The local copy that called in last; null where none ever has. */
  ledgerId: z.string().min(1).nullable(),
});
export type StoredAccount = z.infer<typeof storedAccountSchema>;

const fileFields = { salt: z.string().min(1), activeId: z.string().nullable() };
const bookSchema = z.object({
  ...fileFields,
  version: z.literal(2),
  accounts: z.array(storedAccountSchema),
});
export type Book = z.infer<typeof bookSchema>;

const bookSchemaV1 = z.object({
  ...fileFields,
  version: z.literal(1),
  accounts: z.array(z.object(accountFieldsV1)),
});

function read(text: string): Book {
  const stored: unknown = JSON.parse(text);
  const old = bookSchemaV1.safeParse(stored);
  if (!old.success) return bookSchema.parse(stored);
  return {
    ...old.data,
    version: 2,
    accounts: old.data.accounts.map((account) => ({
      ...account,
      syncEveryMinutes: DEFAULT_SYNC_PERIOD_MINUTES,
      ledgerId: null,
    })),
  };
}

/** Reads the file, of an older version too. One that cannot be read is set aside, never overwritten: it names the local copies. */
export async function readAccountFile(file: string): Promise<Book> {
  const empty: Book = {
    version: 2,
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
