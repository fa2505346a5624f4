import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import type { TextField } from '#renderer/data/model/statement-fields.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { keeping } from './cell-columns.ts';
import type { HeaderMatch } from './recognition.ts';

/**
 * Numbers of orders, settlements and operations that look as the column beside them does: in a sheet nothing tells that a
 * cell was taken out, or put in, but that what stands under two names looks as what stands under their neighbours.
 */

const NUMBERS: readonly (TextField | null)[] = ['order', 'suborder', 'settlement', 'operation'];

/** Where a header has such numbers: places from 0. */
export const placesOfNumbers = ({ layout, columns }: HeaderMatch): readonly number[] =>
  layout.columns.flatMap((column) =>
    column.reads === 'text' && NUMBERS.includes(column.field) ? (columns.get(column.key) ?? []) : [],
  );

/** Short numbers are of any length; long ones, as those of orders, of their own. */
const LONG_NUMBER = 6;
const shapeOfText = keeping((text: string): string =>
  text
    .slice(0, 80)
    .toLowerCase()
    .replace(/\d+/g, (digits) => (digits.length < LONG_NUMBER ? '9' : `9*${digits.length}`)),
);

/** How a cell is written, whatever its figures are; "" where nothing stands. */
function shapeOf(cell: FileCell | undefined): string {
  if (typeof cell === 'object' && cell.kind !== 'number') return cell.kind;
  const shape = shapeOfText(fileCellText(cell).trim());
  return typeof cell === 'object' ? `number ${shape}` : shape;
}
const plainShape = (shape: string): string => shape.replace(/^number /, '');

type Shapes = {
  readonly cells: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** The same, whether the sheet holds them as numbers or as texts. */
  readonly plain: ReadonlyMap<string, number>;
  /** That of two thirds of what stands there, and of two cells at least. */
  readonly usual: string | null;
};

function* shapesOf(lines: readonly FileRow[], place: number): Task<Shapes> {
  const cells = yield* mapInSteps(lines, (row) => shapeOf(row.cells[place]));
  const counts = new Map<string, number>();
  for (const shape of cells) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const plain = new Map<string, number>();
  for (const [shape, count] of counts)
    plain.set(plainShape(shape), (plain.get(plainShape(shape)) ?? 0) + count);
  const filled = cells.length - (counts.get('') ?? 0);
  const [most, count] = [...counts]
    .filter(([shape]) => shape !== '')
    .reduce<readonly [string, number]>((best, each) => (each[1] > best[1] ? each : best), ['', 0]);
  return { cells, counts, plain, usual: count >= 2 && count * 3 >= filled * 2 ? most : null };
}

const countOf = ({ counts }: Shapes, shape: string): number => counts.get(shape) ?? 0;

/**
 * Places of the lines with a number that is not written as most are but as the column beside it, which is not so there; or
 * whose number stands in the column beside it.
 */
export function* shiftedNumbers(lines: readonly FileRow[], match: HeaderMatch): Task<readonly number[]> {
  const known = new Map<number, Shapes>();
  function* shapesAt(place: number): Task<Shapes> {
    const found = known.get(place) ?? (yield* shapesOf(lines, place));
    known.set(place, found);
    return found;
  }
  const found = new Set<number>();
  for (const place of placesOfNumbers(match)) {
    const own = yield* shapesAt(place);
    const { usual } = own;
    if (usual === null || own.counts.size === 1) continue;
    for (const beside of [place - 1, place + 1]) {
      if (beside < 0 || beside >= match.header.headers.length) continue;
      const other = yield* shapesAt(beside);
      yield* eachInSteps(own.cells, (shape, at) => {
        const there = other.cells[at] ?? '';
        // Its own number, in a column where nothing is as it; in one of amounts it became a number of the sheet.
        if (shape === '' && other.usual !== there && plainShape(there) === plainShape(usual)) found.add(at);
        if (
          shape === '' ||
          shape === usual ||
          countOf(own, shape) >= (other.plain.get(plainShape(shape)) ?? 0)
        )
          return;
        // An order of another kind is no reason for the column beside it to look otherwise.
        if (countOf(other, there) * 3 <= lines.length) found.add(at);
      });
    }
  }
  return [...found];
}
