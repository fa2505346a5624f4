import {
  type CellWeights,
  keepWeights,
  type ScatteredOrders,
  weightsOf,
} from '#renderer/data/engine/aggregate/cell-weights.ts';
import { leaveMarked, scatterOrder } from '#renderer/data/engine/aggregate/row-flags.ts';
import { type ColumnStore, createColumnScales } from '#renderer/data/engine/columns/column-store.ts';
import type { Bounds } from '#renderer/data/engine/columns/facts.ts';
import { READ_ONLY } from '#renderer/data/engine/columns/read-only.ts';
import type { Segment, SegmentColumn, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { NO_TEXTS } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { PeriodColumn } from '#shared/domain/selection.ts';
import { keepCubeStore, NO_ROWS } from './cube-store.ts';

/** Cells of a segment as they are kept without its rows, and a store of them that questions are asked of in its place. */

export type KeptCells = {
  readonly segment: Segment;
  readonly weights: CellWeights;
  /** Keys of the scattered orders, whose numbers in `weights` are places in here: rows' own numbers live in memory alone. */
  readonly orders: readonly OrderKey[];
  /** All columns that rows of the segment carry. */
  readonly columns: readonly string[];
  /** Live rows. */
  readonly rows: number;
  readonly bounds: Bounds;
  /** Bounds of the readable purchases of all rows, Infinity and -Infinity where there is none. */
  readonly purchases: Pick<StoredSegment, 'firstPurchase' | 'lastPurchase'>;
};

/** What is to be kept of a segment whose cells were made. Throws where they are of another store. */
export function cellsToKeep(
  store: ColumnStore,
  rows: StoredSegment,
  cells: StoredSegment,
  known: Pick<KeptCells, 'rows' | 'bounds'>,
): KeptCells {
  const weights = weightsOf(cells);
  if (weights === undefined) throw new RangeError('These are rows.');
  const { scatteredOrders, orders } = nameOrders(store, weights.scatteredOrders);
  const { firstPurchase, lastPurchase } = rows;
  return {
    segment: { rowCount: cells.rowCount, columns: cells.columns },
    weights: { ...weights, scatteredOrders },
    orders,
    columns: [...rows.columns.keys()],
    ...known,
    purchases: { firstPurchase, lastPurchase },
  };
}

function nameOrders({ orders }: ColumnStore, scattered: ScatteredOrders) {
  const places = new Map<number, number>();
  const keys: OrderKey[] = [];
  const named = scattered.orders.map((order) => {
    const known = places.get(order);
    if (known !== undefined) return known;
    const key = orders.keyOf(order);
    if (key === null) throw new RangeError('An order without rows.');
    places.set(order, keys.length);
    return keys.push(key) - 1;
  });
  return { scatteredOrders: { orders: named, cells: scattered.cells }, orders: keys };
}

/** The cells kept of each segment by a date; of those that are not there, `rows` has the rows themselves. */
export type KeptCube = { readonly date: PeriodColumn; readonly cells: readonly KeptCells[] };

/**
 * A store that answers of cells as one of all rows would, of the dates given; it has no rows but those of `rows`, whose marks
 * are made. The first date has to tell of every segment that is not in `rows`.
 */
export function storeOfCells(rows: ColumnStore, cubes: readonly [KeptCube, ...KeptCube[]]): ColumnStore {
  const numberOf = createOrderNumbers(rows);
  const stores = cubes.map(({ date, cells }) => ({ date, store: withCells(rows, cells, numberOf) }));
  const [first] = cubes;
  // Which columns there are is told by those of the rows: cells have but a few.
  const carried = new Set([...first.cells.flatMap(({ columns }) => columns), ...rows.columnKeys()]);
  const base = stores[0]?.store ?? rows;
  const made: ColumnStore = {
    ...base,
    segments: [...rows.segments, ...first.cells.map(({ columns }) => withoutRows(base.rowSpan, columns))],
    columnKeys: () => carried,
  };
  leaveMarked(made);
  for (const { date, store } of stores) keepCubeStore(made, date, store);
  return made;
}

/** An order has one number among the rows and the cells of all segments. */
function createOrderNumbers(rows: ColumnStore): (key: OrderKey) => number {
  const numbers = new Map<OrderKey, number>();
  const { orderCount } = rows.orders;
  return (key) => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const found = orderCount === 0 ? -1 : rows.orders.find(key);
    // Its rows stand in cells too: they count as rows of several places do.
    if (found >= 0) scatterOrder(rows, found);
    const number = found >= 0 ? found : orderCount + numbers.size;
    numbers.set(key, number);
    return number;
  };
}

function withCells(
  rows: ColumnStore,
  cells: readonly KeptCells[],
  numberOf: (key: OrderKey) => number,
): ColumnStore {
  let { rowSpan } = rows;
  const placed = cells.map(({ segment, weights, orders, purchases }): StoredSegment => {
    const { scatteredOrders } = weights;
    const numbers = Uint32Array.from(orders, numberOf);
    const made = keepWeights(
      { ...noRows(rowSpan), ...segment, ...purchases, isLive: new Uint8Array(segment.rowCount).fill(1) },
      {
        ...weights,
        scatteredOrders: {
          orders: scatteredOrders.orders.map((place) => numbers[place] ?? 0),
          cells: scatteredOrders.cells,
        },
      },
    );
    rowSpan += segment.rowCount;
    return made;
  });
  const segments = [...rows.segments, ...placed];
  const scales = createColumnScales();
  for (const segment of segments) scales.add(segment);
  const store: ColumnStore = {
    ...rows,
    ...READ_ONLY,
    ...NO_ROWS,
    segments,
    rowSpan,
    liveRows: rows.liveRows + cells.reduce((sum, each) => sum + each.rows, 0),
    longestSegment: Math.max(...segments.map(({ rowCount }) => rowCount)),
    scalesOf: scales.of,
  };
  leaveMarked(store);
  return store;
}

const noRows = (base: number): Omit<StoredSegment, keyof Segment> => ({
  id: 0,
  base,
  isLive: new Uint8Array(0),
  notes: new Uint8Array(0),
  orderOf: new Uint32Array(0),
  purchaseMs: new Float64Array(0),
  firstPurchase: Number.POSITIVE_INFINITY,
  lastPurchase: Number.NEGATIVE_INFINITY,
  retired: false,
});

const NOTHING: SegmentColumn = {
  kind: 'text',
  codes: null,
  dictionary: NO_TEXTS,
};

/** In the place of rows that are not there: it tells which columns they carry. */
const withoutRows = (base: number, columns: readonly string[]): StoredSegment => ({
  ...noRows(base),
  rowCount: 0,
  columns: new Map(columns.map((key) => [key, NOTHING])),
  retired: true,
});
