import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { grown } from '#renderer/data/engine/columns/hash-table.ts';
import type { Segment, SegmentColumn, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { eachException } from '#renderer/data/engine/columns/segment.ts';
import type { Task } from '#shared/base/tasks.ts';

/** Where product cost is loaded (shared/README.md, Numbers): a cost of 0, absent or unreadable counts as not loaded. */

export const HAS_COST = 1;
export const LACKS_COST = 2;

const costFlags = defineDerivation<Segment, Uint8Array>();

/** Per row: 1 where it has a product cost, 2 where it has Ventas other than 0 and no product cost. */
export function productCostFlags(segment: Segment): Uint8Array {
  return costFlags.of(segment, () => makeFlags(segment));
}

function makeFlags(segment: Segment): Uint8Array {
  const made = nonZero(segment.columns.get('Costo de Producto'), segment.rowCount);
  const ventas = nonZero(segment.columns.get('Ventas'), segment.rowCount);
  for (let row = 0; row < made.length; row += 1) {
    made[row] = made[row] === 1 ? HAS_COST : ventas[row] === 1 ? LACKS_COST : 0;
  }
  return made;
}

/** Whether a row has Ventas and no product cost. */
export function lacksProductCost(store: ColumnStore, row: number): boolean {
  const segment = store.segmentOf(row);
  return productCostFlags(segment)[row - segment.base] === LACKS_COST;
}

function nonZero(column: SegmentColumn | undefined, rowCount: number): Uint8Array {
  const out = new Uint8Array(rowCount);
  if (column?.kind !== 'decimal') return out;
  const { rows, values, exceptions } = column;
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] !== 0) out[rows === null ? at : (rows[at] ?? 0)] = 1;
  }
  eachException(exceptions, (row, meaning) => {
    out[row] = meaning.kind === 'value' && meaning.value.units !== 0n ? 1 : 0;
  });
  return out;
}

/** Marks of a row that a pass of sums looks at, as bits of one byte. */
export const MARK = {
  /** First of its order's rows, which all stand together in this segment. */
  begins: 1,
  /** Another row of such an order. */
  continues: 2,
  /** The order has live rows in several places, or very many: they have to be remembered. */
  scattered: 4,
  /** All places of a scattered order are in this segment. */
  alone: 8,
  hasCost: 16,
  lacksCost: 32,
} as const;

/** Where those that loops count lie. */
export const MARK_SHIFT = { scattered: 2, cost: 4, lacksCost: 5 } as const;
/** More rows of an order count as scattered: whoever compares them with each other would do so too often. */
const MAX_TOGETHER = 8;

type RowFlags = {
  readonly marks: Uint8Array;
  /** How often the marks changed after they were made: an order of theirs was found elsewhere. */
  scatterings: number;
  /** Rows that do not begin their order, ascending; made when somebody asks. */
  followers: Uint32Array | null;
};

type MarkedRows = {
  /** Segments that have been looked at. */
  segments: number;
  /** By order: number of the first row of the place where its rows stand, plus one; SCATTERED, and it stays so. */
  placeOf: Int32Array<ArrayBuffer>;
};

const SCATTERED = -1;

const markedRows = defineDerivation<ColumnStore, MarkedRows>();
const flagsOf = defineDerivation<StoredSegment, RowFlags>();

/** Makes the marks of segments that have none yet; `rowFlagsOf` gives them. */
export function* markRows(store: ColumnStore): Task<undefined> {
  const marks = markedRows.of(store, () => ({ segments: 0, placeOf: new Int32Array(0) }));
  while (marks.segments < store.segments.length) {
    markSegment(store, marks);
    marks.segments += 1;
    yield;
  }
}

/** Makes a store know the marks of another one, of whose segments it is made. */
export function shareMarks(store: ColumnStore, from: ColumnStore): void {
  const marks = markedRows.last(from);
  if (marks !== undefined) markedRows.keep(store, marks);
}

/** Says that nothing of a store is left to be marked: its segments are marked already, or cells. */
export function leaveMarked(store: ColumnStore): void {
  markedRows.keep(store, { segments: store.segments.length, placeOf: new Int32Array(0) });
}

/** Makes an order count as one with rows elsewhere, in all segments of a store that are marked. */
export function scatterOrder(store: ColumnStore, order: number): void {
  for (const row of store.orders.rowsOf(order)) scatterOther(store, row, order);
}

