import { type DateSpan, dateSpanAt } from '#renderer/data/model/date-span.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { createGlobalDictionary, type GlobalDictionary } from './global-dictionary.ts';
import { createOrderIndex, type OrderIndex } from './order-index.ts';
import {
  cellAt,
  eachException,
  ROW_NOTE,
  type RowNote,
  type Segment,
  type SegmentColumn,
  type StoredSegment,
  segmentIndexOf,
} from './segment.ts';

/** All rows of an account in memory, numbered through all segments; a row keeps its number while the store lives. */
export type ColumnStore = {
  readonly revision: number;
  /** Raised by every change of the rows, visible already or not: what spans two of them is of neither. */
  readonly changes: number;
  /** Raised with every revision and by every compaction: what is kept by numbers of rows or segments is stale. */
  readonly numbering: number;
  /** Rows that ever were, dead ones included: the length of masks over all rows. */
  readonly rowSpan: number;
  readonly liveRows: number;
  /** The dates that time axes reach. */
  readonly dates: DateSpan;
  /** `present`: by the server's clock. */
  readonly setPresent: (present: UtcInstant | null) => void;
  readonly segments: readonly StoredSegment[];
  readonly orders: OrderIndex;
  readonly addSegment: (id: number, segment: Segment, dead: ReadonlySet<number> | Uint8Array | null) => void;
  /**
   * Moves all live rows of some segments to a new one: `rows` are their numbers in the order in which it holds them, null
   * where none is alive. They are the same rows: the revision stays, orders and notes go with them.
   */
  readonly replaceSegments: (
    oldIds: readonly number[],
    merged: { readonly id: number; readonly segment: Segment; readonly rows: Uint32Array } | null,
  ) => void;
  readonly markDeleted: (rows: Iterable<number>) => void;
  readonly note: (row: number, note: RowNote) => void;
  readonly noteOf: (row: number) => RowNote;
  /** A commit has become visible: what was derived from the rows is stale. */
  readonly raiseRevision: () => void;
  readonly segmentOf: (row: number) => StoredSegment;
  readonly cell: (row: number, column: string) => Cell;
  readonly dictionary: (column: string) => GlobalDictionary;
  /** Scales at which segments carry a column of decimals; none: no segment carries it. */
  readonly scalesOf: (column: string) => readonly ColumnScale[];
  readonly longestSegment: number;
  readonly columnKeys: () => ReadonlySet<string>;
  readonly rowsOfOrder: (key: OrderKey) => readonly number[];
};

/** Facts that a store begins with and its rows do not tell: those of another one, where it takes its rows. */
type Beginning = Pick<ColumnStore, 'revision' | 'dates'>;
const NOTHING_YET: Beginning = { revision: 1, dates: dateSpanAt(null) };

