import { createHash } from 'node:crypto';
import type { RequestUsage, Waiting } from '#shared/contract/app.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';
import type { Clock } from './clock.ts';
import { type LimiterStorage, openSlotMemory, type SlotMemory } from './limiter-memory.ts';
import {
  ageSlots,
  answerSlot,
  countByHour,
  countDay,
  giveSlotBack,
  type Limits,
  nextSlot,
  paceSeconds,
  type Slots,
  takeSlot,
  usedSlots,
} from './slots.ts';

/** The right to send one request. Released with `false` when given up unanswered: it may still be counted later. */
export type Lease = { readonly release: (isAnswered?: boolean) => void };

/** Every request of one (base address, key) passes here, first come first served (rule 1). */
export type Limiter = {
  /**
   * Resolves when a request may be sent; rejects with the signal's reason when it aborts first. `onWait` hears why and
   * until when (epoch ms) it waits, and null at the end.
   */
  readonly acquire: (signal: AbortSignal, onWait?: (waiting: Waiting | null) => void) => Promise<Lease>;
  /** For people to read; decides nothing. */
  readonly usage: () => RequestUsage;
  readonly paceSeconds: (requests: number) => number;
};

/** Makes a limiter over a memory named `name`. A memory that cannot be written does not stop requests. */
export function createLimiter(options: {
  readonly name: string;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly storage: LimiterStorage;
}): Limiter {
  const { name, limits, clock, storage } = options;
  const memory = openSlotMemory(name, limits, clock, storage);
  const queue: Queue = { memory, limits, clock, waiters: [], cancelTimer: null, isGranting: false };
  return {
    acquire: (signal, onWait = () => undefined) => acquire(queue, signal, onWait),
    usage: () => usageOf(queue),
    paceSeconds: (requests) => paceSeconds(memory.slots(), limits, requests, clock.monotonicMs()),
  };
}

type Waiter = {
  readonly grant: (takenAt: number) => void;
  readonly onWait: (waiting: Waiting | null) => void;
};

type Queue = {
  readonly memory: SlotMemory;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly waiters: Waiter[];
  cancelTimer: (() => void) | null;
  isGranting: boolean;
};

function acquire(
  queue: Queue,
  signal: AbortSignal,
  onWait: (waiting: Waiting | null) => void,
): Promise<Lease> {
  const { memory, waiters } = queue;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      const place = waiters.indexOf(waiter);
      if (place < 0) return;
      waiters.splice(place, 1);
      reject(signal.reason);
    };
    const waiter: Waiter = {
      onWait,
      grant: (takenAt) => {
        signal.removeEventListener('abort', onAbort);
        onWait(null);
        if (!signal.aborted) return resolve(createLease(queue, takenAt));
        memory.set(giveSlotBack(memory.slots(), takenAt));
        void memory.save();
        reject(signal.reason);
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    waiters.push(waiter);
    void grantFree(queue);
  });
}

/** Grants as many slots as are free, in order; then sleeps until the next one is. */
async function grantFree(queue: Queue): Promise<void> {
  if (queue.isGranting) return;
  queue.isGranting = true;
  queue.cancelTimer?.();
  queue.cancelTimer = null;
  const { memory, limits, clock, waiters } = queue;
  try {
    await memory.ready;
    while (waiters.length > 0) {
      const now = clock.monotonicMs();
      const slots = ageSlots(memory.slots(), now);
      memory.set(slots);
      const next = nextSlot(slots, limits, now);
      if (next.kind === 'held') {
        const untilMs = next.at === null ? null : toWallMs(clock, next.at);
        for (const waiter of waiters) waiter.onWait({ reason: next.limit, untilMs });
        if (next.at === null) return;
        queue.cancelTimer = clock.setTimer(
          () => void grantFree(queue),
          Math.max(1, Math.ceil(next.at - now)),
        );
        return;
      }
      const waiter = waiters.shift();
      memory.set(takeSlot(slots, now, clock.wallMs()));
      // Remembered before it is sent: a crash must not forget a request that went out.
      await memory.save();
      waiter?.grant(now);
    }
  } finally {
    queue.isGranting = false;
  }
}

function createLease(queue: Queue, takenAt: number): Lease {
  const { memory, clock } = queue;
  let isHeld = true;
  return {
    release: (isAnswered = true) => {
      if (!isHeld) return;
      isHeld = false;
      memory.set(answerSlot(memory.slots(), takenAt, clock.monotonicMs(), clock.wallMs(), isAnswered));
      void memory.save();
      void grantFree(queue);
    },
  };
}

/** Requests of the last minute that `usage` lists: at the service's five a minute, all; at a demo's pace, enough to see. */
const RECENT_SHOWN = 100;

function usageOf({ memory, limits, clock }: Queue): RequestUsage {
  const now = clock.monotonicMs();
  // Before the memory has been read nothing is known, and nothing is granted.
  const slots = memory.slots();
  return {
    lastMinute: usedSlots(slots, now).minute,
    perMinute: limits.perMinute,
    lastDay: countDay(slots, clock.wallMs()),
    perDay: limits.perDay,
    recentAtMs: slots.answered
      .filter(([at]) => now - at < MINUTE_MS)
      .slice(-RECENT_SHOWN)
      .map(([, wallMs]) => wallMs),
    nextFreeAtMs: memory.isReady() ? nextFreeAtMs(slots, limits, clock) : null,
    byHour: countByHour(slots, clock.wallMs()),
  };
}

function nextFreeAtMs(slots: Slots, limits: Limits, clock: Clock): number | null {
  const now = clock.monotonicMs();
  const next = nextSlot(slots, limits, now);
  if (next.kind === 'free') return null;
  // Requests in flight may be answered at once: not before a minute from now.
  return toWallMs(clock, next.at ?? now + MINUTE_MS);
}

/** A time of the limiter's axis as this machine's wall clock will show it. */
function toWallMs(clock: Clock, at: number): number {
  return Math.round(at + clock.wallMs() - clock.monotonicMs());
}

/** One limiter for each (base address, key), whoever asks: the sync, the key check, the control totals. */
export type Limiters = { readonly of: (baseUrl: string, key: string) => Limiter };

export function createLimiters(options: {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly storage: LimiterStorage;
}): Limiters {
  const limiters = new Map<string, Limiter>();
  return {
    of: (baseUrl, key) => {
      const name = createHash('sha256')
        .update(JSON.stringify([baseUrl, key]))
        .digest('hex');
      const known = limiters.get(name);
      if (known !== undefined) return known;
      const limiter = createLimiter({ name, ...options });
      limiters.set(name, limiter);
      return limiter;
    },
  };
}