/** Raised whenever marks of a segment change: until its rows are marked it is 0. */
export function scatteringsOf(segment: StoredSegment): number {
  return flagsOf.get(segment)?.scatterings ?? 0;
}

const NO_MARKS = new Uint8Array(0);

export function rowFlagsOf(segment: StoredSegment): Uint8Array {
  return flagsOf.get(segment)?.marks ?? NO_MARKS;
}

export function followersOf(segment: StoredSegment): Uint32Array {
  const found = flagsOf.get(segment);
  if (found === undefined) return new Uint32Array(0);
  found.followers ??= listFollowers(found.marks);
  return found.followers;
}

/** Those of some rows that do not begin their order. */
export const followersAmong = (rows: Uint32Array, marks: Uint8Array): Uint32Array =>
  Uint32Array.from(Array.from(rows).filter((row) => ((marks[row] ?? 0) & MARK.begins) === 0));

function listFollowers(marks: Uint8Array): Uint32Array {
  const rows = new Uint32Array(marks.length + 1);
  let count = 0;
  for (let row = 0; row < marks.length; row += 1) {
    rows[count] = row;
    count += ((marks[row] ?? 0) & MARK.begins) ^ MARK.begins;
  }
  return rows.slice(0, count);
}

function markSegment(store: ColumnStore, marks: MarkedRows): void {
  const segment = store.segments[marks.segments];
  if (segment === undefined || segment.retired) return;
  const { base, rowCount, isLive, orderOf } = segment;
  if (marks.placeOf.length < store.orders.orderCount) {
    marks.placeOf = grown(marks.placeOf, Math.ceil(store.orders.orderCount * 1.25));
  }
  const made = productCostFlags(segment).map((mark) => mark << MARK_SHIFT.cost);
  flagsOf.keep(segment, { marks: made, scatterings: 0, followers: null });
  for (let from = 0, to = 0; from < rowCount; from = to) {
    const order = orderOf[from] ?? 0;
    let live = 0;
    for (to = from; to < rowCount && orderOf[to] === order; to += 1) {
      live |= isLive[to] ?? 0;
      made[to] = (made[to] ?? 0) | (to === from ? MARK.begins : MARK.continues);
    }
    if (live === 0) continue;
    const known = marks.placeOf[order] ?? 0;
    const isHere = known > base;
    const elsewhere = known > 0 && !isHere ? livePlaces(store, known - 1, order, base) : [];
    for (const row of elsewhere) scatterOther(store, row, order);
    if (known === SCATTERED || elsewhere.length > 0) {
      scatter(made, orderOf, from, order, false);
      marks.placeOf[order] = SCATTERED;
      continue;
    }
    if (isHere) scatter(made, orderOf, known - 1 - base, order, true);
    else marks.placeOf[order] = base + from + 1;
    if (isHere || to - from > MAX_TOGETHER) scatter(made, orderOf, from, order, true);
  }
}

function scatterOther(store: ColumnStore, row: number, order: number): void {
  const segment = store.segmentOf(row);
  const found = flagsOf.get(segment);
  if (found === undefined) return;
  scatter(found.marks, segment.orderOf, row - segment.base, order, false);
  found.scatterings += 1;
  found.followers = null;
}

/**
 * Rows of an order from which on some are alive, before the segment that begins with the row `base`; none where all are
 * dead. `known` is one of the places where it stood.
 */
function livePlaces(store: ColumnStore, known: number, order: number, base: number): readonly number[] {
  const segment = store.segmentOf(known);
  const isAlone = ((rowFlagsOf(segment)[known - segment.base] ?? 0) & MARK.alone) !== 0;
  const places = isAlone ? store.orders.rowsOf(order).filter((row) => row < base) : [known];
  return places.filter((row) => livesAt(store, row, order));
}

/** Whether an order has a live row among those that stand together from a row on. */
function livesAt(store: ColumnStore, row: number, order: number): boolean {
  const { base, rowCount, isLive, orderOf } = store.segmentOf(row);
  for (let at = row - base; at < rowCount && orderOf[at] === order; at += 1)
    if (isLive[at] === 1) return true;
  return false;
}

function scatter(
  marks: Uint8Array,
  orderOf: Uint32Array,
  from: number,
  order: number,
  isAlone: boolean,
): void {
  const added = MARK.scattered | (isAlone ? MARK.alone : 0);
  for (let at = from; at < marks.length && orderOf[at] === order; at += 1) {
    marks[at] = ((marks[at] ?? 0) & ~(MARK.begins | MARK.continues | MARK.alone)) | added;
  }
}
