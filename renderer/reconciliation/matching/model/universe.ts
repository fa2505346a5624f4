import { DAY_MS } from '#shared/domain/dates.ts';

/**
 * The universe of a statement: the orders that it should hold. Where it names settlements, those of which it holds
 * most; else the run of days of which it holds most. Orders outside are counted, never reported as missing.
 */

/** Stands for an order without such a date. */
export const NO_DAY = -0x80000000;

export type DayRun = {
  /** Days since 1970-01-01, both within. */
  readonly from: number;
  readonly to: number;
  /** Orders in it that the statement holds, and those that it does not. */
  readonly held: number;
  readonly missing: number;
};

/**
 * The run of days in which orders that are held exceed those that are not by most: one that is far from all others does
 * not stretch it, and a few among thousands make none. Null where no run holds more than it lacks.
 */
export function densestDays({
  ascending,
}: Pick<ReturnType<typeof createDayCounts>, 'ascending'>): DayRun | null {
  const counts = ascending();
  let best: DayRun | null = null;
  let run: DayRun | null = null;
  for (const [day, { held, missing }] of counts) {
    const goesOn: boolean = run !== null && run.held > 0 && run.held >= run.missing;
    run =
      run !== null && goesOn
        ? { from: run.from, to: day, held: run.held + held, missing: run.missing + missing }
        : { from: day, to: day, held, missing };
    if (best === null || run.held - run.missing > best.held - best.missing) best = run;
  }
  if (best === null || best.held <= best.missing) return null;
  return toMonthEnds(best, counts);
}

type DayCounts = ReadonlyMap<number, { readonly held: number; readonly missing: number }>;

const DAYS_AT_HAND = 1024;

/** Orders that are held and that are not, by day. */
export function createDayCounts() {
  const counts = new Map<number, { held: number; missing: number }>();
  const countOf = (day: number) => {
    const count = counts.get(day) ?? { held: 0, missing: 0 };
    counts.set(day, count);
    return count;
  };
  // Of many orders a day: those counted last stand at hand.
  const days = new Int32Array(DAYS_AT_HAND).fill(NO_DAY);
  const atHand: { held: number; missing: number }[] = [];
  return {
    add(day: number, isHeld: boolean): void {
      if (day === NO_DAY) return;
      const place = day & (DAYS_AT_HAND - 1);
      const known = days[place] === day ? atHand[place] : undefined;
      const count = known ?? countOf(day);
      days[place] = day;
      atHand[place] = count;
      if (isHeld) count.held += 1;
      else count.missing += 1;
    },
    ascending: (): DayCounts => new Map([...counts].sort(([a], [b]) => a - b)),
  };
}

/**
 * A run that nearly fills its months is of whole months: their first or last order may be the one that is missing. So is one
 * where the statement lacks no more orders of the days that are left than it holds.
 */
const MAX_DAYS_ADDED = 4;
const MIN_DAYS = 20;
const MAX_SHARE_ADDED = 0.02;

function toMonthEnds(run: DayRun, counts: DayCounts): DayRun {
  if (run.to - run.from < MIN_DAYS) return run;
  const first = run.from - new Date(run.from * DAY_MS).getUTCDate() + 1;
  const last = new Date(run.to * DAY_MS);
  const end = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 0) / DAY_MS;
  const isFilled = (from: number, to: number): boolean => {
    if (to - from < MAX_DAYS_ADDED) return true;
    const added = countBetween(counts, from, to);
    return added.held >= added.missing;
  };
  const from = isFilled(first, run.from - 1) ? first : run.from;
  const to = isFilled(run.to + 1, end) ? end : run.to;
  const { held, missing } = countBetween(counts, from, to);
  const isFew = missing - run.missing <= Math.max(1, run.held * MAX_SHARE_ADDED);
  return isFew ? { from, to, held, missing } : run;
}

function countBetween(counts: DayCounts, from: number, to: number) {
  let [held, missing] = [0, 0];
  for (const [day, count] of counts) {
    if (day < from || day > to) continue;
    held += count.held;
    missing += count.missing;
  }
  return { held, missing };
}

/** Whether a settlement that a statement names is one that it speaks for: it holds most of its orders. */
export const holdsMost = (held: number, missing: number): boolean => held > missing;

/** Whether a run begins and ends with a calendar month. */
export function isOfWholeMonths({ from, to }: DayRun): boolean {
  const isFirst = (day: number) => new Date(day * DAY_MS).getUTCDate() === 1;
  return isFirst(from) && isFirst(to + 1);
}
