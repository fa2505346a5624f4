import { dayNumber } from '#renderer/data/engine/calendar/calendar-units.ts';
import { dayCodesOf } from '#renderer/data/engine/calendar/day-codes.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type Codes, cellAt, type Segment } from '#renderer/data/engine/columns/segment.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/stored-segment.ts';
import { codesOfTexts } from '#renderer/data/engine/dictionary/text-dictionary.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import {
  type ColumnFilter,
  type DateFilter,
  type Period,
  type PeriodColumn,
  SEARCH_COLUMNS,
} from '#shared/domain/selection.ts';
import { entriesWith } from './folded-texts.ts';

/** Conditions that are tried on the distinct values of a segment, not on its rows. */

/** Which codes pass. Codes null: every row carries code 0. */
export type CodeCondition = { readonly codes: Codes | null; readonly passes: Uint8Array };

/** 'all': every row of the segment passes; 'none': no row does. */
export type SegmentCondition = CodeCondition | 'all' | 'none';

/** The days of a period; an unreadable date lies in none. */
export function periodCondition(
  segment: StoredSegment,
  period: Period,
  column: PeriodColumn,
): SegmentCondition {
  if (column === 'Fecha de compra' && !isBoughtWithin(segment, period)) return 'none';
  const { codes, days } = dayCodesOf(segment, column);
  if (codes === null) return 'none';
  const first = dayNumber(period.from);
  const last = dayNumber(period.to);
  const passes = Uint8Array.from(days, (day, code) => (code > 0 && day >= first && day <= last ? 1 : 0));
  return decided({ codes, passes });
}

/** The rows without a readable date, or those before or after a day. */
export function dateCondition(segment: Segment, { column, beyond }: DateFilter): SegmentCondition {
  const { codes, days } = dayCodesOf(segment, column);
  if (codes === null) return beyond === null ? 'all' : 'none';
  const bound = beyond === null ? 0 : dayNumber(beyond.day);
  const passes = Uint8Array.from(days, (day, code) => {
    if (code === 0 || beyond === null) return code === 0 && beyond === null ? 1 : 0;
    return (beyond.side === '<' ? day < bound : day > bound) ? 1 : 0;
  });
  return decided({ codes, passes });
}

/** Told by the segment's bounds, without looking at its days. */
function isBoughtWithin({ firstPurchase, lastPurchase }: StoredSegment, { from, to }: Period): boolean {
  const fromMs = dayNumber(from) * DAY_MS;
  // Reckoned in days: after 9999-12-31 there is no day to name.
  const toMs = (dayNumber(to) + 1) * DAY_MS;
  return lastPurchase >= fromMs && firstPurchase < toMs;
}

/** The filter of a column of texts, or of one the segment does not carry; null where its values have no codes. */
export function textCondition(segment: Segment, { column, values }: ColumnFilter): SegmentCondition | null {
  const found = segment.columns.get(column);
  if (found === undefined) return values.includes('') ? 'all' : 'none';
  if (found.kind !== 'text') return null;
  return decided({ codes: found.codes, passes: codesOfTexts(found.dictionary, values) });
}

function decided(condition: CodeCondition): SegmentCondition {
  if (!condition.passes.includes(1)) return 'none';
  return condition.passes.includes(0) ? condition : 'all';
}

/** The filter of a column that has no codes: cell by cell, where the row is still in. */
export function keepTexts(part: Uint8Array, segment: Segment, { column, values }: ColumnFilter): void {
  const wanted = new Set(values);
  const found = segment.columns.get(column);
  for (let row = 0; row < part.length; row += 1) {
    if (part[row] === 1 && !wanted.has(cellAt(found, row) ?? '')) part[row] = 0;
  }
}

/** What a search finds, by column; a row that one of them holds is found. */
export function searchConditions(
  store: ColumnStore,
  segment: StoredSegment,
  needle: string,
): readonly CodeCondition[] {
  return SEARCH_COLUMNS.flatMap((key) => {
    const column = segment.columns.get(key);
    if (column?.kind !== 'text') return [];
    const passes = entriesWith(store, column.dictionary, needle);
    return passes === null ? [] : [{ codes: column.codes, passes }];
  });
}
