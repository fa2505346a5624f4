import { loopsOver } from '#renderer/data/engine/columns/code-kernels.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { fold } from '#shared/base/fold.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { ColumnFilter, Period, Selection } from '#shared/domain/selection.ts';
import {
  type CodeCondition,
  dateCondition,
  keepScope,
  keepTexts,
  periodCondition,
  presetRows,
  type SegmentCondition,
  searchConditions,
  textCondition,
} from './code-conditions.ts';
import { keepNumbers } from './number-filter.ts';

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
  return atOnce(maskTask(store, selection, exceptColumn));
}

export function* maskTask(
  store: ColumnStore,
  selection: Selection,
  exceptColumn: string | null = null,
): Task<SelectionMask> {
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
    loopsOver(condition.codes).keep(part, condition.codes, condition.passes);
  }
  if (hits !== null) keepHits(part, hits);
  for (const filter of slow) keepTexts(part, segment, filter);
  for (const filter of numberFilters) keepNumbers(part, segment, filter);
  if (scope !== null) keepScope(part, segment, scope);
  return true;
}

function keepHits(part: Uint8Array, hits: readonly CodeCondition[]): void {
  if (hits.some(({ codes }) => codes === null)) return;
  const anyHit = new Uint8Array(part.length);
  for (const { codes, passes } of hits)
    if (codes !== null) loopsOver(codes).keepEither(anyHit, codes, passes);
  copyBoth(part, part, anyHit);
}

/** The inner loops of masks, a byte a row. */

/** The rows that both masks hold; four at a time, as 32-bit words: all three begin where words do. */
function copyBoth(into: Uint8Array, left: Uint8Array, right: Uint8Array): void {
  const words = asWords(into);
  const leftWords = asWords(left);
  const rightWords = asWords(right);
  for (let at = 0; at < words.length; at += 1) words[at] = (leftWords[at] ?? 0) & (rightWords[at] ?? 0);
  for (let row = words.length * 4; row < into.length; row += 1) {
    into[row] = (left[row] ?? 0) & (right[row] ?? 0);
  }
}

/** How many bytes are 1, where the others are 0; four at a time. */
function countMembers(part: Uint8Array): number {
  const words = asWords(part);
  let count = 0;
  // The product's upper byte is the sum of the word's four.
  for (let at = 0; at < words.length; at += 1) count += Math.imul(words[at] ?? 0, 0x01010101) >>> 24;
  for (let row = words.length * 4; row < part.length; row += 1) count += part[row] ?? 0;
  return count;
}

function asWords(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}

/**
 * Which rows take part in a pass, and for which period: 0 not, 1 for the selection's own, 2 for the compared one. A
 * row that counts for both (a period longer than the year it is held against) needs a second layer.
 */
export type Members = { readonly periods: 1 | 2; readonly layers: readonly MemberLayer[] };

export type MemberLayer = {
  readonly of: Uint8Array;
  /** Members in each segment, by its place. */
  readonly rowsIn: Uint32Array;
};

export function membersOf({ mask, rowsIn }: Omit<SelectionMask, 'rows'>): Members {
  return { periods: 1, layers: [{ of: mask, rowsIn }] };
}

/** Rows of two periods; each mask holds the rows of its own. Segments that hold none are passed over. */
export function comparedMembers(
  segments: readonly StoredSegment[],
  own: SelectionMask,
  ownPeriod: Period,
  compared: SelectionMask,
  comparedPeriod: Period,
): Members {
  const areApart = comparedPeriod.to < ownPeriod.from;
  const second = new Uint8Array(compared.mask.length);
  for (const [index, { base, rowCount }] of segments.entries()) {
    const end = base + rowCount;
    if ((compared.rowsIn[index] ?? 0) > 0) {
      putTwice(second.subarray(base, end), compared.mask.subarray(base, end));
    }
    if (areApart && (own.rowsIn[index] ?? 0) > 0) {
      putOnce(second.subarray(base, end), own.mask.subarray(base, end));
    }
  }
  if (!areApart) {
    return { periods: 2, layers: [...membersOf(own).layers, { of: second, rowsIn: compared.rowsIn }] };
  }
  const rowsIn = own.rowsIn.map((rows, index) => rows + (compared.rowsIn[index] ?? 0));
  return { periods: 2, layers: [{ of: second, rowsIn }] };
}

function putTwice(into: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < into.length; row += 1) into[row] = (mask[row] ?? 0) << 1;
}

function putOnce(into: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < into.length; row += 1) into[row] = (into[row] ?? 0) | (mask[row] ?? 0);
}