/** Long, for it is one object: its methods change the state that they share. */
export function createColumnStore({ revision, dates }: Beginning = NOTHING_YET): ColumnStore {
  const segments: StoredSegment[] = [];
  const orders = createOrderIndex();
  const dictionaries = new Map<string, GlobalDictionary>();
  let scales = createColumnScales();

  const segmentOf = (row: number): StoredSegment => {
    const found = segments[segmentIndexOf(segments, row)];
    if (found === undefined) throw new RangeError('No such row.');
    return found;
  };

  const push = (segment: Omit<StoredSegment, 'firstPurchase' | 'lastPurchase' | 'retired'>): void => {
    segments.push({ ...segment, ...boundsOf(segment.purchaseMs), retired: false });
    store.longestSegment = Math.max(store.longestSegment, segment.rowCount);
    store.rowSpan += segment.rowCount;
  };

  const store: { -readonly [K in keyof ColumnStore]: ColumnStore[K] } = {
    revision,
    changes: 0,
    numbering: 0,
    rowSpan: 0,
    liveRows: 0,
    longestSegment: 0,
    dates,
    segments,
    orders,
    setPresent(present) {
      const next = dateSpanAt(present);
      if (next.to === store.dates.to && next.purchasedUntil === store.dates.purchasedUntil) return;
      store.dates = next;
      store.changes += 1;
      store.numbering += 1;
    },
    scalesOf: (column) => scales.of(column),
    addSegment(id, segment, dead) {
      const isLive = new Uint8Array(segment.rowCount).fill(1);
      if (dead instanceof Uint8Array) {
        for (let row = 0; row < segment.rowCount; row += 1) {
          if (((dead[row >>> 3] ?? 0) >>> (row & 7)) & 1) isLive[row] = 0;
        }
      } else if (dead !== null) {
        for (const row of dead) isLive[row] = 0;
      }
      const base = store.rowSpan;
      const orderOf = orders.addSegment(segment, base);
      const purchaseMs = readMs(segment.columns.get('Fecha de compra'), segment.rowCount);
      store.liveRows += countOnes(isLive);
      push({ ...segment, id, base, isLive, notes: new Uint8Array(segment.rowCount), orderOf, purchaseMs });
      store.changes += 1;
      scales.add(segment);
    },
    replaceSegments(oldIds, merged) {
      const old = segments.filter(({ id, retired }) => !retired && oldIds.includes(id));
      const rows = merged?.rows ?? new Uint32Array(0);
      const taken = gatherRows(rows, segmentOf);
      const live = old.reduce((count, { isLive }) => count + countOnes(isLive), 0);
      const base = store.rowSpan;
      const segment = merged?.segment ?? NO_ROWS;
      const counts = [taken.live, live, segment.rowCount];
      if (old.length !== oldIds.length || counts.some((count) => count !== rows.length)) {
        throw new RangeError('A merge takes over all live rows of its segments, and no others.');
      }
      orders.replaceSegments(old, segment, base, taken.orderOf);
      const blank = createBlankRows(Math.max(0, ...old.map(({ rowCount }) => rowCount)));
      for (const [index, each] of segments.entries()) {
        if (old.includes(each)) segments[index] = { ...each, ...blank(each.rowCount) };
      }
      if (merged !== null) {
        const { isLive, notes, orderOf, purchaseMs } = taken;
        push({ ...segment, id: merged.id, base, isLive, notes, orderOf, purchaseMs });
      }
      // Anew: magnitudes past 2^53 cannot be taken off again.
      scales = createColumnScales();
      for (const each of segments) scales.add(each);
      store.changes += 1;
      store.numbering += 1;
    },
    markDeleted(rows) {
      store.changes += 1;
      for (const row of rows) {
        const segment = segmentOf(row);
        store.liveRows -= segment.isLive[row - segment.base] ?? 0;
        segment.isLive[row - segment.base] = 0;
      }
    },
    note(row, note) {
      const segment = segmentOf(row);
      if (!segment.retired) segment.notes[row - segment.base] = note;
    },
    noteOf(row) {
      const segment = segmentOf(row);
      return (segment.notes[row - segment.base] ?? ROW_NOTE.none) as RowNote;
    },
    raiseRevision() {
      store.changes += 1;
      store.revision += 1;
      store.numbering += 1;
    },
    segmentOf,
    cell(row, column) {
      const segment = segmentOf(row);
      return cellAt(segment.columns.get(column), row - segment.base);
    },
    dictionary(column) {
      const known = dictionaries.get(column);
      if (known !== undefined) return known;
      const made = createGlobalDictionary(column);
      dictionaries.set(column, made);
      return made;
    },
    columnKeys: () => new Set(segments.flatMap(({ columns }) => [...columns.keys()])),
    rowsOfOrder(key) {
      const order = orders.find(key);
      if (order < 0) return [];
      return orders.rowsOf(order).filter((row) => {
        const segment = segmentOf(row);
        return segment.isLive[row - segment.base] === 1;
      });
    },
  };
  return store;
}

