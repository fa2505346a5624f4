import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import type { Task } from '#shared/base/tasks.ts';
import { type Figures, readFigures, sumUnits } from './figures.ts';
import type { HeaderMatch } from './recognition.ts';
import type { SortedRows } from './row-sorting.ts';
import { readStated } from './stated-amounts.ts';

/** Rows of amounts alone, without a name or a day, that are what the lines above them come to. */

/** The total of one line may as well be a line. */
const MIN_LINES = 2;

type Range = { readonly from: number; readonly to: number };

/**
 * Lines of those rows in doubt of which every amount is the sum of its column, over all lines above or over those since the total
 * before; all others stay in doubt.
 */
export function* unnamedTotals(
  sorted: SortedRows,
  rows: readonly FileRow[],
  match: HeaderMatch,
): Task<ReadonlySet<number>> {
  const found = new Set<number>();
  const asked = new Set(
    sorted.notUnderstood.flatMap(({ why, text, line }) =>
      why === 'total' && !/\p{L}/u.test(text) ? [line] : [],
    ),
  );
  if (asked.size === 0 || match.layout.records !== null || match.layout.totalRow !== null) return found;
  const figures = yield* readFigures(sorted.lines, match, null);
  const named = sorted.totals.map(({ linesBefore }) => linesBefore);
  const ends: number[] = [];
  for (const row of rows) {
    if (!asked.has(row.line)) continue;
    yield;
    const to = sorted.lines.filter(({ line }) => line < row.line).length;
    const since = Math.max(0, ...[...named, ...ends].filter((end) => end < to));
    const ranges = [since, 0]
      .map((from): Range => ({ from, to }))
      .filter(({ from }) => to - from >= MIN_LINES);
    if (!ranges.some((range) => isSumOf(row, range, figures, match))) continue;
    found.add(row.line);
    ends.push(to);
  }
  return found;
}

/** Whether each amount of the row, some of them not nothing, is the sum of its column over these lines. */
function isSumOf(
  row: FileRow,
  { from, to }: Range,
  figures: Figures,
  { layout, columns }: HeaderMatch,
): boolean {
  let isAny = false;
  for (let at = from; at < to; at += 1) if (figures.open.has(at)) return false;
  for (const column of layout.columns) {
    const place = columns.get(column.key);
    if (column.reads !== 'amount' || column.part === 'balance' || place === undefined) continue;
    if (!/\d/.test(fileCellText(row.cells[place]))) continue;
    const written = readStated(row, place, figures);
    if (written === null) return false;
    const stated = figures.reversed.has(column.key) ? -written : written;
    if (stated !== sumUnits(figures.columns.get(column.key) ?? [], from, to)) return false;
    if (stated !== 0n) isAny = true;
  }
  return isAny;
}
