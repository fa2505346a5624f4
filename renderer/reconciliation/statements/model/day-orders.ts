import { DAY_ORDERS, type DayOrder, namedDayOrder } from '#renderer/data/model/written-dates.ts';
import type { Task } from '#shared/base/tasks.ts';
import { shiftDay } from '#shared/domain/dates.ts';
import { chronologyOf, type DateBounds, type DateTexts, daysBy } from './date-columns.ts';
import type { DayOrderBy } from './statement.ts';

/**
 * Whether the day or the month comes first in columns that no day above 12 decides: by the user, by the heading, by a layout of a
 * country, or by the only order in which the lines follow one another in time or lie within the file's period. Never by habit.
 */

/** `order` null: the column leaves it open, and it is to be asked. `by` null: its own days tell it, or nothing does. */
export type DayOrderDecision = { readonly order: DayOrder | null; readonly by: DayOrderBy | null };

export type KnownOrders = {
  /** By the user, of files with this heading. */
  readonly said: DayOrder | null;
  /** The order of a layout whose country is certain. */
  readonly layout: DayOrder | null;
  readonly heading: string;
  /** When something happened is not later than today; when money is paid may be. */
  readonly isPast: boolean;
};

const otherThan = (order: DayOrder): DayOrder => (order === 'day-first' ? 'month-first' : 'day-first');

/** Settles a column's order, or finds that nothing does. */
export function* decideDayOrder(
  column: DateTexts,
  bounds: DateBounds,
  { said, layout, heading, isPast }: KnownOrders,
): Task<DayOrderDecision> {
  const { convention, isOpen } = column;
  const own = convention === 'day-first' || convention === 'month-first' ? convention : null;
  if (!isOpen) return { order: own, by: null };
  const named = namedDayOrder(heading);
  const known: DayOrderDecision =
    said !== null
      ? { order: said, by: 'said' }
      : named !== null
        ? { order: named, by: 'heading' }
        : { order: layout, by: layout === null ? null : 'layout' };
  // Where its days contradict what is known of it, the user is asked.
  if (own !== null) return { order: known.order === null || known.order === own ? own : null, by: null };
  if (convention === 'mixed') return said === null ? OPEN : known;
  if (said !== null) return known;
  const decided = yield* decidedByLines(column, bounds, isPast);
  if (known.order === null) return decided ?? OPEN;
  return decided === null || decided.order === known.order ? known : OPEN;
}

const OPEN: DayOrderDecision = { order: null, by: null };

/** So many changes of day in a row tell an order of time; fewer may do so by chance. */
const MIN_STEPS = 3;

/** The only order by which the days lie within the period, or follow one another and are not later than today. */
function* decidedByLines(
  column: DateTexts,
  bounds: DateBounds,
  isPast: boolean,
): Task<DayOrderDecision | null> {
  const fits: {
    order: DayOrder;
    isWithin: boolean | null;
    isOrdered: boolean;
    steps: number;
    isLate: boolean;
  }[] = [];
  for (const order of DAY_ORDERS) {
    const days = yield* daysBy(column, order, bounds);
    const { isOrdered, steps, last } = yield* chronologyOf(days);
    const period = bounds.period(order);
    const from = period?.from ?? null;
    const isWithin =
      period === null || from === null
        ? null
        : days.every((each) => each === null || (each.day >= from && each.day <= period.to));
    const isLate = isPast && last !== null && last > shiftDay(bounds.today, 1);
    fits.push({ order, isWithin, isOrdered, steps, isLate });
  }
  const byPeriod = fits.filter(({ isWithin }) => isWithin === true);
  const others = fits.filter(({ isWithin }) => isWithin === false);
  if (byPeriod.length === 1 && others.length === 1) {
    return { order: byPeriod[0]?.order ?? null, by: 'period' };
  }
  // A day outside of the period may be one beside it; it is none to tell anything by.
  if (others.length > 0) return null;
  const [only, ...more] = fits.filter(({ isOrdered, isLate }) => isOrdered && !isLate);
  if (only === undefined || more.length > 0) return null;
  const other = fits.find(({ order }) => order === otherThan(only.order));
  const isDecided = other?.isLate === true || only.steps >= MIN_STEPS;
  return isDecided ? { order: only.order, by: 'chronology' } : null;
}
