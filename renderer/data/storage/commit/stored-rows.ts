import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import {
  cellAt,
  ROW_NOTE,
  type SegmentColumn,
  type StoredSegment,
} from '#renderer/data/engine/columns/segment.ts';
import { lowerBound } from '#shared/base/sorted-search.ts';
import type { LedgerCalls, VerificationRange } from '#shared/contract/ledger.ts';
import { localFromMs, localToMs, parseLocalDateTime } from '#shared/domain/dates.ts';
import { IDENTITY_COLUMNS, type OrderKey, orderKeyReader } from '#shared/domain/order-identity.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';
import { cellReader } from '#shared/domain/row-table.ts';
import type { StoredRows } from './plan-commit.ts';
import { type AuthoritativeRange, type PlannedRow, rowSource } from './planned-rows.ts';
import { createTally, type MonthTallies } from './removal-guard.ts';
import { StoredCells } from './row-cells.ts';

/** Each order has to be found, and lies somewhere else. */
const ORDERS_A_STEP = 200;

/** The rows in memory as plans and judgements ask for them. Orders found are kept: good until the store's rows change. Long, for its functions share them. */
export function storedRowsOf(store: ColumnStore): StoredRows {
  const columns = [...store.columnKeys()];
  const source = rowSource(columns);
  const orderKey = orderKeyReader({ columns: IDENTITY_COLUMNS });
  const columnsOf = new Map<StoredSegment, readonly (SegmentColumn | undefined)[]>();
  const orders = new Map<OrderKey, readonly PlannedRow[]>();
  const cellsOf = (segment: StoredSegment, at: number) => {
    let own = columnsOf.get(segment);
    if (own === undefined) {
      own = columns.map((column) => segment.columns.get(column));
      columnsOf.set(segment, own);
    }
    return new StoredCells(own, at);
  };
  const readOrder = (key: OrderKey): readonly PlannedRow[] => {
    const known = orders.get(key);
    if (known !== undefined) return known;
    const rows = store.rowsOfOrder(key).map((row) => {
      const segment = store.segmentOf(row);
      const at = row - segment.base;
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      return {
        cells: cellsOf(segment, at),
        source,
        stored: row,
        note: store.noteOf(row),
        purchaseMs: Number.isNaN(ms) ? null : ms,
        correlationId: null,
      };
    });
    orders.set(key, rows);
    return rows;
  };
  /** Collects the keys of rows' orders, each once. */
  const collectOrders = () => {
    const keys = new Map<number, OrderKey>();
    const add = ({ orderOf, columns: own }: StoredSegment, at: number): void => {
      const order = orderOf[at] ?? 0;
      if (keys.has(order)) return;
      keys.set(order, orderKey(IDENTITY_COLUMNS.map((column) => cellAt(own.get(column), at))));
    };
    return { add, keys: keys.values() };
  };
  const ordersIn = (range: AuthoritativeRange, isWanted: (segment: StoredSegment, at: number) => boolean) => {
    const orders = collectOrders();
    eachRowIn(store, range, (segment, at) => {
      if (isWanted(segment, at)) orders.add(segment, at);
    });
    return orders.keys;
  };
  return {
    *readOrders(keys) {
      let read = 0;
      for (const key of keys) {
        readOrder(key);
        read += 1;
        if (read % ORDERS_A_STEP === 0) yield;
      }
    },
    ofOrder: readOrder,
    ordersBoughtIn: (range) => ordersIn(range, () => true),
    ordersMissingIn: (range) => ordersIn(range, ({ notes }, at) => notes[at] !== ROW_NOTE.none),
    ordersUndated: () => {
      const orders = collectOrders();
      for (const segment of store.segments) {
        for (const at of undatedRowsOf(segment)) if (segment.isLive[at] === 1) orders.add(segment, at);
      }
      return orders.keys;
    },
    tallyOf: (range) => tallyRows(store, range).rows,
  };
}

const undatedRows = defineDerivation<StoredSegment, readonly number[]>();

/** Rows of a segment without a readable purchase, dead ones too. */
function undatedRowsOf(segment: StoredSegment): readonly number[] {
  return undatedRows.of(segment, () => {
    const undated: number[] = [];
    for (const [at, ms] of segment.purchaseMs.entries()) if (Number.isNaN(ms)) undated.push(at);
    return undated;
  });
}

export function eachRowIn(
  store: ColumnStore,
  { fromMs, toMs }: AuthoritativeRange,
  visit: (segment: StoredSegment, at: number) => void,
): void {
  for (const segment of store.segments) {
    if (segment.firstPurchase >= toMs || segment.lastPurchase < fromMs) continue;
    for (let at = 0; at < segment.rowCount; at += 1) {
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      if (segment.isLive[at] === 1 && ms >= fromMs && ms < toMs) visit(segment, at);
    }
  }
}

