import { unitOfDay } from '#renderer/data/engine/columns/calendar.ts';
import { dayNumber } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import type { AskedOfRows } from './answered-by-cells.ts';

/** The period that a question's own is held against. */
export type Compared = { readonly period: Period; readonly keepsMonths: boolean };

/**
 * The months that a question does not take whole, counted as unitOfDay does: of these it needs the days, of all others one
 * cell says as much. Null where it needs the days of all.
 */
export function monthsByDays(
  { selection: { period, dateFilters }, dimensions }: AskedOfRows,
  compared: Compared | null,
): ReadonlySet<number> | null {
  const units = dimensions.flatMap(({ unit }) => unit ?? []);
  if (units.some((unit) => unit === 'day' || unit === 'week')) return null;
  if (units.length > 0 && compared?.keepsMonths === false) return null;
  const periods = [period, compared?.period ?? null].filter((each) => each !== null);
  /** Days that begin something else than the day before. */
  const begins = [
    ...periods.flatMap(({ from, to }) => [dayNumber(from), dayNumber(to) + 1]),
    ...dateFilters.flatMap(({ beyond }) =>
      beyond === null ? [] : [dayNumber(beyond.day) + (beyond.side === '>' ? 1 : 0)],
    ),
  ];
  const monthOf = (day: number) => unitOfDay('month', day);
  return new Set(begins.filter((day) => monthOf(day) === monthOf(day - 1)).map(monthOf));
}
