import { createHash } from 'node:crypto';
import type { Waiting } from '#shared/bridge/app.ts';
import type { Clock } from './clock.ts';
import { type LimiterStorage, readMemory, writeMemory } from './limiter-memory.ts';
import {
  ageSlots,
  answerSlot,
  heldSlots,
  type Limits,
  NO_SLOTS,
  nextSlot,
  paceSeconds,
  takeSlot,
} from './slots.ts';

/** The right to send one request. It holds its slot until released, and then for the limit's span. */
export type Lease = { readonly release: () => void };

/** Every request of one (base address, key) passes here, first come first served (design.md, rule 1). */
export type Limiter = {
  /**
   * Resolves when a request may be sent; rejects with the signal's reason when it aborts first. `onWait` hears why
   * and until when (epoch ms of this machine) the caller waits, and null once it no longer does.
   */
  readonly acquire: (signal: AbortSignal, onWait?: (waiting: Waiting | null) => void) => Promise<Lease>;
  readonly usage: () => {
    readonly lastMinute: number;
    readonly perMinute: number;
    readonly lastDay: number;
    readonly perDay: number;
  };
  /** Seconds that so many more requests will take at this pace. */
  readonly paceSeconds: (requests: number) => number;
};

type Waiter = {
  readonly grant: () => void;
  readonly onWait: (waiting: Waiting | null) => void;
};

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
  let saved: Promise<void> = Promise.resolve();
  let saveIsDue = false;

  const offsetMs = () => clock.wallMs() - clock.monotonicMs();
  const ready = storage.read(name).then(
    (text) => {
      slots = readMemory(text, offsetMs(), clock.monotonicMs(), limits.perMinute);
      isReady = true;
    },
    () => {
      slots = readMemory('', offsetMs(), clock.monotonicMs(), limits.perMinute);
      isReady = true;
    },
  );

  /** Writes the slots as they stand when the writing begins; calls that come meanwhile share the next writing. */
  function save(): Promise<void> {
    if (saveIsDue) return saved;
    saveIsDue = true;
    saved = saved.then(() => {
      saveIsDue = false;
      return storage.write(name, writeMemory(slots, offsetMs())).catch(() => undefined);
    });
    return saved;
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
          const untilMs = next.at === null ? null : Math.round(next.at + offsetMs());
          tellWaiters({ reason: next.limit, untilMs });
          if (next.at !== null) {
            cancelTimer = clock.setTimer(() => void grantFree(), Math.max(1, Math.ceil(next.at - now)));
          }
          return;
        }
        const waiter = waiters.shift();
        slots = takeSlot(slots);
        // Remembered before it is sent: a crash must not forget a request that went out.
        await save();
        waiter?.grant();
      }
    } finally {
      isGranting = false;
    }
  }

  function createLease(): Lease {
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        slots = answerSlot(slots, clock.monotonicMs());
        void save();
        void grantFree();
      },
    };
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
          grant: () => {
            signal.removeEventListener('abort', onAbort);
            onWait(null);
            const lease = createLease();
            if (signal.aborted) {
              lease.release();
              reject(signal.reason);
            } else {
              resolve(lease);
            }
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiters.push(waiter);
        void grantFree();
      }),
    usage: () => {
      const held = isReady ? heldSlots(slots, clock.monotonicMs()) : { minute: 0, day: 0 };
      return {
        lastMinute: held.minute,
        perMinute: limits.perMinute,
        lastDay: held.day,
        perDay: limits.perDay,
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
