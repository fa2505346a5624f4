import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';

/**
 * The arithmetic of the limiter (rule 1), without clock or timers. A request holds a slot from its sending until a
 * minute (a day) after its response: so no span of a minute (a day) on the server's clock, fixed or sliding, holds
 * more requests than the limit.
 * `at` is on the limiter's own axis, which never jumps; all decisions use it. `wallMs` is for people to read.
 */

export type Limits = {
  readonly perMinute: number;
  readonly perDay: number;
};

/** The service's own limits (spec 8). */
export const SERVICE_LIMITS: Limits = { perMinute: 5, perDay: 7200 };

/** A request given up unanswered may be counted this long after its slot: the time-out, and seconds before sending. */
export const UNANSWERED_MS = 65_000;
/** Older answers are kept in groups of this span: they are let go together, at most so much later than they might. */
export const GROUP_MS = 5 * MINUTE_MS;

export type Stamp = readonly [at: number, wallMs: number];
/** Answers that came within GROUP_MS of each other: the first and the last of them, how many, and the last one's wall clock. */
export type AnswerGroup = readonly [firstAt: number, lastAt: number, count: number, wallMs: number];

/** The slots that are remembered. Answers older than a minute are kept in groups, dated as their last: at most 289 groups. */
export type Slots = {
  /** Requests that have not been answered, by the taking of their slots, just before they were sent. */
  readonly inFlight: readonly Stamp[];
  /** Answers of the last minute, ascending; one that is still to be expected lies in the future. */
  readonly answered: readonly Stamp[];
  /** Older answers of the last day, ascending. */
  readonly older: readonly AnswerGroup[];
};

export const NO_SLOTS: Slots = { inFlight: [], answered: [], older: [] };

function isHeld(answeredAt: number, spanMs: number, now: number): boolean {
  return now - answeredAt < spanMs;
}

/** Forgets what no limit needs any more and folds the minute's answers into the day's. */
export function ageSlots(slots: Slots, now: number): Slots {
  const [oldest] = slots.answered;
  const [group] = slots.older;
  const isFolding = oldest !== undefined && !isHeld(oldest[0], MINUTE_MS, now);
  if (!isFolding && (group === undefined || isHeld(group[1], DAY_MS, now))) return slots;
  const older = slots.older.filter(([, lastAt]) => isHeld(lastAt, DAY_MS, now));
  const answered: Stamp[] = [];
  for (const stamp of slots.answered) {
    const [at, wallMs] = stamp;
    if (isHeld(at, MINUTE_MS, now)) {
      answered.push(stamp);
      continue;
    }
    const last = older.at(-1);
    if (last !== undefined && at - last[0] < GROUP_MS) {
      older[older.length - 1] = [last[0], Math.max(at, last[1]), last[2] + 1, wallMs];
    } else if (isHeld(at, DAY_MS, now)) {
      older.push([at, at, 1, wallMs]);
    }
  }
  return { inFlight: slots.inFlight, answered, older };
}

export function takeSlot(slots: Slots, now: number, wallMs: number): Slots {
  return { ...slots, inFlight: [...slots.inFlight, [now, wallMs]] };
}

function withoutFlight(slots: Slots, takenAt: number): Slots {
  const place = slots.inFlight.findIndex(([at]) => at === takenAt);
  return place < 0 ? slots : { ...slots, inFlight: slots.inFlight.toSpliced(place, 1) };
}

/** The request of `takenAt` was never sent after all: as if its slot had not been taken. */
export function giveSlotBack(slots: Slots, takenAt: number): Slots {
  return withoutFlight(slots, takenAt);
}

/** The request of `takenAt` ended at `now`; without an answer it counts as late as the server may still count it. */
export function answerSlot(
  slots: Slots,
  takenAt: number,
  now: number,
  wallMs: number,
  isAnswered = true,
): Slots {
  const at = isAnswered ? now : Math.max(now, takenAt + UNANSWERED_MS);
  const answered = [...slots.answered, [at, wallMs] as const].sort((a, b) => a[0] - b[0]);
  return { ...withoutFlight(slots, takenAt), answered };
}

