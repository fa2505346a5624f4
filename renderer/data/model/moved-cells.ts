import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { type FileRow, fileCellText } from './file-cells.ts';

/**
 * Rows of a text whose cells may stand under other names than their own: a delimiter within a text, or a decimal comma where
 * commas delimit, makes one cell too many; one that is missing, one too few.
 */

/** So many cells, up to the last one that something is written in. */
export function filledWidth({ cells }: FileRow): number {
  let width = cells.length;
  while (width > 0 && fileCellText(cells[width - 1]).trim() === '') width -= 1;
  return width;
}

/** Something is written beyond the last name, in a row that no spreadsheet put into its places. */
export function isBeyond(row: FileRow, width: number): boolean {
  return filledWidth(row) > width && !isTyped(row);
}

/** A spreadsheet told a number from a text in it: its cells are where they were put. */
const isTyped = ({ cells }: FileRow): boolean => cells.some((cell) => typeof cell === 'object');

export type RowShape = {
  readonly line: number;
  readonly cells: number;
  readonly filled: number;
  readonly isTyped: boolean;
  readonly isCut: boolean;
};

export const shapeOfRow = (row: FileRow): RowShape => ({
  line: row.line,
  cells: row.cells.length,
  filled: filledWidth(row),
  isTyped: isTyped(row),
  isCut: row.isCut === true,
});

/** Excel looks at so many rows at a time, from the first on: columns at the end that are empty in all of them are left out. */
const ROWS_OF_A_BLOCK = 16;

/**
 * Places of the rows that do not fit under so many names: something is written beyond the last one, or there are more cells
 * than in most rows, or fewer, where that is not the habit of the program that wrote them.
 */
export function* movedRows(shapes: readonly RowShape[], width: number): Task<ReadonlySet<number>> {
  const moved = new Set<number>();
  const frequent = mostFrequent(shapes.map(({ cells }) => cells));
  const [most, fewest] = [Math.max(width, frequent), Math.min(width, frequent)];
  const isShort = ({ isCut, cells }: RowShape): boolean => isCut && cells < fewest;
  const keepsEmpty = shapes.some(({ cells, filled }) => cells > filled);
  const usual = medianOf(shapes.map(({ filled }) => filled));
  const leavesOut = !keepsEmpty && shapes.filter(isShort).length > shapes.length / 2;
  /** Where the short rows before it began, without a longer one between. */
  let runStart = 0;
  const runs: { readonly from: number; readonly to: number }[] = [];
  yield* eachInSteps(shapes, (shape, at) => {
    if (shape.filled > width && !shape.isTyped) moved.add(at);
    // Cells beyond the last name may be empty.
    if (shape.isCut && shape.cells > most) moved.add(at);
    if (!isShort(shape)) runStart = at + 1;
    else if (at + 1 === shapes.length || !isShort(shapes[at + 1] ?? shape))
      runs.push({ from: runStart, to: at + 1 });
  });
  for (const { from, to } of leavesOut ? [] : runs) {
    // A whole block hardly lacks the cells that most rows have at their end.
    const longest = shapes.slice(from, to).reduce((most, { cells }) => Math.max(most, cells), 0);
    const isBlock = longest >= usual && ((shapes[from]?.line ?? 0) - 1) % ROWS_OF_A_BLOCK === 0;
    if (keepsEmpty && isBlock && (to === shapes.length || to - from >= ROWS_OF_A_BLOCK)) continue;
    for (let at = from; at < to; at += 1) moved.add(at);
  }
  return moved;
}

/** Half of them are no more than it. */
const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[(numbers.length - 1) >> 1] ?? 0;

/** The most frequent number, the first of equally frequent ones; 0 where there is none. */
export function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  let [found, most] = [0, 0];
  for (const [each, count] of counts) if (count > most) [found, most] = [each, count];
  return found;
}
