import { firstDay, type LocalDate, lastDay, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';

/** A calendar of months to choose periods from: years as rows. Pure. */

export type MonthYear = { readonly year: string; readonly months: readonly Month[] };

/** So many years stand without holes: a date that means none (0001-01-01, 9999-12-31) draws no thousands of them. */
const MAX_YEARS = 30;

/**
 * Whole years from the first to the last of `days`, the newest first; none where there are no days. Where they lie very
 * far apart, only those near one of them.
 */
export function yearsOf(days: readonly string[]): readonly MonthYear[] {
  const named = new Set(days.flatMap((day) => (/^\d{4}-/.test(day) ? [Number(day.slice(0, 4))] : [])));
  const years: number[] = [];
  for (const year of [...named].toSorted((one, other) => one - other)) {
    const before = years.at(-1) ?? year - 1;
    for (let between = before + 1; between < year && year - before <= MAX_YEARS; between += 1)
      years.push(between);
    years.push(year);
  }
  return years.toReversed().map((number) => {
    const year = String(number).padStart(4, '0');
    return {
      year,
      months: Array.from(
        { length: 12 },
        (_, month) => `${year}-${String(month + 1).padStart(2, '0')}` as Month,
      ),
    };
  });
}

/** All days from one month to another, whichever is earlier. */
export function spanOf(one: Month, other: Month): Period {
  const [first, last] = one <= other ? [one, other] : [other, one];
  return { from: firstDay(first), to: lastDay(last) };
}

/** How much of a month a period takes: all of it, some days, or none. */
export function partOf(month: Month, period: Period | null): 'whole' | 'some' | 'none' {
  if (period === null || period.to < firstDay(month) || period.from > lastDay(month)) return 'none';
  return period.from <= firstDay(month) && period.to >= lastDay(month) ? 'whole' : 'some';
}

/** Where the arrow keys lead; null where the key is none of them. Years stand the newest first. */
export function monthBeside(month: Month, key: string): Month | null {
  switch (key) {
    case 'ArrowLeft':
      return shiftMonth(month, -1);
    case 'ArrowRight':
      return shiftMonth(month, 1);
    case 'ArrowUp':
      return shiftMonth(month, 12);
    case 'ArrowDown':
      return shiftMonth(month, -12);
    case 'Home':
      return `${month.slice(0, 4)}-01` as Month;
    case 'End':
      return `${month.slice(0, 4)}-12` as Month;
    default:
      return null;
  }
}

/** The month to begin from when a range is stretched with Shift: the period's own first, or the month pressed. */
export function anchorOf(period: Period | null, pressed: Month): Month {
  return period === null ? pressed : monthOf(period.from);
}

/** First and last day of the days given; null where there are none. */
export function endsOf(
  days: readonly string[],
): { readonly first: LocalDate; readonly last: LocalDate } | null {
  const known = days.filter((day) => day !== '').toSorted();
  const first = known[0];
  const last = known.at(-1);
  return first === undefined || last === undefined
    ? null
    : { first: first as LocalDate, last: last as LocalDate };
}
