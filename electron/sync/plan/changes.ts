import { DAY_MS, instantFromMs, instantToMs, type UtcInstant } from '#shared/domain/dates.ts';
import { MAX_UPDATE_WINDOW_MS, splitWindow, type UpdateWindow } from '#shared/domain/window.ts';

/** Windows of changes and the watermark between them (rules 7 and 8). Pure. */

export const DEFAULT_MARGIN_MS = 10 * 60 * 1000;

/** The longest window that a request may span; its end may lie in the future, where the server cuts it. */
export function changesWindow(from: UtcInstant): UpdateWindow {
  return { field: 'updated_at', from, to: instantFromMs(instantToMs(from) + MAX_UPDATE_WINDOW_MS) };
}

/** A window as far as it can hold anything yet: not beyond the server's present. */
export function presentPart(window: UpdateWindow, serverNow: UtcInstant): UpdateWindow {
  const to = serverNow < window.to && serverNow > window.from ? serverNow : window.to;
  return { ...window, to };
}

/** Cuts a window of changes, oldest first. A window of a second or less comes back alone. */
export function divideChanges(window: UpdateWindow, parts: number): readonly UpdateWindow[] {
  return splitWindow(window, parts).filter((piece) => piece.field === 'updated_at');
}

/** E of rule 7, until when all changes are known: the window's end, the server's clock or `meta.to`, the earliest. */
export function knownAfter(
  windowTo: UtcInstant,
  firstPageDate: UtcInstant,
  effectiveTo: UtcInstant | null,
): UtcInstant {
  const end = firstPageDate < windowTo ? firstPageDate : windowTo;
  return effectiveTo !== null && effectiveTo < end ? effectiveTo : end;
}

/**
 * Whether a reading of changes is over (rule 15): it reaches the present, or the answer covers less than the window,
 * so that the same window again would bring nothing. A fully known window moves `from` by six days.
 * @param present the server's time when the reading of changes began
 */
export function isPresentReached(windowTo: UtcInstant, reached: UtcInstant, present: UtcInstant): boolean {
  return windowTo >= present || reached < windowTo;
}

/**
 * The next `from` (rule 7): max(this from, min(greatest update of the window's own rows, E) - margin, E - 24 h).
 * Never goes back, and never sticks after a window of over 24 h.
 */
export function nextWatermark(options: {
  readonly current: UtcInstant;
  readonly knownUntil: UtcInstant;
  readonly greatestUpdate: UtcInstant | null;
  readonly marginMs: number;
}): UtcInstant {
  const { current, knownUntil, greatestUpdate, marginMs } = options;
  const end = instantToMs(knownUntil);
  const byRows =
    greatestUpdate === null
      ? Number.NEGATIVE_INFINITY
      : Math.min(instantToMs(greatestUpdate), end) - marginMs;
  return instantFromMs(Math.max(instantToMs(current), byRows, end - DAY_MS));
}

/**
 * The first `from` of a load (rule 7): its start minus the margin, or the greatest update of its first window minus
 * the margin if earlier, for the data's clock may lag. Later windows prove nothing about the load's start. A day
 * before the start where the first window is not read or empty.
 */
export function firstWatermark(options: {
  readonly startedAt: UtcInstant;
  readonly greatestUpdate: UtcInstant | null;
  readonly marginMs: number;
  /** No request may reach further back (rule 9). */
  readonly notBeforeMs: number;
}): UtcInstant {
  const { startedAt, greatestUpdate, marginMs, notBeforeMs } = options;
  const startMs = instantToMs(startedAt);
  const from =
    greatestUpdate === null ? startMs - DAY_MS : Math.min(startMs, instantToMs(greatestUpdate)) - marginMs;
  return instantFromMs(Math.max(notBeforeMs, from));
}

/**
 * Bursts: seconds of changes with more rows than a page. Reading one may take dozens of requests, and the margin
 * repeats it for up to a day (rule 7). Only the last reading counts: what shows up late in the second is there by
 * then. So in between a burst is counted and read when its count differs; it is read once more before the watermark
 * leaves it. Pure.
 */

/** The reading of one second, in this process and into the ledger that is there. */
export type Burst = {
  readonly window: UpdateWindow;
  readonly rows: number;
  /** The server's time at the first page of its last reading. */
  readonly readAt: UtcInstant;
  /** The watermark would have left it: the next reading of changes reads it. */
  readonly isDue: boolean;
};

/** Whether it need not be read while its count is the same; it is read once after its margin, and within a day. */
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
