import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { NO_SLOTS, type Slots } from './slots.ts';

/** Where a limiter's memory outlives the process. Names are hex digests: no address and no key is written. */
export type LimiterStorage = {
  readonly read: (name: string) => Promise<string | null>;
  readonly write: (name: string, text: string) => Promise<void>;
};

/** Small files in a folder, replaced whole by rename. */
export function fileLimiterStorage(folder: string): LimiterStorage {
  const pathOf = (name: string) => join(folder, `limiter-${name}.json`);
  return {
    read: async (name) => {
      try {
        return await readFile(pathOf(name), 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    write: async (name, text) => {
      await mkdir(folder, { recursive: true });
      const fresh = `${pathOf(name)}.${process.pid}.new`;
      await writeFile(fresh, text, { mode: 0o600 });
      await rename(fresh, pathOf(name));
    },
  };
}

/** Forgets with the process: for the demo account and tests. */
export function inMemoryLimiterStorage(): LimiterStorage {
  const texts = new Map<string, string>();
  return {
    read: async (name) => texts.get(name) ?? null,
    write: async (name, text) => {
      texts.set(name, text);
    },
  };
}

const memorySchema = z.object({
  version: z.literal(1),
  inFlight: z.int().min(0),
  answered: z.array(z.number()),
  older: z.array(z.tuple([z.number(), z.int().min(1)])),
});

/** Writes slots down on the wall clock: `offsetMs` = wall clock minus the slots' own axis. */
export function writeMemory(slots: Slots, offsetMs: number): string {
  const toWall = (at: number) => Math.ceil(at + offsetMs);
  return JSON.stringify({
    version: 1,
    inFlight: slots.inFlight,
    answered: slots.answered.map(toWall),
    older: slots.older.map(([at, count]) => [toWall(at), count]),
  });
}

/**
 * Reads slots back after a restart at `now` (the slots' axis). What was in flight counts as answered now; times
 * in the future (the clock jumped back) count as now. A memory that cannot be read counts as a minute's worth of
 * requests answered now: better a minute's wait than a broken limit.
 */
export function readMemory(text: string | null, offsetMs: number, now: number, perMinute: number): Slots {
  if (text === null) return NO_SLOTS;
  let parsed: z.infer<typeof memorySchema>;
  try {
    parsed = memorySchema.parse(JSON.parse(text));
  } catch {
    return { ...NO_SLOTS, answered: Array.from({ length: perMinute }, () => now) };
  }
  const fromWall = (at: number) => Math.min(now, at - offsetMs);
  const byTime = (a: number, b: number) => a - b;
  return {
    inFlight: 0,
    answered: [...parsed.answered.map(fromWall), ...Array.from({ length: parsed.inFlight }, () => now)].sort(
      byTime,
    ),
    older: parsed.older
      .map(([at, count]) => [fromWall(at), count] as const)
      .sort((a, b) => byTime(a[0], b[0])),
  };
}