/** Live rows bought in [from, to) by channel and account: all, those that are gone, those that moved. */
export function tallyRows(
  store: ColumnStore,
  range: AuthoritativeRange,
): MonthTallies & { readonly ordersGone: number } {
  const tallies = { rows: createTally(), gone: createTally(), moved: createTally() };
  const canales = store.dictionary('Canal');
  const cuentas = store.dictionary('Cuenta');
  const orders = new Set<number>();
  let current: StoredSegment | null = null;
  let canalOf = (_: number): string => '';
  let cuentaOf = canalOf;
  eachRowIn(store, range, (segment, at) => {
    if (segment !== current) {
      current = segment;
      const index = store.segments.indexOf(segment);
      const canalCodes = canales.codesOf(index, segment);
      const cuentaCodes = cuentas.codesOf(index, segment);
      canalOf = (row) => canales.texts[rowCode(canalCodes, row)] ?? '';
      cuentaOf = (row) => cuentas.texts[rowCode(cuentaCodes, row)] ?? '';
    }
    const canal = canalOf(at);
    const cuenta = cuentaOf(at);
    tallies.rows.add(canal, cuenta, 1);
    if (segment.notes[at] === ROW_NOTE.moved) tallies.moved.add(canal, cuenta, 1);
    if (segment.notes[at] !== ROW_NOTE.gone) return;
    tallies.gone.add(canal, cuenta, 1);
    orders.add(segment.orderOf[at] ?? 0);
  });
  return { ...tallies, ordersGone: orders.size };
}

/** The readable purchases of all live rows in milliseconds, ascending. */
function sortedPurchases(store: ColumnStore): Float64Array {
  const all = new Float64Array(store.liveRows);
  let count = 0;
  for (const segment of store.segments) {
    for (let at = 0; at < segment.rowCount; at += 1) {
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      if (segment.isLive[at] === 1 && !Number.isNaN(ms)) {
        all[count] = ms;
        count += 1;
      }
    }
  }
  return all.subarray(0, count).sort();
}

/** Counts live rows bought in a range: one sorted list of all purchases, made when first asked. */
export function purchaseCounter(store: ColumnStore): (range: AuthoritativeRange) => number {
  let sorted: Float64Array | null = null;
  const before = (ms: number): number => {
    sorted ??= sortedPurchases(store);
    return lowerBound(sorted, ms);
  };
  return ({ fromMs, toMs }) => before(toMs) - before(fromMs);
}

/** Whether another key's answers are this account's (rule 14). */

/** Rows by whose purchases a key is tried. */
const NEWEST_ROWS = 300;

/** The newest purchases of a range, some hundred rows; null where it holds none. */
export function newestRange(store: ColumnStore, { from, to }: LocalRange): VerificationRange | null {
  const [fromMs, toMs] = [localToMs(from), localToMs(to)];
  const purchases = sortedPurchases(store).filter((ms) => ms >= fromMs && ms < toMs);
  const last = purchases.at(-1);
  if (last === undefined) return null;
  const first = purchases[Math.max(0, purchases.length - NEWEST_ROWS)] ?? last;
  const storedRows = purchases.filter((ms) => ms >= first).length;
  return { from: localFromMs(first), to: localFromMs(last + 1), storedRows };
}

/** The distinct orders of an answer, and how many of them are stored with a purchase at the answered time. */
export function countKnownOrders(
  store: ColumnStore,
  { columns, rows }: LedgerCalls['countKnownOrders']['input'],
): LedgerCalls['countKnownOrders']['output'] {
  const orderKey = orderKeyReader({ columns });
  const purchase = cellReader({ columns, rows }, 'Fecha de compra');
  const orders = new Map<OrderKey, Set<number>>();
  for (const row of rows) {
    const key = orderKey(row);
    const times = orders.get(key) ?? new Set();
    const time = parseLocalDateTime(purchase(row) ?? '');
    if (time !== undefined) times.add(localToMs(time));
    orders.set(key, times);
  }
  const isKnown = ([key, times]: readonly [OrderKey, ReadonlySet<number>]) =>
    store.rowsOfOrder(key).some((row) => {
      const { base, purchaseMs } = store.segmentOf(row);
      return times.has(purchaseMs[row - base] ?? Number.NaN);
    });
  return { orders: orders.size, known: [...orders].filter(isKnown).length };
}
