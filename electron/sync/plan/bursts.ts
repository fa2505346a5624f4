import { DAY_MS, instantToMs, type UtcInstant } from '#shared/domain/dates.ts';
import type { UpdateWindow } from '#shared/domain/window.ts';

/**
 * Seconds of changes that hold more rows than a page. Reading one may take dozens of requests, and it lies within the
 * margin of the next readings until something newer was updated, up to a day (rule 7). What counts for the copy is the
 * last of these readings: whatever shows up late in the second is there by then. So in between such a second is only
 * counted, and read when its count differs; the watermark does not leave it behind before it was read once more.
 * Pure.
 */

/** What was read of one second, in this process and into the ledger that is there. */
export type Burst = {
  readonly window: UpdateWindow;
  /** Rows that its request counted. */
  readonly rows: number;
  /** The server's time at the first page of its last reading. */
  readonly readAt: UtcInstant;
  /** The watermark would have left it: the next reading of changes reads it. */
  readonly isDue: boolean;
};

/**
 * Whether it need not be read now if its count is the same. It is read once when the margin since it is over, for what
 * showed up late by then, and before the watermark leaves it, after a day at the latest.
 */
export function mayStand({ window, readAt, isDue }: Burst, now: UtcInstant, marginMs: number): boolean {
  const overAtMs = instantToMs(window.to) + marginMs;
  const [readAtMs, nowMs] = [instantToMs(readAt), instantToMs(now)];
  const wasReadSinceOver = readAtMs >= overAtMs || nowMs < overAtMs;
  return !isDue && readAtMs <= nowMs && wasReadSinceOver && nowMs - DAY_MS < instantToMs(window.from);
}

/** The parts of a window before, at, between and after the seconds that lie in it, oldest first. */
export function cutAround(window: UpdateWindow, bursts: readonly Burst[]): readonly UpdateWindow[] {
  const pieces: UpdateWindow[] = [];
  let { from } = window;
  for (const { window: second } of bursts.toSorted((a, b) => (a.window.from < b.window.from ? -1 : 1))) {
    if (second.from < from || second.to > window.to) continue;
    if (second.from > from) pieces.push({ ...window, from, to: second.from });
    pieces.push(second);
    from = second.to;
  }
  return from < window.to ? [...pieces, { ...window, from }] : pieces;
}

const isSame = (a: UpdateWindow, b: UpdateWindow) => a.from === b.from && a.to === b.to;

export function findBurst(bursts: readonly Burst[], window: UpdateWindow): Burst | undefined {
  return bursts.find((burst) => isSame(burst.window, window));
}

/** After a window was read: `burst` is what it is to be remembered by, null where it holds no more than a page. */
export function remember(
  bursts: readonly Burst[],
  window: UpdateWindow,
  burst: Burst | null,
): readonly Burst[] {
  const isInside = ({ window: one }: Burst) => one.from >= window.from && one.to <= window.to;
  return [...bursts.filter((one) => !isInside(one)), ...(burst === null ? [] : [burst])];
}

/** Those that a watermark leaves or enters are to be read next; those that it had left already are forgotten. */
export function markDue(bursts: readonly Burst[], left: UtcInstant, wanted: UtcInstant): readonly Burst[] {
  return bursts
    .filter(({ window }) => window.from >= left)
    .map((burst) => (burst.window.from < wanted ? { ...burst, isDue: true } : burst));
}
