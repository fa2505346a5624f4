import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ProfileError } from './profile-error.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

const OTHERS_WRITE = 0o022;
const OTHERS_ANYTHING = 0o077;

/**
 * Makes the profile folder or tightens it to this user alone (0700). Rejects where others can write in it or own it:
 * its content may be theirs. Windows has no such modes; there the folder inherits the user's rights.
 */
export async function openProfileFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const user = process.getuid?.();
  if (user === undefined) return;
  const { uid, mode } = await stat(directory);
  if (uid !== user) throw new ProfileError({ kind: 'foreign', folder: directory });
  if ((mode & OTHERS_WRITE) !== 0) throw new ProfileError({ kind: 'open-to-others', folder: directory });
  if ((mode & OTHERS_ANYTHING) !== 0) await chmod(directory, 0o700);
}

/**
 * One process a profile folder: two would exceed the API's limits and overwrite each other's accounts. The lock is a
 * file that names its process; one that is gone, killed or not, holds nothing.
 */

const holderSchema = z.object({
  pid: z.int().min(1),
  /** Distinguishes the process from a later one of the same number; null where the system does not say. */
  mark: z.string().nullable(),
  /** The machine's awake time since its start when the lock was taken: less of it now means another start. */
  sinceStartMs: z.number(),
  /** The origin where it serves browsers, once that is known; who comes second needs a one-time code besides. */
  address: z.string().nullable(),
});
type ProfileHolder = z.infer<typeof holderSchema>;

export type ProfileLock = {
  /** Tells whoever comes second where this process can be reached. */
  readonly writeAddress: (address: string) => Promise<void>;
  readonly release: () => Promise<void>;
};

export type LockedProfile =
  | { readonly kind: 'locked'; readonly lock: ProfileLock }
  | { readonly kind: 'held'; readonly holder: ProfileHolder; readonly file: string };

/** The error about a profile that another process has. */
export function profileInUseError({ holder, file }: Extract<LockedProfile, { kind: 'held' }>): ProfileError {
  return new ProfileError({ kind: 'held', pid: holder.pid, file });
}

const MOMENT_MS = 200;

const sinceStartMs = () => Number(process.hrtime.bigint()) / 1e6;

/** When a process began, as Linux counts it; null: elsewhere, or it is gone. A zombie is gone. */
async function markOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name in parentheses may hold anything; after it come the state and, as the 20th, the start.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

async function isAlive({ pid, mark, sinceStartMs: then }: ProfileHolder): Promise<boolean> {
  if (mark !== null) return (await markOf(pid)) === mark;
  // Where nothing tells processes apart, our own number in the file was somebody else's.
  if (pid === process.pid || sinceStartMs() < then) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readHolder(text: string): ProfileHolder | null {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function putNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes a lock whose holder is gone out of the way; another one that came in between is put back. */
async function clearAway(file: string, dead: string): Promise<void> {
  const aside = `${file}.${randomUUID()}.old`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) === dead) await rm(aside, { force: true });
  else await rename(aside, file);
}

/** Locks the profile folder, or says who holds it. Rejects where it cannot be written or is not this user's alone. */
export async function lockProfile(profileDirectory: string): Promise<LockedProfile> {
  await openProfileFolder(profileDirectory);
  const file = join(profileDirectory, 'running.json');
  const own = { pid: process.pid, mark: await markOf(process.pid), sinceStartMs: sinceStartMs() };
  const textWith = (address: string | null) =>
    `${JSON.stringify({ ...own, address } satisfies ProfileHolder)}\n`;
  let sawDead = false;
  for (;;) {
    if (await putNew(file, textWith(null))) {
      if (!sawDead) break;
      // Others may have been clearing the same dead lock away: what stands when they are done counts.
      await setTimeout(MOMENT_MS);
      if ((await readFile(file, 'utf8').catch(() => null)) === textWith(null)) break;
      continue;
    }
    const found = await readFile(file, 'utf8').catch(() => null);
    if (found === null) continue;
    const holder = readHolder(found);
    if (holder !== null && (await isAlive(holder))) return { kind: 'held', holder, file };
    if (holder === null) {
      // Perhaps it is being written at this moment.
      await setTimeout(MOMENT_MS);
      if ((await readFile(file, 'utf8').catch(() => null)) !== found) continue;
    }
    sawDead = true;
    await clearAway(file, found);
  }
  return {
    kind: 'locked',
    lock: {
      writeAddress: (address) => writeFileAtomically(file, textWith(address)),
      release: async () => {
        const holder = readHolder(await readFile(file, 'utf8').catch(() => ''));
        if (holder?.pid === own.pid && holder.sinceStartMs === own.sinceStartMs)
          await rm(file, { force: true });
      },
    },
  };
}
