import type { CommitResult } from '#shared/bridge/ledger.ts';
import type { UtcInstant } from '#shared/dates.ts';
import type { OrderKey } from '#shared/orders/identity.ts';
import type { Cell, RowTable } from '#shared/wire/row-table.ts';
import { type OrderChange, orderChange } from './order-change.ts';
import { byOrder, needsVerification, purchaseInstants, unmatchedRows } from './order-matching.ts';
import {
  type IncomingRow,
  ownRows,
  type PlannedRow,
  printOf,
  type ReadWindow,
  type SpokenRange,
  spokenRange,
} from './planned-rows.ts';

/** What a commit will do, decided before its transaction opens. Pure: rows in, changes out. */

export type StoredRows = {
  /** The live rows of an order. */
  readonly ofOrder: (key: OrderKey) => readonly PlannedRow[];
  /** The orders with a live row bought in [from, to). */
  readonly ordersBoughtIn: (range: SpokenRange) => Iterable<OrderKey>;
};

/** Orders "por verificar" and the purchase instants at which they are still to be read. */
export type VerificationQueue = ReadonlyMap<OrderKey, ReadonlySet<number>>;

export type CommitPlan = {
  /** Numbers of the stored rows that die. */
  readonly remove: readonly number[];
  readonly insert: RowTable;
  readonly changes: readonly OrderChange[];
  /** The whole queue after the commit. */
  readonly queue: VerificationQueue;
  readonly result: CommitResult;
};

export type CommitRequest = {
  readonly main: ReadWindow;
  /** Settled purchase windows of the same commit, in the order they were asked for. */
  readonly verifiedBy: readonly ReadWindow[];
  readonly stored: StoredRows;
  readonly queue: VerificationQueue;
  /** Up to where changes were known before this commit. */
  readonly knownUntil: UtcInstant | null;
};

/** A complete answer by purchase date: its own rows by order, and what it speaks for. */
type PurchaseReading = {
  readonly rows: ReadonlyMap<OrderKey, readonly IncomingRow[]>;
  readonly spoken: SpokenRange;
  readonly read: ReadWindow;
};

/**
 * Plans one commit. Changes come first, readings by purchase date after them: a reading by purchase date is the
 * newer one and speaks for everything in its range.
 */
export function planCommit({ main, verifiedBy, stored, queue, knownUntil }: CommitRequest): CommitPlan {
  const readings: PurchaseReading[] = [];
  for (const read of [main, ...verifiedBy]) {
    if (read.window.field !== 'purchase_date') continue;
    const rows = ownRows(read);
    readings.push({ rows: byOrder(rows), spoken: spokenRange(read, rows), read });
  }
  const changed: ReadonlyMap<OrderKey, readonly IncomingRow[]> =
    main.window.field === 'updated_at' ? byOrder(ownRows(main)) : new Map();

  const affected = new Set<OrderKey>(changed.keys());
  for (const { rows, spoken } of readings) {
    for (const key of rows.keys()) affected.add(key);
    for (const key of stored.ordersBoughtIn(spoken)) affected.add(key);
  }

  const isSpoken = (ms: number) => readings.some(({ spoken }) => ms >= spoken.fromMs && ms < spoken.toMs);
  const queueAfter = new Map<OrderKey, ReadonlySet<number>>();
  const enqueue = (key: OrderKey, instants: Iterable<number>) => {
    const open = new Set(queueAfter.get(key));
    for (const ms of instants) if (!isSpoken(ms)) open.add(ms);
    if (open.size > 0) queueAfter.set(key, open);
  };
  for (const [key, instants] of queue) enqueue(key, instants);

  const remove: number[] = [];
  const added: PlannedRow[] = [];
  const changes: OrderChange[] = [];
  let ordersNew = 0;
  let ordersChanged = 0;
  let ordersUnchanged = 0;
  for (const key of affected) {
    const before = stored.ofOrder(key);
    const incoming = changed.get(key) ?? [];
    const unmatched = incoming.length === 0 ? before : unmatchedRows(before, incoming);
    if (incoming.length > 0 && needsVerification(before, incoming, knownUntil)) {
      enqueue(key, purchaseInstants(before, incoming));
    }
    const after = readByPurchase(key, [...unmatched, ...incoming], readings);
    const difference = multisetDifference(before, after);
    if (difference.gone.length === 0 && difference.come.length === 0) {
      ordersUnchanged += 1;
      continue;
    }
    if (before.length === 0) ordersNew += 1;
    else {
      ordersChanged += 1;
      changes.push(orderChange(key, before, after, [main, ...verifiedBy]));
    }
    for (const { stored: row } of difference.gone) if (row !== null) remove.push(row);
    added.push(...difference.come);
  }
  return {
    remove,
    insert: toTable(added),
    changes,
    queue: queueAfter,
    result: {
      rowsAdded: added.length,
      rowsRemoved: remove.length,
      ordersNew,
      ordersChanged,
      ordersUnchanged,
      ordersQueued: queueAfter.size,
    },
  };
}