function boundsOf(purchaseMs: Float64Array): Pick<StoredSegment, 'firstPurchase' | 'lastPurchase'> {
  let firstPurchase = Number.POSITIVE_INFINITY;
  let lastPurchase = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < purchaseMs.length; row += 1) {
    const ms = purchaseMs[row] ?? Number.NaN;
    if (ms < firstPurchase) firstPurchase = ms;
    if (ms > lastPurchase) lastPurchase = ms;
  }
  return { firstPurchase, lastPurchase };
}

export function readMs(column: SegmentColumn | undefined, rowCount: number): Float64Array {
  const out = new Float64Array(rowCount).fill(Number.NaN);
  if (column?.kind !== 'date') return out;
  const { base, offsets } = column;
  for (let row = 0; row < rowCount; row += 1) out[row] = base + (offsets[row] ?? 0);
  eachException(column.exceptions, (row, meaning) => {
    out[row] = meaning.kind === 'value' ? Number(meaning.value.units) : Number.NaN;
  });
  return out;
}

/** A scale at which segments carry a column, with the sum of |units| over them: what bounds any sum of a subset. */
export type ColumnScale = { readonly scale: number; readonly magnitude: number };

/** Keeps, for every column of decimals, the scales that occur. */
export function createColumnScales() {
  const byColumn = new Map<string, Map<number, number>>();
  return {
    add(segment: Segment): void {
      for (const [key, column] of segment.columns) {
        if (column.kind !== 'decimal') continue;
        const scales = byColumn.get(key) ?? new Map<number, number>();
        byColumn.set(key, scales.set(column.scale, (scales.get(column.scale) ?? 0) + column.magnitude));
      }
    },
    of: (column: string): readonly ColumnScale[] =>
      [...(byColumn.get(column) ?? [])].map(([scale, magnitude]) => ({ scale, magnitude })),
  };
}

/** Replacing the rows of segments by those of another one. */

const NO_ROWS: Segment = { rowCount: 0, columns: new Map() };

/** One value for each row that the store keeps, in the order of `rows`; `live`: how many of them are alive. */
function gatherRows(rows: Uint32Array, segmentOf: (row: number) => StoredSegment) {
  const { length } = rows;
  const isLive = new Uint8Array(length);
  const notes = new Uint8Array(length);
  const orderOf = new Uint32Array(length);
  const purchaseMs = new Float64Array(length);
  let live = 0;
  let segment: StoredSegment | null = null;
  for (let at = 0; at < length; at += 1) {
    const row = rows[at] ?? 0;
    if (segment === null || row < segment.base || row >= segment.base + segment.rowCount) {
      segment = segmentOf(row);
    }
    const from = row - segment.base;
    isLive[at] = segment.isLive[from] ?? 0;
    live += segment.isLive[from] ?? 0;
    notes[at] = segment.notes[from] ?? 0;
    orderOf[at] = segment.orderOf[from] ?? 0;
    purchaseMs[at] = segment.purchaseMs[from] ?? Number.NaN;
  }
  return { isLive, notes, orderOf, purchaseMs, live };
}

export function countOnes(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) count += bytes[at] ?? 0;
  return count;
}

/** Blank values that retired segments show for their rows: all of them share them. */
function createBlankRows(mostRows: number) {
  const zeros = new Uint8Array(mostRows);
  const orders = new Uint32Array(mostRows);
  const undated = new Float64Array(mostRows).fill(Number.NaN);
  return (rowCount: number) => ({
    columns: NO_ROWS.columns,
    isLive: zeros.subarray(0, rowCount),
    notes: zeros.subarray(0, rowCount),
    orderOf: orders.subarray(0, rowCount),
    purchaseMs: undated.subarray(0, rowCount),
    firstPurchase: Number.POSITIVE_INFINITY,
    lastPurchase: Number.NEGATIVE_INFINITY,
    retired: true,
  });
}
