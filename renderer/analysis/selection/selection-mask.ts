import { localToMs, shiftDay, startOfDay } from '#shared/dates.ts';
import { compare, fromDecimal } from '#shared/decimal.ts';
import {
  type AccountsScope,
  type ColumnFilter,
  DASHBOARD_FILTERS,
  inScope,
  type NumberFilter,
  type Period,
  type PeriodColumn,
  SEARCH_COLUMNS,
  type Selection,
} from '#shared/selection/selection.ts';
import { dayNumber } from '../calendar/calendar-units.ts';
import { dayCodesOf } from '../calendar/day-codes.ts';
import type { ColumnStore, StoredSegment } from '../rows/column-store.ts';
import { type Codes, cellAt, meaningAt, type Segment } from '../rows/segment.ts';
import { runToEnd, type Slices } from '../slices.ts';
import { fold } from '../texts/fold.ts';
import { entriesWith } from '../texts/folded-texts.ts';
import { codesOfTexts } from '../texts/text-dictionary.ts';
import { copyBoth, countMembers, keep, keepEither } from './mask-kernels.ts';

/** Which live rows a selection holds: one byte a row over all segments. Conditions are tried on distinct values. */
export type SelectionMask = {
  readonly mask: Uint8Array;
  readonly rows: number;
  /** Selected rows of each segment. */
  readonly rowsIn: Uint32Array;
};

/** The mask of a selection; `exceptColumn` leaves out the filters of one column (not the preset's). */
export function selectRows(
  store: ColumnStore,
  selection: Selection,
  exceptColumn: string | null = null,
): SelectionMask {
  return runToEnd(maskSlices(store, selection, exceptColumn));
}

/** A condition on a segment's rows: which codes pass. Codes null: every row carries code 0. */
type Condition = { readonly codes: Codes | null; readonly passes: Uint8Array };

export function* maskSlices(
  store: ColumnStore,
  selection: Selection,
  exceptColumn: string | null = null,
): Slices<SelectionMask> {
  const filters = selection.filters.filter(({ column }) => column !== exceptColumn);
  const needle = fold(selection.search.trim());
  const mask = new Uint8Array(store.rowSpan);
  const rowsIn = new Uint32Array(store.segments.length);
  let rows = 0;
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    // Begins where a word does, as a part of the whole mask may not.
    const part = new Uint8Array(segment.rowCount);
    if (selectSegment(store, segment, part, { ...selection, filters }, needle)) {
      mask.set(part, segment.base);
      const count = countMembers(part);
      rowsIn[index] = count;
      rows += count;
    }
    yield;
  }
  return { mask, rows, rowsIn };
}

/** Fills a segment's part of the mask; false when none of its rows can be selected. */
function selectSegment(
  store: ColumnStore,
  segment: StoredSegment,
  part: Uint8Array,
  { period, periodColumn, filters, numberFilters, scope, dashboardPreset }: Selection,
  needle: string,
): boolean {
  const conditions: Condition[] = [];
  const slow: ColumnFilter[] = [];
  if (period !== null) {
    const condition = periodCondition(segment, period, periodColumn);
    if (condition === 'none') return false;
    conditions.push(condition);
  }
  for (const filter of filters) {
    const found = segment.columns.get(filter.column);
    if (found === undefined) {
      if (!filter.values.includes('')) return false;
    } else if (found.kind === 'text') {
      const passes = codesOfTexts(found.dictionary, filter.values);
      if (!passes.includes(1)) return false;
      if (passes.includes(0)) conditions.push({ codes: found.codes, passes });
    } else slow.push(filter);
  }
  const hits = needle === '' ? null : searchConditions(store, segment, needle);
  if (hits?.length === 0) return false;
  if (dashboardPreset) copyBoth(part, segment.alive, presetRows(segment));
  else part.set(segment.alive);
  for (const { codes, passes } of conditions) if (codes !== null) keep(part, codes, passes);
  if (hits !== null && !hits.some(({ codes }) => codes === null)) {
    const anyHit = new Uint8Array(part.length);
    for (const { codes, passes } of hits) if (codes !== null) keepEither(anyHit, codes, passes);
    for (let row = 0; row < part.length; row += 1) part[row] = (part[row] ?? 0) & (anyHit[row] ?? 0);
  }
  for (const filter of slow) keepTexts(part, segment, filter);
  for (const filter of numberFilters) keepNumbers(part, segment, filter);
  if (scope !== null) keepScope(part, segment, scope);
  return true;
}

