import type { ColumnScale, ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { READ_ONLY } from '#renderer/data/engine/columns/read-only.ts';
import { cellAt, type StoredSegment, segmentIndexOf } from '#renderer/data/engine/columns/segment.ts';
import { MOVED_COLUMNS, type OwnCostsBySku } from '#renderer/data/model/own-costs.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import { fillRows, spansBySku } from './filled-rows.ts';
import { overlaidColumns } from './overlaid-segment.ts';

/**
 * The rows of a store with own costs counted, as a store: every question is asked of it as of the other. Rows keep their
 * numbers and orders, columns that do not move are shared, and so is which rows are alive: commits and compactions of the
 * store below are seen at once. It is only read.
 */
export type OverlayStore = {
  readonly store: ColumnStore;
  /** Makes the segments that commits have brought, as a task; whoever asks before makes them all at once. */
  readonly prepare: () => Task<undefined>;
};

/** Rows of a store with own costs in the columns they move. Long, for it is a whole store, most of it the one below. */
export function createOverlayStore(below: ColumnStore, costs: OwnCostsBySku): OverlayStore {
  const spans = spansBySku(below, costs);
  const segments: StoredSegment[] = [];
  /** The segments below that they were made of. */
  const made: StoredSegment[] = [];
  let madeAt = -1;
  const scales = new Map<string, readonly ColumnScale[]>();

  /** Makes the segments that are not there yet, or that are of rows that moved meanwhile. */
  function* build(): Task<undefined> {
    while (madeAt !== below.changes) {
      const index = below.segments.findIndex((segment, at) => made[at] !== segment);
      const segment = below.segments[index];
      if (segment === undefined) {
        madeAt = below.changes;
        scales.clear();
        break;
      }
      const filled = segment.retired ? null : fillRows(below, index, segment, spans);
      yield;
      const columns = filled === null ? segment.columns : yield* overlaidColumns(segment, filled);
      // Somebody who could not wait may have made it meanwhile, and derived something from it.
      if (made[index] === segment) continue;
      made[index] = segment;
      // Another object even where nothing moves: what is derived from it belongs to this store.
      segments[index] = { ...segment, columns };
      yield;
    }
    return undefined;
  }
  const current = (): readonly StoredSegment[] => {
    if (madeAt !== below.changes) atOnce(build());
    return segments;
  };
  const segmentOf = (row: number): StoredSegment => {
    const all = current();
    const found = all[segmentIndexOf(all, row)];
    if (found === undefined) throw new RangeError('No such row.');
    return found;
  };
  const store: ColumnStore = {
    get revision() {
      return below.revision;
    },
    get changes() {
      return below.changes;
    },
    get numbering() {
      return below.numbering;
    },
    get rowSpan() {
      return below.rowSpan;
    },
    get liveRows() {
      return below.liveRows;
    },
    get dates() {
      return below.dates;
    },
    get segments() {
      return current();
    },
    get longestSegment() {
      return below.longestSegment;
    },
    orders: below.orders,
    ...READ_ONLY,
    noteOf: below.noteOf,
    segmentOf,
    cell: (row, column) => {
      const segment = segmentOf(row);
      return cellAt(segment.columns.get(column), row - segment.base);
    },
    dictionary: below.dictionary,
    scalesOf: (column) => {
      if (!MOVED_COLUMNS.includes(column)) return below.scalesOf(column);
      const all = current();
      const known = scales.get(column) ?? scalesIn(all, column);
      scales.set(column, known);
      return known;
    },
    columnKeys: () => new Set(current().flatMap(({ columns }) => [...columns.keys()])),
    rowsOfOrder: below.rowsOfOrder,
  };
  return { store, prepare: build };
}

function scalesIn(segments: readonly StoredSegment[], column: string): readonly ColumnScale[] {
  const byScale = new Map<number, number>();
  for (const { columns } of segments) {
    const found = columns.get(column);
    if (found?.kind !== 'decimal') continue;
    byScale.set(found.scale, (byScale.get(found.scale) ?? 0) + found.magnitude);
  }
  return [...byScale].map(([scale, magnitude]) => ({ scale, magnitude }));
}
