import type { NamedDimension } from '#renderer/data/engine/aggregate/group-codes.ts';
import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import { PERIOD_COLUMNS, type PeriodColumn, type Selection } from '#shared/domain/selection.ts';
import { CUBE_TEXTS } from './number-cells.ts';

/** What a question asks of rows: sums of a selection by some dimensions. */
export type AskedOfRows = { readonly selection: Selection; readonly dimensions: readonly NamedDimension[] };

/**
 * The one decision: the date whose cells tell as much as the rows of a selection by some dimensions; null where only the
 * rows do. Any sums will do: cells have all of them. A column that no segment carries is the same to both.
 */
export function dateOfCells(
  segments: readonly Segment[],
  { period, periodColumn, filters, dateFilters, numberFilters, search }: Selection,
  dimensions: readonly NamedDimension[],
): PeriodColumn | null {
  if (numberFilters.length > 0 || search.trim() !== '') return null;
  const isCarried = (column: string) => segments.some(({ columns }) => columns.has(column));
  const texts = [
    ...filters.map(({ column }) => column),
    ...dimensions.filter(({ unit }) => unit === null).map(({ column }) => column),
  ];
  if (texts.some((column) => !CUBE_TEXTS.includes(column) && isCarried(column))) return null;
  const dates = [
    ...(period === null ? [] : [periodColumn]),
    ...dateFilters.map(({ column }) => column),
    ...dimensions.filter(({ unit }) => unit !== null).map(({ column }) => column),
  ];
  const carried = new Set(dates.filter(isCarried));
  const [date = PERIOD_COLUMNS[0]] = carried;
  return carried.size <= 1 && isPeriodColumn(date) ? date : null;
}

function isPeriodColumn(column: string): column is PeriodColumn {
  return (PERIOD_COLUMNS as readonly string[]).includes(column);
}
