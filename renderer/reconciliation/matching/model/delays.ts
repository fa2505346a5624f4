import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import type { MatchInput, Work } from './match-work.ts';
import { NO_DAY } from './universe.ts';

/**
 * How many days lie between a line and its order: what the lines that name their order say of those that do not. Where few
 * do, some days more or less; where enough do, no order outside the days that were seen is one.
 */

/** Between a line and the payment or the purchase of its order, where nothing better is known. */
export const MAX_DAYS_APART = 5;
/** So many lines say something of the others. */
const MIN_SEEN = 20;
/** Share at each end of those seen that is passed over where days are only added. */
const ODD_SHARE = 0.05;
/** Of the orders of other lines so many may lie outside at each end of what is seen. */
const MAX_OUTSIDE = 0.005;

const DATES = ['paid', 'purchased'] as const;
type DateOfOrder = (typeof DATES)[number];
/** Days from the date of an order to the line, both within. */
type Span = { readonly from: number; readonly to: number };
export type Delays = {
  /** Dates of an order by which it may be a line's: one of them within its span is enough. */
  readonly spans: readonly (readonly [DateOfOrder, Span])[];
};

const USUAL: Span = { from: -MAX_DAYS_APART, to: MAX_DAYS_APART };

/** From what is matched by number so far. */
export function* delaysSeen({ orders, days }: MatchInput, { cases }: Pick<Work, 'cases'>): Task<Delays> {
  const found = { paid: [] as number[], purchased: [] as number[] };
  yield* eachInSteps(cases, ({ lines, orders: others }) => {
    const order = others.length === 1 ? orders[others[0] ?? -1] : undefined;
    if (order === undefined) return;
    for (const line of lines) {
      const day = days[line] ?? NO_DAY;
      if (day === NO_DAY) continue;
      if (order.paid !== NO_DAY) found.paid.push(day - order.paid);
      if (order.purchased !== NO_DAY) found.purchased.push(day - order.purchased);
    }
  });
  const seen: { readonly date: DateOfOrder; readonly own: Int32Array }[] = [];
  for (const date of DATES) {
    seen.push({ date, own: new Int32Array(found[date]).sort() });
    yield;
  }
  const candidates = seen.flatMap(({ date, own }) => {
    if (own.length < MIN_SEEN) return [];
    const usual = without(own, Math.floor(own.length * ODD_SHARE));
    // Chance of one more outside: by rank, each place among those seen is as likely.
    const rank = Math.floor(MAX_OUTSIDE * (own.length + 1));
    return [{ date, usual, sure: rank < 1 ? null : without(own, rank - 1), seen: own.length }];
  });
  const [best] = candidates.toSorted((a, b) => width(a.usual) - width(b.usual));
  if (best === undefined) return { spans: DATES.map((date) => [date, USUAL]) };
  if (best.sure !== null) return { spans: [[best.date, best.sure]] };
  const added = {
    from: Math.min(USUAL.from, best.usual.from),
    to: Math.max(USUAL.to, best.usual.to),
  };
  return { spans: DATES.map((date) => [date, date === best.date ? added : USUAL]) };
}

const without = (ascending: Int32Array, odd: number): Span => ({
  from: ascending[odd] ?? 0,
  to: ascending[ascending.length - 1 - odd] ?? 0,
});
const width = ({ from, to }: Span): number => to - from;

/** Whether an order may be a line's by their dates; one that has no such date may be anybody's. */
export function isTimely(
  { spans }: Delays,
  day: number,
  order: { readonly paid: number; readonly purchased: number },
): boolean {
  if (day === NO_DAY) return true;
  let isKnown = false;
  for (const [date, { from, to }] of spans) {
    if (order[date] === NO_DAY) continue;
    const apart = day - order[date];
    if (apart >= from && apart <= to) return true;
    isKnown = true;
  }
  return !isKnown;
}