const presetMasks = new WeakMap<Segment, Uint8Array>();

/** Rows that the dashboard's preset holds, alive or not: the one selection that nearly every screen begins with. */
function presetRows(segment: Segment): Uint8Array {
  const known = presetMasks.get(segment);
  if (known !== undefined) return known;
  const rows = new Uint8Array(segment.rowCount).fill(1);
  for (const { column, values } of DASHBOARD_FILTERS) {
    const found = segment.columns.get(column);
    if (found?.kind === 'text' && found.codes !== null) {
      keep(rows, found.codes, codesOfTexts(found.dictionary, values));
    } else keepTexts(rows, segment, { column, values });
  }
  presetMasks.set(segment, rows);
  return rows;
}

/** An unreadable date lies in no period. */
function periodCondition(segment: StoredSegment, period: Period, column: PeriodColumn): Condition | 'none' {
  const fromMs = localToMs(startOfDay(period.from));
  const toMs = localToMs(startOfDay(shiftDay(period.to, 1)));
  if (column === 'Fecha de compra' && !(segment.lastPurchase >= fromMs && segment.firstPurchase < toMs)) {
    return 'none';
  }
  const { codes, days } = dayCodesOf(segment, column);
  if (codes === null) return 'none';
  const first = dayNumber(period.from);
  const last = dayNumber(period.to);
  const passes = Uint8Array.from(days, (day, code) => (code > 0 && day >= first && day <= last ? 1 : 0));
  return { codes, passes };
}

/** What a search finds, by column; a row that one of them holds is found. */
function searchConditions(store: ColumnStore, segment: StoredSegment, needle: string): Condition[] {
  return SEARCH_COLUMNS.flatMap((key) => {
    const column = segment.columns.get(key);
    if (column?.kind !== 'text') return [];
    const passes = entriesWith(store, column.dictionary, needle);
    return passes === null ? [] : [{ codes: column.codes, passes }];
  });
}

/** The filter of a column that has no codes: cell by cell, where the row is still in. */
function keepTexts(part: Uint8Array, segment: Segment, { column, values }: ColumnFilter): void {
  const wanted = new Set(values);
  const found = segment.columns.get(column);
  for (let row = 0; row < part.length; row += 1) {
    if (part[row] === 1 && !wanted.has(cellAt(found, row) ?? '')) part[row] = 0;
  }
}

/** The number filter of a column: a text, an absent or an unreadable value lies between no bounds. */
function keepNumbers(part: Uint8Array, segment: Segment, { column, from, to }: NumberFilter): void {
  const found = segment.columns.get(column);
  const least = from === null ? null : fromDecimal(from);
  const most = to === null ? null : fromDecimal(to);
  for (let row = 0; row < part.length; row += 1) {
    if (part[row] === 0) continue;
    const meaning = found?.kind === 'decimal' ? meaningAt(found, row) : null;
    const isBetween =
      meaning?.kind === 'value' &&
      (least === null || compare(meaning.value, least) >= 0) &&
      (most === null || compare(meaning.value, most) <= 0);
    if (!isBetween) part[row] = 0;
  }
}

/** Accounts are named by two columns at once. */
function keepScope(part: Uint8Array, segment: Segment, scope: AccountsScope): void {
  const canal = segment.columns.get('Canal');
  const cuenta = segment.columns.get('Cuenta');
  for (let row = 0; row < part.length; row += 1) {
    if (part[row] === 0) continue;
    const account = { Canal: cellAt(canal, row) ?? '', Cuenta: cellAt(cuenta, row) ?? '' };
    if (!inScope(scope, account)) part[row] = 0;
  }
}
