import type { ColumnScale, ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { cellAt, type StoredSegment, segmentIndexOf } from '#renderer/data/engine/columns/segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { OwnCostsBySku } from '#shared/domain/own-costs.ts';
import { fillRows, spansBySku } from './filled-rows.ts';
import { MOVED_COLUMNS, overlaidColumns } from './overlaid-segment.ts';

/**
 * The rows of a store with own costs counted, as a store: every question is asked of it as of the other. Rows keep their
 * numbers and orders, columns that do not move are shared, and so is which rows are alive: commits and compactions of the
 * store below are seen at once. It is only read.
 */
export type OverlayStore = {
  readonly store: ColumnStore;
  /** Makes the segments that commits have brought, one a slice; whoever asks before makes them all at once. */
  readonly prepare: () => CooperativeTask<undefined>;
};

export function createOverlayStore(below: ColumnStore, costs: OwnCostsBySku): OverlayStore {
  const spansOf = spansBySku(below, costs);
  const segments: StoredSegment[] = [];
  /** The segments below that they were made of. */
  const made: StoredSegment[] = [];
  let madeAt = -1;
  const scales = new Map<string, readonly ColumnScale[]>();

  /** One step towards the segments below; true when there is none left. */
  const step = (): boolean => {
    if (madeAt === below.changes) return true;
    for (const [index, segment] of below.segments.entries()) {
      if (made[index] === segment) continue;
      made[index] = segment;
      // Another object even where nothing moves: what is derived from it belongs to this store.
      segments[index] = { ...segment };
      if (segment.retired) continue;
      const filled = fillRows(below, index, segment, spansOf);
      if (filled !== null) segments[index] = { ...segment, columns: overlaidColumns(segment, filled) };
      return false;
    }
    madeAt = below.changes;
    scales.clear();
    return true;
  };
  const current = (): readonly StoredSegment[] => {
    while (!step());
    return segments;
  };
  const segmentOf = (row: number): StoredSegment => {
    const all = current();
    const found = all[segmentIndexOf(all, row)];
    if (found === undefined) throw new RangeError('No such row.');
    return found;
  };
  const refuse = (): never => {
    throw new RangeError('Rows with own costs are only read.');
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
    setPresent: refuse,
    addSegment: refuse,
    replaceSegments: refuse,
    markDeleted: refuse,
    note: refuse,
    raiseRevision: refuse,
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
  return {
    store,
    *prepare() {
      while (!step()) yield;
      return undefined;
    },
  };
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
