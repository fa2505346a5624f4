import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { createSequencer } from '#shared/base/sequencer.ts';
import { type Language, languageSchema } from '#shared/contract/languages.ts';
import { CLOSINGS, movedMonthsSchema } from '#shared/contract/shell.ts';
import { ProfileError } from '../accounts/profile-error.ts';
import { readOrSetAside, setAside } from '../accounts/read-or-set-aside.ts';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';
import { windowStateSchema } from './window-state.ts';

/** Settings of the shell, and the facts it has to remember over a restart. */
const shellSchema = z.object({
  version: z.literal(1),
  window: windowStateSchema.nullable(),
  /** As the page said last; null: it has not yet. */
  language: languageSchema.nullable(),
  closing: z.enum(CLOSINGS),
  /** Whether the user was told that the app goes on without its window. */
  isClosingTold: z.boolean(),
  notifies: z.boolean(),
  /** Whether the user wants newer versions to be asked for; files from before there was a choice say nothing of it. */
  updates: z.boolean().default(false),
  /** Closed months that have moved, as each account's page said last: none of them is news. */
  movedMonths: z.record(z.string(), movedMonthsSchema),
});
type ShellMemory = z.infer<typeof shellSchema>;

const FIRST: ShellMemory = {
  version: 1,
  window: null,
  language: null,
  closing: 'hide',
  isClosingTold: false,
  notifies: true,
  updates: false,
  movedMonths: {},
};

export type ShellFile = {
  readonly read: () => ShellMemory;
  /** Holds at once; resolves when it is on disk, rejects where it cannot be written. */
  readonly change: (part: Partial<Omit<ShellMemory, 'version'>>) => Promise<void>;
  /** On disk first: what cannot be written does not hold, and rejects. */
  readonly keep: (part: Partial<Omit<ShellMemory, 'version'>>) => Promise<void>;
  /** Resolves when nothing is being written. */
  readonly settled: () => Promise<void>;
};

/** The language that such a file names; null: none. Changes nothing, whoever has the file. */
export async function languageIn(file: string): Promise<Language | null> {
  try {
    const { language } = z
      .object({ language: languageSchema })
      .parse(JSON.parse(await readFile(file, 'utf8')));
    return language;
  } catch {
    return null;
  }
}

/** One private file (0600, replaced as a whole). What cannot be read, or a later version wrote, is set aside. Nothing in it is worth keeping the app from starting. */
export async function openShellFile(file: string): Promise<ShellFile> {
  let memory = await readOrSetAside(file, shellSchema, FIRST).catch(async (error: unknown) => {
    if (error instanceof ProfileError) await setAside(file, 'newer').catch(() => undefined);
    return FIRST;
  });
  const inTurn = createSequencer();
  const write = (next: ShellMemory) => writeFileAtomically(file, `${JSON.stringify(next, null, 2)}\n`);
  return {
    read: () => memory,
    change: (part) => {
      memory = { ...memory, ...part };
      return inTurn(() => write(memory));
    },
    keep: (part) =>
      inTurn(async () => {
        await write({ ...memory, ...part });
        memory = { ...memory, ...part };
      }),
    settled: () => inTurn(async () => undefined),
  };
}
