import {
  DAY_MS,
  dayOf,
  FURTHEST_AHEAD_OF_UTC_MS,
  instantToMs,
  type LocalDate,
  localFromMs,
  localToMs,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import type { BeyondDay } from '#shared/domain/selection.ts';

/**
 * Which dates time axes reach. A row keeps whatever date it carries (9999-12-31, 0001-01-01, a mistyped year) and
 * stands in a group beside the calendar, so that no axis is as long as a date is far.
 */
export type DateSpan = {
  /** Days before and after these two are out of range, of whichever date. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** The last day that something can have been bought on: later purchases do not say what the present is. */
  readonly purchasedUntil: LocalDate;
};

/** Where calendars begin. */
export const FIRST_DAY = '2000-01-01' as LocalDate;
/** A present that is itself far off draws no longer axes than this. */
const LAST_YEAR = 2199;

/**
 * From 2000 to the end of next year, for payments are dated ahead. Purchases are believed up to a day after the
 * latest local day, which leaves room for a late clock.
 * @param present the latest time of the server's clock that is known; null before its first answer
 */
export function dateSpanAt(present: UtcInstant | null): DateSpan {
  const lastDay = `${LAST_YEAR}-12-31` as LocalDate;
  if (present === null) return { from: FIRST_DAY, to: lastDay, purchasedUntil: lastDay };
  const latest = dayOf(localFromMs(instantToMs(present) + FURTHEST_AHEAD_OF_UTC_MS + DAY_MS));
  const year = Math.min(Number(present.slice(0, 4)) + 1, LAST_YEAR);
  const to = `${String(year).padStart(4, '0')}-12-31` as LocalDate;
  return { from: FIRST_DAY, to, purchasedUntil: latest < to ? latest : to };
}

/** The purchases that are believed, [from, to) in milliseconds: no reading by purchase date can find another. */
export function believedPurchases({ from, purchasedUntil }: DateSpan): {
  readonly fromMs: number;
  readonly toMs: number;
} {
  return { fromMs: localToMs(startOfDay(from)), toMs: localToMs(startOfDay(purchasedUntil)) + DAY_MS };
}

/** Names of the days out of range among groups of a calendar: texts that sort after every day. */
export function beforeSpan({ from }: DateSpan): string {
  return `<${from}`;
}
export function afterSpan({ to }: DateSpan): string {
  return `>${to}`;
}

const OUT_OF_SPAN = /^([<>])(\d{4}-\d{2}-\d{2})$/;

/** Which side a group's name tells of, and the day it is told from; null of any other name. */
export function sideOfSpan(name: string): BeyondDay | null {
  const [, side, day] = OUT_OF_SPAN.exec(name) ?? [];
  return side === undefined || day === undefined ? null : { side: side as '<' | '>', day: day as LocalDate };
}
