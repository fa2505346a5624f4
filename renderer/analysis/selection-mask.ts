import { localToMs, shiftDay, startOfDay } from '#shared/dates.ts';
import {
  type ColumnFilter,
  effectiveFilters,
  SEARCH_COLUMNS,
  type Selection,
} from '#shared/selection/selection.ts';
import type { ColumnStore, StoredSegment } from './column-store.ts';
import { fold } from './fold.ts';
import { cellAt, codeAt, type SegmentColumn, type TextColumn } from './segment.ts';
import { asciiBlob, type TextDictionary, textAt } from './text-dictionary.ts';

/** Which live rows a selection holds: one byte a row over all segments. Conditions are tried on distinct texts. */
export type SelectionMask = { readonly mask: Uint8Array; readonly rows: number };

/** The mask of a selection; `exceptColumn` leaves out the filters of one column (not the preset's). */
export function selectRows(
  store: ColumnStore,
  selection: Selection,
  exceptColumn: string | null = null,
): SelectionMask {
  const filters = effectiveFilters({
    ...selection,
    filters: selection.filters.filter(({ column }) => column !== exceptColumn),
  });
  const needle = fold(selection.search.trim());
  const mask = new Uint8Array(store.rowSpan);
  let rows = 0;
  for (const segment of store.segments) {
    const part = mask.subarray(segment.base, segment.base + segment.rowCount);
    part.set(segment.alive);
    if (selection.period !== null) {
      keepPeriod(
        part,
        segment,
        localToMs(startOfDay(selection.period.from)),
        localToMs(startOfDay(shiftDay(selection.period.to, 1))),
      );
    }
    for (const filter of filters) keepFilter(part, segment, filter);
    if (needle !== '') keepSearch(part, segment, needle);
    for (let row = 0; row < part.length; row += 1) rows += part[row] ?? 0;
  }
  return { mask, rows };
}

function keepPeriod(part: Uint8Array, segment: StoredSegment, fromMs: number, toMs: number): void {
  const { purchaseMs } = segment;
  for (let row = 0; row < part.length; row += 1) {
    const ms = purchaseMs[row] ?? Number.NaN;
    // An unreadable date (NaN) lies in no period.
    if (!(ms >= fromMs && ms < toMs)) part[row] = 0;
  }
}

function keepFilter(part: Uint8Array, segment: StoredSegment, { column, values }: ColumnFilter): void {
  const wanted = new Set(values);
  const found = segment.columns.get(column);
  if (found === undefined) {
    if (!wanted.has('')) part.fill(0);
  } else if (found.kind === 'text') {
    const allowed = new Uint8Array(found.dictionary.size);
    for (let code = 0; code < allowed.length; code += 1) {
      allowed[code] = wanted.has(textAt(found.dictionary, code) ?? '') ? 1 : 0;
    }
    keepCodes(part, found, allowed);
  } else {
    for (let row = 0; row < part.length; row += 1) {
      if (part[row] === 1 && !wanted.has(cellAt(found, row) ?? '')) part[row] = 0;
    }
  }
}

function keepCodes(part: Uint8Array, { codes }: TextColumn, allowed: Uint8Array): void {
  if (codes === null) {
    if (allowed[0] !== 1) part.fill(0);
    return;
  }
  for (let row = 0; row < part.length; row += 1) {
    part[row] = (part[row] ?? 0) & (allowed[codes[row] ?? 0] ?? 0);
  }
}

function keepSearch(part: Uint8Array, segment: StoredSegment, needle: string): void {
  const hits: { readonly column: SegmentColumn; readonly found: Uint8Array }[] = [];
  for (const key of SEARCH_COLUMNS) {
    const column = segment.columns.get(key);
    if (column?.kind === 'text') hits.push({ column, found: entriesWith(column.dictionary, needle) });
  }
  for (let row = 0; row < part.length; row += 1) {
    if (part[row] === 0) continue;
    const isHit = hits.some(
      ({ column, found }) => column.kind === 'text' && found[codeAt(column, row)] === 1,
    );
    if (!isHit) part[row] = 0;
  }
}

/** 1 for entries that contain the folded needle. Entries of plain ASCII are searched as one text. */
function entriesWith(dictionary: TextDictionary, needle: string): Uint8Array {
  const found = new Uint8Array(dictionary.size);
  const blob = asciiBlob(dictionary)?.toLowerCase();
  if (blob === undefined) {
    for (let code = 0; code < found.length; code += 1) {
      const text = textAt(dictionary, code);
      if (text !== null && fold(text).includes(needle)) found[code] = 1;
    }
    return found;
  }
  const { offsets } = dictionary;
  let code = 0;
  for (let at = blob.indexOf(needle); at >= 0; at = blob.indexOf(needle, at + 1)) {
    while ((offsets[code + 1] ?? 0) <= at) code += 1;
    // A hit that runs over into the next entry is none.
    if (at + needle.length <= (offsets[code + 1] ?? 0)) found[code] = 1;
  }
  return found;
}
