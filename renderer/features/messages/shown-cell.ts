import { type DateStyle, formatMoment } from '#renderer/ui/date-format.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import { parseLocalDateTime, parseUtcInstant } from '#shared/domain/dates.ts';

/** A cell of the API as people read it: dates as they write them, all other values, and dates that are none, as they came. */
export function shownCell(column: string, cell: string, dates: DateStyle): string {
  const kind = findColumn(column)?.kind;
  const isDate =
    (kind === 'local-datetime' && parseLocalDateTime(cell) !== undefined) ||
    (kind === 'utc-datetime' && parseUtcInstant(cell) !== undefined);
  return isDate ? formatMoment(cell, dates) : cell;
}
