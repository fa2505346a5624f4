import { expect } from 'vitest';
import { createLimiter, type Limiter } from '#electron/api/limiter.ts';
import { GROUP_MS, type Limits, UNANSWERED_MS } from '#electron/api/slots.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { createManualClock } from './manual-clock.ts';

/**
 * A world around a limiter: a machine that is started again, processes that die at any moment and find the memory as
 * it stood on the disk, a wall clock that is set to anything, and a server that counts every request when it likes.
 */

export type Fate = {
  /** How long the server takes; at most a minute. */
  readonly latencyMs: number;
  /** answered: with any status. given-up: by the client, when that time is over, and the server goes on without it. */
  readonly end: 'answered' | 'given-up';
  /** From 0, at its arrival, to 1: at its answer, or a minute after its arrival where nobody waits for it any more. */
  readonly countedAt: number;
  /** Patience with the queue; null: endless. */
  readonly patienceMs: number | null;
};

/** Greatest number of times in any half-open span: what a sliding window holds at most, and every fixed one. */
export function mostInSpan(times: readonly number[], spanMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  let start = 0;
  for (let end = 0; end < sorted.length; end += 1) {
    while ((sorted[end] ?? 0) - (sorted[start] ?? 0) >= spanMs) start += 1;
    most = Math.max(most, end - start + 1);
  }
  return most;
}

/** A request as one who knows everything sees it; times are of the world. */
type Seen = {
  readonly sentAt: number;
  /** Null while it is in flight. */
  endedAt: number | null;
  isAnswered: boolean;
};

export function createLimiterWorld(limits: Limits, options: { readonly writeMs?: () => number } = {}) {
  const time = createManualClock();
  const writeMs = options.writeMs ?? (() => 0);
  /** When the server counted each request. */
  const counted: number[] = [];
  /** Only what may still matter to a limit is kept. */
  let seen: Seen[] = [];
  let worldMs = 0;
  let markedAt = time.clock.monotonicMs();
  let disk: string | null = null;
  let writing = 0;
  /** Processes that died while they wrote left a memory that says less than the world knows, to be on the safe side. */
  let unsureUntil = 0;
  let unsureSlots = 0;
  let generation = 0;
  /** Since when each of those who wait does. */
  let waiting = new Set<{ readonly since: number }>();
  let limiter: Limiter;

  const now = () => worldMs + time.clock.monotonicMs() - markedAt;

  /** A new process: it finds the disk as it is, and nothing of the old one moves any more. */
  function startProcess(): void {
    generation += 1;
    if (writing > 0) {
      unsureUntil = now() + UNANSWERED_MS + MINUTE_MS;
      unsureSlots += limits.perMinute;
    }
    writing = 0;
    const own = generation;
    const isAlive = () => own === generation;
    waiting = new Set();
    // The server counts a request that nobody waits for any more within its minute.
    for (const request of seen) request.endedAt ??= request.sentAt;
    limiter = createLimiter({
      name: 'a',
      limits,
      clock: {
        ...time.clock,
        setTimer: (callback, ms) => time.clock.setTimer(() => isAlive() && callback(), ms),
      },
      storage: {
        read: async () => disk,
        write: async (_, text) => {
          writing += 1;
          const takesMs = writeMs();
          if (takesMs > 0) await new Promise<void>((resolve) => time.clock.setTimer(resolve, takesMs));
          if (!isAlive()) return;
          writing -= 1;
          disk = text;
        },
      },
    });
  }
  startProcess();

  /** Somebody asks; what comes of it happens as time is let pass. */
  function request(fate: Fate): void {
    const own = generation;
    const impatience = new AbortController();
    const cancel =
      fate.patienceMs === null
        ? () => undefined
        : time.clock.setTimer(() => impatience.abort(), fate.patienceMs);
    const waiter = { since: now() };
    waiting.add(waiter);
    limiter.acquire(impatience.signal).then(
      (lease) => {
        if (own !== generation) return;
        cancel();
        waiting.delete(waiter);
        const sentAt = now();
        const isAnswered = fate.end === 'answered';
        counted.push(sentAt + fate.countedAt * (isAnswered ? fate.latencyMs : MINUTE_MS));
        const record: Seen = { sentAt, endedAt: null, isAnswered: false };
        seen.push(record);
        time.clock.setTimer(() => {
          if (own !== generation) return;
          record.endedAt = now();
          record.isAnswered = isAnswered;
          lease.release(isAnswered);
        }, fate.latencyMs);
      },
      () => {
        waiting.delete(waiter);
      },
    );
  }

  /** Whether a limiter that trusts nothing but what it saw would have had a free slot for at least `slackMs`. */
  function isSurelyFree(slackMs: number): boolean {
    const at = now();
    const heldUntil = ({ sentAt, endedAt, isAnswered }: Seen) =>
      endedAt === null
        ? Number.POSITIVE_INFINITY
        : isAnswered
          ? endedAt
          : Math.max(endedAt, sentAt + UNANSWERED_MS);
    seen = seen.filter((one) => at - heldUntil(one) < DAY_MS + 2 * GROUP_MS);
    const held = (spanMs: number) => seen.filter((one) => at - heldUntil(one) < spanMs + slackMs).length;
    const isMinuteFree = at > unsureUntil + slackMs && held(MINUTE_MS) < limits.perMinute;
    // Answers of the day are remembered by the group.
    return isMinuteFree && held(DAY_MS + GROUP_MS) + unsureSlots < limits.perDay;
  }

  return {
    time,
    request,
    limiter: () => limiter,
    disk: () => disk,
    advance: time.advance,
    /** The app is killed and started again. */
    restart: startProcess,
    /** The machine is. */
    startMachineAgain: (offMs: number, upMs: number) => {
      worldMs = now() + offMs + upMs;
      time.startMachineAgain(offMs, upMs);
      markedAt = time.clock.monotonicMs();
      startProcess();
    },
    waiting: () => waiting.size,
    requests: () => counted.length,
    expectWithinLimits: () => {
      expect(mostInSpan(counted, MINUTE_MS)).toBeLessThanOrEqual(limits.perMinute);
      expect(mostInSpan(counted, DAY_MS)).toBeLessThanOrEqual(limits.perDay);
    },
    /** Not to be asked after the machine was started again: how long it was off the limiter does not know. */
    expectNobodyStarves: (slackMs: number) => {
      const waitedMs = Math.max(0, ...[...waiting].map(({ since }) => now() - since));
      if (waitedMs >= slackMs) expect(isSurelyFree(slackMs), `waited ${waitedMs} ms`).toBe(false);
    },
  };
}
