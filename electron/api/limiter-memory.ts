import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createSequencer } from '#shared/base/sequencer.ts';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';
import type { Clock } from './clock.ts';
import { type AnswerGroup, type Limits, NO_SLOTS, type Slots, type Stamp, UNANSWERED_MS } from './slots.ts';

/** Where a limiter's memory outlives the process. Names are hex digests: no address and no key is written. */
export type LimiterStorage = {
  readonly read: (name: string) => Promise<string | null>;
  readonly write: (name: string, text: string) => Promise<void>;
};

export function fileLimiterStorage(folder: string): LimiterStorage {
  const pathOf = (name: string) => join(folder, `limiter-${name}.json`);
  /** Drafts of a process that was killed while it wrote: nobody else writes there before it has read. */
  async function clearDrafts(name: string): Promise<void> {
    const begins = `limiter-${name}.json.`;
    for (const file of await readdir(folder).catch(() => [])) {
      if (file.startsWith(begins) && file.endsWith('.tmp')) await rm(join(folder, file), { force: true });
    }
  }
  return {
    read: async (name) => {
      await clearDrafts(name);
      try {
        return await readFile(pathOf(name), 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    write: async (name, text) => {
      await mkdir(folder, { recursive: true });
      await writeFileAtomically(pathOf(name), text);
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

const stampSchema = z.tuple([z.number(), z.number()]).readonly();
const memorySchema = z.object({
  version: z.literal(2),
  now: z.number(),
  inFlight: z.array(stampSchema),
  answered: z.array(stampSchema),
  older: z.array(z.tuple([z.number(), z.number(), z.int().min(1), z.number()]).readonly()),
});

/** As it was written before the limiter had an axis of its own: times of the wall clock alone. */
const wallMemorySchema = z.object({
  version: z.literal(1),
  inFlight: z.int().min(0),
  answered: z.array(z.number()),
  older: z.array(z.tuple([z.number(), z.int().min(1)])),
});

/** Writes slots down as they stand at `now`; in whole milliseconds, rather later than they were. */
export function writeMemory(slots: Slots, now: number): string {
  const stamp = ([at, wallMs]: Stamp): Stamp => [Math.ceil(at), Math.round(wallMs)];
  return JSON.stringify({
    version: 2,
    now: Math.floor(now),
    inFlight: slots.inFlight.map(stamp),
    answered: slots.answered.map(stamp),
    older: slots.older.map(
      ([first, last, count, wallMs]): AnswerGroup => [
        Math.floor(first),
        Math.ceil(last),
        count,
        Math.round(wallMs),
      ],
    ),
  } satisfies z.infer<typeof memorySchema>);
}

function parse(text: string, now: number, nowWallMs: number): z.infer<typeof memorySchema> {
  const memory: unknown = JSON.parse(text);
  const old = wallMemorySchema.safeParse(memory);
  if (!old.success) return memorySchema.parse(memory);
  // How long ago they were nobody can be sure of: as if all had been answered now.
  return {
    version: 2,
    now,
    inFlight: Array.from({ length: old.data.inFlight }, () => [now, nowWallMs]),
    answered: old.data.answered.map((wallMs) => [now, wallMs]),
    older: old.data.older.map(([wallMs, count]) => [now, now, count, wallMs]),
  };
}

/**
 * Reads slots back in another process at `now`. The axis is the machine's awake time since its start. Where `now` is
 * before what was written, the machine was restarted, and only the time since then is certain: the wall clock may
 * have been set to anything and never makes time pass. (Sleep counts for nothing; that costs at most a minute.)
 * What was in flight may still be counted by the server. An unreadable memory counts as a full minute: better a wait
 * than a broken limit.
 */
export function readMemory(text: string | null, now: number, wallMs: number, perMinute: number): Slots {
  if (text === null) return NO_SLOTS;
  let memory: z.infer<typeof memorySchema>;
  try {
    memory = parse(text, now, wallMs);
  } catch {
    return { ...NO_SLOTS, answered: Array.from({ length: perMinute }, () => [now, wallMs] as const) };
  }
  const wasRestarted = now < memory.now;
  // As if it had been written at the moment of the machine's start. Nothing is later than the last request may count.
  const shift = wasRestarted ? -memory.now : 0;
  const moved = (at: number) => Math.min(at + shift, now + UNANSWERED_MS);
  const byTime = (a: readonly number[], b: readonly number[]) => (a[0] ?? 0) - (b[0] ?? 0);
  const unanswered = memory.inFlight.map(
    ([takenAt, ownWallMs]): Stamp => [moved(takenAt + UNANSWERED_MS), ownWallMs],
  );
  const answered = memory.answered.map(([at, ownWallMs]): Stamp => [moved(at), ownWallMs]);
  return {
    inFlight: [],
    answered: [...answered, ...unanswered].sort(byTime),
    older: memory.older
      .map(([first, last, count, ownWallMs]): AnswerGroup => [moved(first), moved(last), count, ownWallMs])
      .sort(byTime),
  };
}

export type SlotMemory = ReturnType<typeof openSlotMemory>;

export function openSlotMemory(name: string, limits: Limits, clock: Clock, storage: LimiterStorage) {
  let slots = NO_SLOTS;
  let isReady = false;
  const inTurn = createSequencer();
  /** The writing that has not begun yet, if any: calls that come meanwhile share it. */
  let nextSave: Promise<void> | null = null;
  const remember = (text: string | null) => {
    slots = readMemory(text, clock.monotonicMs(), clock.wallMs(), limits.perMinute);
    isReady = true;
  };
  return {
    /** Resolves when the memory has been read; one that cannot be read counts as full. */
    ready: storage.read(name).then(remember, () => remember('')),
    isReady: () => isReady,
    slots: () => slots,
    set: (next: Slots): void => {
      slots = next;
    },
    /** Writes the slots as they stand when the writing begins. Never rejects. */
    save: (): Promise<void> => {
      nextSave ??= inTurn(() => {
        nextSave = null;
        return storage.write(name, writeMemory(slots, clock.monotonicMs())).catch(() => undefined);
      });
      return nextSave;
    },
  };
}
