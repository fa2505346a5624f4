import { keepWeights, weightsOf } from '#renderer/data/engine/aggregate/cell-weights.ts';
import { markRows, scatteringsOf, shareMarks } from '#renderer/data/engine/aggregate/row-flags.ts';
import { type ColumnStore, countOnes } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { READ_ONLY } from '#renderer/data/engine/columns/read-only.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { Task } from '#shared/base/tasks.ts';
import { PERIOD_COLUMNS, type PeriodColumn } from '#shared/domain/selection.ts';
import { condenseSegment } from './condense-segment.ts';
import { makeMonths } from './month-store.ts';

/**
 * Rows condensed to cells, segment by segment, as a store: whoever adds up its segments gets the figures of the rows. A
 * segment's cells are those of its rows that are alive: a commit makes stale what it touched, and until that is made anew
 * its rows stand there themselves.
 */

/** A segment has at most so many cells a row: with more there is too little to win. */
const MOST_CELLS_A_ROW = 1 / 4;

type Cube = {
  /** A segment's cells; null: it is not worth it, or not to be done. */
  readonly segments: ReturnType<typeof defineDerivation<StoredSegment, StoredSegment | null>>;
  readonly stores: ReturnType<typeof defineDerivation<ColumnStore, ColumnStore>>;
};

const createCube = (): Cube => ({ segments: defineDerivation(), stores: defineDerivation() });
const cubes: { readonly [date in PeriodColumn]: Cube } = {
  'Fecha de compra': createCube(),
  'Fecha de Pago': createCube(),
};

/** Dates whose cells are made of a store: that of purchase, and the other once it was asked for. */
type Dates = { readonly asked: Set<PeriodColumn>; readonly made: Set<PeriodColumn> };
const dates = defineDerivation<ColumnStore, Dates>();
const datesOf = (store: ColumnStore): Dates =>
  dates.of(store, () => ({ asked: new Set([PERIOD_COLUMNS[0]]), made: new Set() }));

/** Whether a date was asked for whose cells were never made. */
export function awaitsCells(store: ColumnStore): boolean {
  const { asked, made } = datesOf(store);
  return asked.size > made.size;
}

/** What a segment's cells were made at. Rows only ever die, and an order that is scattered stays so. */
const stampOf = (segment: StoredSegment) => [countOnes(segment.isLive), scatteringsOf(segment)] as const;

/** Dates whose cells were made of a store, for all its segments that are worth it. */
export const datesWithCells = (store: ColumnStore): readonly PeriodColumn[] => [...datesOf(store).made];

/** A segment's cells as long as they are good; null where there are none. The store's rows have to be marked. */
export const cellsOf = (segment: StoredSegment, date: PeriodColumn): StoredSegment | null =>
  cubes[date].segments.get(segment, ...stampOf(segment)) ?? null;

/** Gives a store of the cells of a date that were made elsewhere, for as long as it does not change. */
export function keepCubeStore(store: ColumnStore, date: PeriodColumn, made: ColumnStore): void {
  cubes[date].stores.keep(store, made, store.changes);
}

/** Makes the cells that are not there or stale; questions have those that are there as soon as they are made. */
export function* condenseRows(store: ColumnStore, mostCellsARow = MOST_CELLS_A_ROW): Task<undefined> {
  yield* markRows(store);
  const { asked, made } = datesOf(store);
  for (const date of asked) {
    const { segments, stores } = cubes[date];
    for (const segment of store.segments) {
      if (segment.retired) continue;
      const stamp = stampOf(segment);
      if (segments.get(segment, ...stamp) !== undefined) continue;
      const [liveRows] = stamp;
      // With the stamp of before: what came in between makes it stale.
      segments.keep(segment, yield* condenseSegment(segment, date, liveRows * mostCellsARow), ...stamp);
      yield;
    }
    const next = withCells(store, date);
    const before = stores.get(store, store.changes);
    const isKept = before !== undefined && areOfSameCells(before, next);
    yield* makeMonths(isKept ? before : stores.keep(store, next, store.changes), date);
    made.add(date);
    yield;
  }
}

/** The store with the cells of a date in the place of rows, as far as they are there. */
export function* cubeStore(store: ColumnStore, date: PeriodColumn): Task<ColumnStore> {
  yield* markRows(store);
  datesOf(store).asked.add(date);
  return cubes[date].stores.of(store, () => withCells(store, date), store.changes);
}

/** Whether two stores have the same cells: what was derived of the first is good for the other. */
function areOfSameCells({ segments }: ColumnStore, other: ColumnStore): boolean {
  return (
    segments.length === other.segments.length &&
    segments.every((segment, at) => {
      const against = other.segments[at];
      return against !== undefined && weightsOf(segment) === weightsOf(against);
    })
  );
}

const refuse = (): never => {
  throw new RangeError('Cells are not rows.');
};
/** What a store of cells cannot tell. */
export const NO_ROWS: Pick<ColumnStore, 'noteOf' | 'segmentOf' | 'cell' | 'rowsOfOrder'> = {
  noteOf: refuse,
  segmentOf: refuse,
  cell: refuse,
  rowsOfOrder: refuse,
};

/** The very store where no segment has cells. */
function withCells(store: ColumnStore, date: PeriodColumn): ColumnStore {
  const { segments: kept } = cubes[date];
  const found = store.segments
    .filter(({ retired }) => !retired)
    .map((rows) => {
      const areMade = (kept.last(rows) ?? null) !== null;
      return { rows, cells: areMade ? cellsOf(rows, date) : null };
    });
  if (found.every(({ cells }) => cells === null)) return store;
  // Rows keep their numbers, for what is kept of their segments; cells are numbered after them.
  const rowsEnd = found.map(({ rows, cells }) => (cells === null ? rows.base + rows.rowCount : 0));
  let rowSpan = Math.max(...rowsEnd);
  const segments = found.map(({ rows, cells }) => {
    const weights = cells === null ? undefined : weightsOf(cells);
    if (cells === null || weights === undefined) return rows;
    const placed = keepWeights({ ...cells, base: rowSpan }, weights);
    rowSpan += cells.rowCount;
    return placed;
  });
  const longestSegment = Math.max(...segments.map(({ rowCount }) => rowCount));
  const made: ColumnStore = { ...store, ...READ_ONLY, ...NO_ROWS, segments, rowSpan, longestSegment };
  shareMarks(made, store);
  return made;
}
