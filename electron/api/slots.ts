import { DAY_MS, MINUTE_MS } from '#shared/dates.ts';

/**
 * The arithmetic of the limiter (design.md, rule 1), without clock or timers. A request holds a slot from the
 * moment it is sent until a minute (a day) after its response: so no span of a minute (a day) on the server's
 * clock, fixed or sliding, ever holds more requests than the limit, wherever between sending and answer the
 * server counted them.
 */

export type Limits = {
  readonly perMinute: number;
  readonly perDay: number;
};

/** The service's own limits (spec 8). */
export const SERVICE_LIMITS: Limits = { perMinute: 5, perDay: 7200 };

/**
 * What is remembered. Times are milliseconds of one axis. Answers older than a minute count for the day only and
 * are kept by the minute, each as if it had come as late as the last of its minute.
 */
export type Slots = {
  readonly inFlight: number;
  /** Answer times of the last minute, ascending. */
  readonly answered: readonly number[];
  /** Older answers of the last day: [latest time, count], ascending. */
  readonly older: readonly (readonly [number, number])[];
};

export const NO_SLOTS: Slots = { inFlight: 0, answered: [], older: [] };

function isHeld(answeredAt: number, spanMs: number, now: number): boolean {
  return now - answeredAt < spanMs;
}

/** Forgets what no limit needs any more and folds the minute's answers into the day's. */
export function ageSlots(slots: Slots, now: number): Slots {
  const older = slots.older
    .filter(([at]) => isHeld(at, DAY_MS, now))
    .map(([at, count]) => [at, count] as const);
  const answered: number[] = [];
  for (const at of slots.answered) {
    if (isHeld(at, MINUTE_MS, now)) {
      answered.push(at);
      continue;
    }
    const last = older.at(-1);
    if (last !== undefined && Math.floor(last[0] / MINUTE_MS) === Math.floor(at / MINUTE_MS)) {
      older[older.length - 1] = [Math.max(at, last[0]), last[1] + 1];
    } else if (isHeld(at, DAY_MS, now)) {
      older.push([at, 1]);
    }
  }
  return { inFlight: slots.inFlight, answered, older };
}

/** A request is sent. */
export function takeSlot(slots: Slots): Slots {
  return { ...slots, inFlight: slots.inFlight + 1 };
}

/** A request was answered, failed or was given up at `now`. */
export function answerSlot(slots: Slots, now: number): Slots {
  const answered = [...slots.answered, now].sort((a, b) => a - b);
  return { ...slots, inFlight: Math.max(0, slots.inFlight - 1), answered };
}

/** Slots held in the last minute and the last day, requests in flight included. */
export function heldSlots(slots: Slots, now: number): { readonly minute: number; readonly day: number } {
  const count = (spanMs: number) => slots.answered.filter((at) => isHeld(at, spanMs, now)).length;
  const older = slots.older.reduce((sum, [at, n]) => (isHeld(at, DAY_MS, now) ? sum + n : sum), 0);
  return { minute: slots.inFlight + count(MINUTE_MS), day: slots.inFlight + count(DAY_MS) + older };
}

export type NextSlot =
  | { readonly kind: 'free' }
  /** `at`: when a slot is free again; null while that depends on an answer still to come. */
  | { readonly kind: 'held'; readonly limit: 'minute-limit' | 'day-limit'; readonly at: number | null };

/** When the n-th oldest of these is free again; null when there are not so many. */
function timeOfNth(entries: readonly (readonly [number, number])[], n: number): number | null {
  let seen = 0;
  for (const [at, count] of entries) {
    seen += count;
    if (seen >= n) return at;
  }
  return null;
}

/** Whether a request may be sent at `now`, and if not, when. */
export function nextSlot(slots: Slots, limits: Limits, now: number): NextSlot {
  const held = heldSlots(slots, now);
  const answered = slots.answered.map((at) => [at, 1] as const);
  const wait = (spanMs: number, excess: number, entries: readonly (readonly [number, number])[]) => {
    const at = timeOfNth(
      entries.filter(([time]) => isHeld(time, spanMs, now)),
      excess,
    );
    return at === null ? null : at + spanMs;
  };
  const ofMinute =
    held.minute < limits.perMinute
      ? undefined
      : wait(MINUTE_MS, held.minute - limits.perMinute + 1, answered);
  const ofDay =
    held.day < limits.perDay
      ? undefined
      : wait(DAY_MS, held.day - limits.perDay + 1, [...slots.older, ...answered]);
  if (ofDay !== undefined && (ofMinute === undefined || (ofDay ?? 0) >= (ofMinute ?? 0))) {
    return { kind: 'held', limit: 'day-limit', at: ofDay };
  }
  if (ofMinute !== undefined) return { kind: 'held', limit: 'minute-limit', at: ofMinute };
  return { kind: 'free' };
}

/** Seconds that `requests` more requests will take at the limits' pace, the day's budget included. */
export function paceSeconds(slots: Slots, limits: Limits, requests: number, now: number): number {
  if (requests <= 0) return 0;
  const held = heldSlots(slots, now);
  const freeNow = Math.max(0, limits.perMinute - held.minute);
  const minutes = Math.ceil(Math.max(0, requests - freeNow) / limits.perMinute);
  const byMinute = Math.max(0, minutes) * (MINUTE_MS / 1000);
  const freeToday = Math.max(0, limits.perDay - held.day);
  if (requests <= freeToday) return byMinute;
  const oldest = slots.older[0]?.[0] ?? slots.answered[0] ?? now;
  const untilFree = Math.max(0, oldest + DAY_MS - now) / 1000;
  const daysAfter = Math.floor((requests - freeToday - 1) / limits.perDay);
  const restOfDay = ((requests - freeToday) % limits.perDay || limits.perDay) / limits.perMinute;
  return Math.max(byMinute, untilFree + daysAfter * (DAY_MS / 1000) + restOfDay * (MINUTE_MS / 1000));
}
