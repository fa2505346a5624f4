import { createHash } from 'node:crypto';
import { createSequencer } from '#shared/base/sequencer.ts';
import type { RequestUsage, Waiting } from '#shared/contract/app.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';
import type { Clock } from './clock.ts';
import { type LimiterStorage, readMemory, writeMemory } from './limiter-memory.ts';
import {
  ageSlots,
  answerSlot,
  countByHour,
  countDay,
  giveSlotBack,
  heldSlots,
  type Limits,
  NO_SLOTS,
  nextSlot,
  paceSeconds,
  takeSlot,
} from './slots.ts';

/**
 * The right to send one request. It holds its slot until released, and then for the limit's span. A request that was
 * given up without an answer is released with `false`: the server may count it later than we let go of it.
 */
export type Lease = { readonly release: (isAnswered?: boolean) => void };

/** Every request of one (base address, key) passes here, first come first served (rule 1). */
export type Limiter = {
  /**
   * Resolves when a request may be sent; rejects with the signal's reason when it aborts first. `onWait` hears why
   * and until when (epoch ms of this machine) the caller waits, and null once it no longer does.
   */
  readonly acquire: (signal: AbortSignal, onWait?: (waiting: Waiting | null) => void) => Promise<Lease>;
  /** For people to read; decides nothing. */
  readonly usage: () => RequestUsage;
  /** Seconds that so many more requests will take at this pace. */
  readonly paceSeconds: (requests: number) => number;
};

type Waiter = {
  readonly grant: (takenAt: number) => void;
  readonly onWait: (waiting: Waiting | null) => void;
};

/** What `usage` lists of the last minute: at the service's five a minute, all; at a demo's pace, enough to see. */
const RECENT_SHOWN = 100;

/** Makes a limiter over a memory named `name`. A memory that cannot be written does not stop requests. */
export function createLimiter(options: {
  readonly name: string;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly storage: LimiterStorage;
}): Limiter {
  const { name, limits, clock, storage } = options;
  let slots = NO_SLOTS;
  let isReady = false;
  const waiters: Waiter[] = [];
  let cancelTimer: (() => void) | null = null;
  let isGranting = false;
  const inTurn = createSequencer();
  /** The writing that has not begun yet, if any. */
  let nextSave: Promise<void> | null = null;

  const toWallMs = (at: number) => Math.round(at + clock.wallMs() - clock.monotonicMs());
  const remember = (text: string | null) => {
    slots = readMemory(text, clock.monotonicMs(), clock.wallMs(), limits.perMinute);
    isReady = true;
  };
  const ready = storage.read(name).then(remember, () => remember(''));

  /** Writes the slots as they stand when the writing begins; calls that come meanwhile share the next writing. */
  function save(): Promise<void> {
    nextSave ??= inTurn(() => {
      nextSave = null;
      return storage.write(name, writeMemory(slots, clock.monotonicMs())).catch(() => undefined);
    });
    return nextSave;
  }

  function tellWaiters(waiting: Waiting): void {
    for (const waiter of waiters) waiter.onWait(waiting);
  }

  /** Grants as many slots as are free, in order; then sleeps until the next one is. */
  async function grantFree(): Promise<void> {
    if (isGranting) return;
    isGranting = true;
    cancelTimer?.();
    cancelTimer = null;
    try {
      await ready;
      while (waiters.length > 0) {
        const now = clock.monotonicMs();
        slots = ageSlots(slots, now);
        const next = nextSlot(slots, limits, now);
        if (next.kind === 'held') {
          tellWaiters({ reason: next.limit, untilMs: next.at === null ? null : toWallMs(next.at) });
          if (next.at !== null) {
            cancelTimer = clock.setTimer(() => void grantFree(), Math.max(1, Math.ceil(next.at - now)));
          }
          return;
        }
        const waiter = waiters.shift();
        slots = takeSlot(slots, now, clock.wallMs());
        // Remembered before it is sent: a crash must not forget a request that went out.
        await save();
        waiter?.grant(now);
      }
    } finally {
      isGranting = false;
    }
  }

  function createLease(takenAt: number): Lease {
    let isHeld = true;
    return {
      release: (isAnswered = true) => {
        if (!isHeld) return;
        isHeld = false;
        slots = answerSlot(slots, takenAt, clock.monotonicMs(), clock.wallMs(), isAnswered);
        void save();
        void grantFree();
      },
    };
  }

  function nextFreeAtMs(now: number): number | null {
    const next = nextSlot(slots, limits, now);
    if (next.kind === 'free') return null;
    // What is in flight may be answered at once: not before a minute from now.
    return toWallMs(next.at ?? now + MINUTE_MS);
  }

  return {
    acquire: (signal, onWait = () => undefined) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
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
            if (!signal.aborted) {
              resolve(createLease(takenAt));
              return;
            }
            slots = giveSlotBack(slots, takenAt);
            void save();
            reject(signal.reason);
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiters.push(waiter);
        void grantFree();
      }),
    usage: () => {
      const now = clock.monotonicMs();
      // Before the memory has been read nothing is known, and nothing is granted.
      const held = heldSlots(slots, now);
      return {
        lastMinute: held.minute,
        perMinute: limits.perMinute,
        lastDay: countDay(slots, clock.wallMs()),
        perDay: limits.perDay,
        recentAtMs: slots.answered
          .filter(([at]) => now - at < MINUTE_MS)
          .slice(-RECENT_SHOWN)
          .map(([, wallMs]) => wallMs),
        nextFreeAtMs: isReady ? nextFreeAtMs(now) : null,
        byHour: countByHour(slots, clock.wallMs()),
      };
    },
    paceSeconds: (requests) => paceSeconds(slots, limits, requests, clock.monotonicMs()),
  };
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