export function usedSlots(slots: Slots, now: number): { readonly minute: number; readonly day: number } {
  const count = (spanMs: number) => slots.answered.filter(([at]) => isHeld(at, spanMs, now)).length;
  const older = slots.older.reduce((sum, [, at, n]) => (isHeld(at, DAY_MS, now) ? sum + n : sum), 0);
  const inFlight = slots.inFlight.length;
  return { minute: inFlight + count(MINUTE_MS), day: inFlight + count(DAY_MS) + older };
}

type NextSlot =
  | { readonly kind: 'free' }
  /** `at`: when a slot is free again; null while that depends on an answer still to come. */
  | { readonly kind: 'held'; readonly limit: 'minute-limit' | 'day-limit'; readonly at: number | null };

function timeOfNth(entries: readonly (readonly [number, number])[], n: number): number | null {
  let seen = 0;
  for (const [at, count] of entries) {
    seen += count;
    if (seen >= n) return at;
  }
  return null;
}

export function nextSlot(slots: Slots, limits: Limits, now: number): NextSlot {
  const held = usedSlots(slots, now);
  if (held.minute < limits.perMinute && held.day < limits.perDay) return { kind: 'free' };
  const answered = slots.answered.map(([at]) => [at, 1] as const);
  const older = slots.older.map(([, at, count]) => [at, count] as const);
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
      : wait(DAY_MS, held.day - limits.perDay + 1, [...older, ...answered]);
  if (ofDay !== undefined && (ofMinute === undefined || (ofDay ?? 0) >= (ofMinute ?? 0))) {
    return { kind: 'held', limit: 'day-limit', at: ofDay };
  }
  return { kind: 'held', limit: 'minute-limit', at: ofMinute ?? null };
}

/** Seconds that `requests` more requests will take at the limits' pace, the day's budget included. */
export function paceSeconds(slots: Slots, limits: Limits, requests: number, now: number): number {
  if (requests <= 0) return 0;
  const held = usedSlots(slots, now);
  const freeNow = Math.max(0, limits.perMinute - held.minute);
  const minutes = Math.ceil(Math.max(0, requests - freeNow) / limits.perMinute);
  const byMinute = Math.max(0, minutes) * (MINUTE_MS / 1000);
  const freeToday = Math.max(0, limits.perDay - held.day);
  if (requests <= freeToday) return byMinute;
  const oldest = slots.older[0]?.[1] ?? slots.answered[0]?.[0] ?? now;
  const untilFree = Math.max(0, oldest + DAY_MS - now) / 1000;
  const daysAfter = Math.floor((requests - freeToday - 1) / limits.perDay);
  const restOfDay = ((requests - freeToday) % limits.perDay || limits.perDay) / limits.perMinute;
  return Math.max(byMinute, untilFree + daysAfter * (DAY_MS / 1000) + restOfDay * (MINUTE_MS / 1000));
}

const HOURS = 24;

function visit(slots: Slots, each: (wallMs: number, count: number) => void): void {
  for (const [, , count, wallMs] of slots.older) each(wallMs, count);
  for (const [, wallMs] of slots.answered) each(wallMs, 1);
  for (const [, wallMs] of slots.inFlight) each(wallMs, 1);
}

/** Requests of the last 24 hours by the wall clock, in flight included. For people to read. */
export function countDay(slots: Slots, nowWallMs: number): number {
  let sum = 0;
  visit(slots, (wallMs, count) => {
    if (nowWallMs - wallMs < DAY_MS) sum += count;
  });
  return sum;
}

/** The same by hours, the current one last. What a clock set back since puts into the future counts as now. */
export function countByHour(slots: Slots, nowWallMs: number): readonly number[] {
  const counts = new Array<number>(HOURS).fill(0);
  const thisHour = Math.floor(nowWallMs / HOUR_MS);
  visit(slots, (wallMs, count) => {
    const ago = Math.max(0, thisHour - Math.floor(wallMs / HOUR_MS));
    if (ago < HOURS) counts[HOURS - 1 - ago] = (counts[HOURS - 1 - ago] ?? 0) + count;
  });
  return counts;
}
