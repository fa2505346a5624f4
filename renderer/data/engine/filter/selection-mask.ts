import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/stored-segment.ts';
import { fold } from '#renderer/data/engine/dictionary/fold.ts';
import { type CooperativeTask, runSync } from '#renderer/data/scheduling/cooperative-task.ts';
import type { ColumnFilter, Selection } from '#shared/domain/selection.ts';
import {
  type CodeCondition,
  dateCondition,
  keepTexts,
  periodCondition,
  type SegmentCondition,
  searchConditions,
  textCondition,
} from './code-conditions.ts';
import { copyBoth, countMembers, keep, keepEither } from './mask-kernels.ts';
import { keepNumbers } from './number-filter.ts';
import { presetRows } from './preset-rows.ts';
import { keepScope } from './scope-rows.ts';

/** Which live rows a selection holds: one byte a row over all segments. Conditions are tried on distinct values. */
export type SelectionMask = {
  readonly mask: Uint8Array;
  readonly rows: number;
  /** Selected rows of each segment. */
  readonly rowsIn: Uint32Array;
};

/** The mask of a selection; `exceptColumn` leaves out the value filters of one column (not the preset's). */
export function selectRows(
  store: ColumnStore,
  selection: Selection,
  exceptColumn: string | null = null,
): SelectionMask {
  return runSync(maskTask(store, selection, exceptColumn));
}

export function* maskTask(
  store: ColumnStore,
  selection: Selection,
  exceptColumn: string | null = null,
): CooperativeTask<SelectionMask> {
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
  { period, periodColumn, filters, numberFilters, dateFilters, scope, dashboardPreset }: Selection,
  needle: string,
): boolean {
  const conditions: SegmentCondition[] = [];
  const slow: ColumnFilter[] = [];
  if (period !== null) conditions.push(periodCondition(segment, period, periodColumn));
  for (const filter of dateFilters) conditions.push(dateCondition(segment, filter));
  for (const filter of filters) {
    const condition = textCondition(segment, filter);
    if (condition === null) slow.push(filter);
    else conditions.push(condition);
  }
  if (conditions.includes('none')) return false;
  const hits = needle === '' ? null : searchConditions(store, segment, needle);
  if (hits?.length === 0) return false;
  if (dashboardPreset) copyBoth(part, segment.isLive, presetRows(segment));
  else part.set(segment.isLive);
  for (const condition of conditions) {
    if (typeof condition === 'string' || condition.codes === null) continue;
    keep(part, condition.codes, condition.passes);
  }
  if (hits !== null) keepHits(part, hits);
  for (const filter of slow) keepTexts(part, segment, filter);
  for (const filter of numberFilters) keepNumbers(part, segment, filter);
  if (scope !== null) keepScope(part, segment, scope);
  return true;
}

/** Keeps the rows that one of the conditions finds. */
function keepHits(part: Uint8Array, hits: readonly CodeCondition[]): void {
  if (hits.some(({ codes }) => codes === null)) return;
  const anyHit = new Uint8Array(part.length);
  for (const { codes, passes } of hits) if (codes !== null) keepEither(anyHit, codes, passes);
  for (let row = 0; row < part.length; row += 1) part[row] = (part[row] ?? 0) & (anyHit[row] ?? 0);
}
