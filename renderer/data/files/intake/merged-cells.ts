import { columnIndex } from '#renderer/data/files/check/sheet-rows.ts';
import { attributeOf, endOfTag, findTag } from '#renderer/data/files/check/xml-scan.ts';
import type { CoveringCell, FileRow, MergedCells } from '#renderer/data/model/file-cells.ts';
import { createPaddingCount, refuse } from './refusals.ts';

/**
 * Cells that a file shows as one over several lines. What that means for the lines below is decided by whoever knows the columns
 * (merged-rows.ts of statements, own-costs-import.ts): a reader only tells which cells lie under which one.
 *
 * Cells merged across are told by none: what they show stands in the first of their columns, as everywhere.
 */

/** A merge for every line of the longest statement. */
const MAX_MERGED = 1_000_000;
/** Limit of cells that merged cells of a file may cover together: letters enough for a few of them would fill the memory. */
const MAX_COVERED = 2_000_000;

/** Merged cells of a sheet as they are found, those across alone left out. Fails beyond what any file has. */
export function createMergedList() {
  let found: MergedCells[] = [];
  let count = 0;
  /** So many of them end where they say. */
  let cutBefore = 0;
  return {
    add(merged: MergedCells): void {
      if (merged.lastLine <= merged.line) return;
      count += 1;
      if (count > MAX_MERGED) throw refuse('too-large', { line: merged.line });
      found.push(merged);
    },
    /** None of those found until now goes on behind that line. */
    cut(line: number): void {
      for (; cutBefore < found.length; cutBefore += 1) {
        const one = found[cutBefore];
        if (one !== undefined && one.lastLine > line) found[cutBefore] = { ...one, lastLine: line };
      }
    },
    /** All of the sheet, which ends. */
    end(): readonly MergedCells[] {
      const all = found;
      [found, cutBefore] = [[], 0];
      return all;
    },
  };
}

const SHEET_END = '</sheetData>';
const MERGED_TAG = 'mergeCell';
const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?[A-Z]{1,3}\$?(\d{1,7}))?$/;

/** Scans the text of a worksheet, piece by piece, for its merged cells, which stand behind its rows. */
export function createMergedScan(sheet: string) {
  const list = createMergedList();
  let rest = '';
  let isBehind = false;
  const take = (attributes: string): void => {
    const [, letters = '', first, last = first] = RANGE.exec(attributeOf(attributes, 'ref') ?? '') ?? [];
    if (first === undefined) throw refuse('unreadable', { sheet });
    list.add({ column: columnIndex(letters), line: Number(first), lastLine: Number(last) });
  };
  return {
    end: list.end,
    add(piece: string): void {
      if (!isBehind) {
        // Most pieces are none of its end: they are not copied to be put behind what came before.
        const seam = rest + piece.slice(0, SHEET_END.length);
        if (!piece.includes(SHEET_END) && !seam.includes(SHEET_END)) {
          rest = (piece.length < SHEET_END.length ? seam : piece).slice(1 - SHEET_END.length);
          return;
        }
      }
      let text = rest + piece;
      if (!isBehind) text = text.slice(text.indexOf(SHEET_END));
      isBehind = true;
      let done = 0;
      for (let at = findTag(text, MERGED_TAG, 0); at >= 0; at = findTag(text, MERGED_TAG, done)) {
        done = at;
        const end = endOfTag(text, at);
        if (end < 0) break;
        take(text.slice(at + 1 + MERGED_TAG.length, end));
        done = end;
      }
      // A possible beginning of another tag stays, and one that has begun.
      const isWithin = text.startsWith(`<${MERGED_TAG}`, done);
      rest = text.slice(isWithin ? done : Math.max(done, text.length - 1 - MERGED_TAG.length));
    },
  };
}

/**
 * The rows of a sheet, each with what covers its merged cells. Of merged cells that overlap, which no program lets one make, the
 * one that begins last counts.
 * @param rows in the order of their lines
 */
export function withCovered(rows: readonly FileRow[], merged: readonly MergedCells[]): readonly FileRow[] {
  if (merged.length === 0) return rows;
  const starts = [...merged].sort((one, other) => one.line - other.line);
  const count = createPaddingCount(MAX_COVERED);
  const open = new Map<number, CoveringCell & { readonly lastLine: number }>();
  let next = 0;
  return rows.map((row) => {
    const { line, cells } = row;
    for (const [column, { lastLine }] of open) if (lastLine < line) open.delete(column);
    const begun: MergedCells[] = [];
    for (let one = starts[next]; one !== undefined && one.line <= line; one = starts[next]) {
      next += 1;
      // A merge whose first line is not there shows nothing.
      if (one.line === line) begun.push(one);
      else open.delete(one.column);
    }
    for (const { column } of begun) open.delete(column);
    count(open.size, () => refuse('too-large', { line }));
    const covered = open.size === 0 ? undefined : new Map<number, CoveringCell>(open);
    for (const { column, lastLine } of begun) open.set(column, { cell: cells[column] ?? '', line, lastLine });
    return covered === undefined ? row : { ...row, covered };
  });
}