/** An order's rows after the readings by purchase date: each replaces what lies in the range it speaks for. */
function readByPurchase(
  key: OrderKey,
  rows: readonly PlannedRow[],
  readings: readonly PurchaseReading[],
): readonly PlannedRow[] {
  if (readings.length === 0) return rows;
  const result = rows.filter(
    ({ purchaseMs }) =>
      purchaseMs === null ||
      !readings.some(({ spoken }) => purchaseMs >= spoken.fromMs && purchaseMs < spoken.toMs),
  );
  const undated: PlannedRow[] = [];
  for (const [index, reading] of readings.entries()) {
    const own = reading.rows.get(key) ?? [];
    for (const row of own) {
      const { purchaseMs } = row;
      if (purchaseMs === null) continue;
      // Ranges do not overlap by design; if they do, a row belongs to the first that speaks for it.
      const isTaken = readings
        .slice(0, index)
        .some(({ spoken }) => purchaseMs >= spoken.fromMs && purchaseMs < spoken.toMs);
      if (!isTaken) result.push(row);
    }
    addMissing(
      undated,
      own.filter(({ purchaseMs }) => purchaseMs === null),
    );
  }
  if (undated.length === 0) return result;
  return [...result.filter(({ purchaseMs }) => purchaseMs !== null), ...undated];
}

/** Adds the rows that are not in `rows` yet as often as in `more`: several answers may bring the same ones. */
function addMissing(rows: PlannedRow[], more: readonly PlannedRow[]): void {
  rows.push(...multisetDifference(rows, more).come);
}

/** The rows only before and only after, equal rows counted as often as they occur. */
function multisetDifference(
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
): { readonly gone: readonly PlannedRow[]; readonly come: readonly PlannedRow[] } {
  if (before.length === 0) return { gone: [], come: after };
  const waiting = new Map<string, PlannedRow[]>();
  for (const row of before) {
    const print = printOf(row);
    const equals = waiting.get(print);
    if (equals === undefined) waiting.set(print, [row]);
    else equals.push(row);
  }
  const come: PlannedRow[] = [];
  const kept = new Set<PlannedRow>();
  for (const row of after) {
    // A stored row that stays is matched with itself where it can be; any equal row is as good.
    const match = waiting.get(printOf(row))?.pop();
    if (match === undefined) come.push(row);
    else kept.add(match);
  }
  return { gone: before.filter((row) => !kept.has(row)), come };
}

/** Rows of several sources under the union of their columns. Rows that fit as they are, are not copied. */
function toTable(rows: readonly PlannedRow[]): RowTable {
  const positions = new Map<string, number>();
  const places = new Map<PlannedRow['source'], readonly number[]>();
  for (const { source } of rows) {
    if (places.has(source)) continue;
    const own = source.columns.map((column) => {
      const known = positions.get(column);
      if (known !== undefined) return known;
      positions.set(column, positions.size);
      return positions.size - 1;
    });
    places.set(source, own);
  }
  const width = positions.size;
  const fits = new Map(
    [...places].map(([source, own]) => [
      source,
      own.length === width && own.every((place, index) => place === index),
    ]),
  );
  return {
    columns: [...positions.keys()],
    rows: rows.map(({ cells, source }) => {
      if (fits.get(source) === true) return cells;
      const out = new Array<Cell>(width).fill(null);
      for (const [index, place] of (places.get(source) ?? []).entries()) out[place] = cells[index] ?? null;
      return out;
    }),
  };
}
