import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { CommitWindow, OpenWindow, StagePage } from '#shared/contract/ledger.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { add, parseDecimal, toDecimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { requestRange, type SyncWindow } from '#shared/domain/window.ts';
import { checkpoint } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { ALL_COLUMNS } from './ours.ts';

/** A window of changes as the API would answer it: orders of the local copy, updated, or orders like them that are new. */

export const ORDERS_CHANGED = 2000;

export type ChangesOfOrders = {
  readonly kind: 'known' | 'new';
  readonly open: OpenWindow;
  readonly pages: readonly StagePage[];
  readonly commit: CommitWindow;
  readonly rows: number;
};

const PAGE_ROWS = 1000;
const DAY_OF = (window: number) => new Date(Date.UTC(2026, 10, 16 + window)).toISOString() as UtcInstant;
const ORDEN = ALL_COLUMNS.indexOf('Orden');
const SUB_ORDER = ALL_COLUMNS.indexOf('Nro. suborden');
const UPDATED = ALL_COLUMNS.indexOf('Fecha de actualización');
const VENTAS = ALL_COLUMNS.indexOf('Ventas');
const ONE = { units: 1n, scale: 0 };

/**
 * The `window`-th window, of 2,000 orders spread evenly over the whole copy: each takes other ones. Every row's Ventas is
 * 1 more than it was.
 */
export function changesOfOrders(
  store: ColumnStore,
  window: number,
  kind: ChangesOfOrders['kind'],
): ChangesOfOrders {
  const from = DAY_OF(window);
  const span: SyncWindow = { field: 'updated_at', from, to: DAY_OF(window + 1) };
  const windowId = `${kind}-${window}`;
  const range = requestRange(span, null);
  const orders = pickOrders(store, window, ORDERS_CHANGED).map((rows) =>
    rows.map((row) => changedCells(store, row, from, kind === 'new' ? `${windowId}-` : '')),
  );
  const pages = pack(orders);
  const rows = orders.reduce((sum, order) => sum + order.length, 0);
  return {
    kind,
    rows,
    open: {
      windowId,
      window: span,
      purpose: 'changes',
      requestFrom: range.from,
      requestTo: range.to,
      startedAtMs: Date.now(),
    },
    pages: pages.map((own, index) => ({
      windowId,
      reading: 1,
      serverDate: from,
      page: {
        meta: {
          page: index + 1,
          pageSize: PAGE_ROWS,
          count: own.length,
          from: range.from,
          to: range.to,
          date: 'updated_at',
          totalRows: rows,
          totalPages: pages.length,
          window: { field: 'updated_at', timezone: 'UTC' },
        },
        correlationId: `${windowId}-${index + 1}`,
        columns: [...ALL_COLUMNS],
        rowsJson: JSON.stringify(own),
      },
    })),
    commit: {
      windowId,
      verifiedBy: [],
      runId: 'bench',
      effort: { startedAtMs: 0, tookMs: 0, requests: pages.length, readings: 1 },
      completes: [],
      checkpoint: checkpoint(),
    },
  };
}

/** Live rows of orders with a number, from all over the copy. */
function pickOrders(store: ColumnStore, window: number, count: number): readonly (readonly number[])[] {
  const { orders } = store;
  const stride = Math.max(1, Math.floor(orders.orderCount / count));
  const picked: (readonly number[])[] = [];
  for (let at = 0; picked.length < count; at += 1) {
    if (at >= orders.orderCount) throw new Error(`There are fewer than ${count} orders.`);
    // Round and round, one order further each time.
    const place = at * stride + window + Math.floor((at * stride) / orders.orderCount);
    const order = place % orders.orderCount;
    const rows = orders.rowsOf(order).filter((row) => {
      const segment = store.segmentOf(row);
      return segment.isLive[row - segment.base] === 1;
    });
    const [first] = rows;
    if (first !== undefined && (store.cell(first, 'Orden') ?? '') !== '') picked.push(rows);
  }
  return picked;
}

function changedCells(store: ColumnStore, row: number, updated: UtcInstant, prefix: string): readonly Cell[] {
  const cells = ALL_COLUMNS.map((column) => store.cell(row, column));
  const ventas = parseDecimal(cells[VENTAS] ?? '');
  if (ventas === undefined) throw new Error('A row of the demo world without Ventas.');
  cells[VENTAS] = toDecimal(add(ventas, ONE));
  cells[UPDATED] = updated;
  cells[ORDEN] = `${prefix}${cells[ORDEN]}`;
  cells[SUB_ORDER] = `${prefix}${cells[SUB_ORDER]}`;
  return cells;
}

/** Whole orders to a page, so that two rows alike never stand on two pages: such a window would be read twice. */
function pack(orders: readonly (readonly (readonly Cell[])[])[]): readonly (readonly (readonly Cell[])[])[] {
  const pages: (readonly Cell[])[][] = [];
  for (const order of orders) {
    const last = pages.at(-1);
    if (last === undefined || last.length + order.length > PAGE_ROWS) pages.push([...order]);
    else last.push(...order);
  }
  return pages;
}
