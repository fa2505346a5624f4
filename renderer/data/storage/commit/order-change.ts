import {
  CHANGE_AMOUNTS,
  type ChangesRecord,
  type OrderChange,
} from '#renderer/data/engine/changes/change-record.ts';
import { type ColumnChange, packValues } from '#renderer/data/engine/changes/kept-values.ts';
import type { OrderFigures } from '#renderer/data/model/changes.ts';
import { localFromMs } from '#shared/domain/dates.ts';
import { add, type Decimal, parseDecimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { orderValues, valuesInLog } from './order-values.ts';
import { type PlannedRow, placesIn, type ReadWindow, type RowSource, textOf } from './planned-rows.ts';

/** An order's before and after as a commit plans it: what is stored of it, and the values that its record packs. */
export type PlannedChange = OrderChange & { readonly values: readonly ColumnChange[] };

/** Draws an order's before and after (rule 13). `windows` are those of the commit, its answers' senders. */
export function orderChange(
  order: OrderKey,
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
  windows: readonly Pick<ReadWindow, 'pages'>[],
): PlannedChange {
  const columns = before.length === 0 || after.length === 0 ? null : changedColumns(before, after);
  const cameWith = new Set(after.flatMap(({ correlationId }) => correlationId ?? []));
  const first = firstPurchaseMs(after.length === 0 ? before : after);
  return {
    order,
    purchase: first === null ? null : localFromMs(first),
    before: figuresOf(before),
    after: figuresOf(after),
    ...(columns === null ? {} : { columns }),
    values: columns === null ? [] : orderValues(before, after, columns),
    correlationIds:
      cameWith.size > 0
        ? [...cameWith]
        : windows.flatMap(({ pages }) => pages.map(({ correlationId }) => correlationId)),
  };
}

/** It differs with every change. */
const UPDATED = 'Fecha de actualización';

/**
 * The columns that differ: by how often values occur where there are as many rows, else by the values that occur and,
 * of figures, by their sums.
 */
export function changedColumns(
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
): readonly string[] {
  const sources = [...new Set([...before, ...after].map(({ source }) => source))];
  return sources.flatMap((owner, index) => {
    const earlier = sources.slice(0, index).map((source) => placesIn(source, owner));
    const isKnown = (at: number): boolean => earlier.some((places) => (places[at] ?? -1) >= 0);
    if (index > 0 && owner.columns.every((_, at) => isKnown(at))) return [];
    const suspects = suspectColumns(owner, before, after);
    return owner.columns.filter((column, at) => {
      if (suspects[at] !== 1 || column === UPDATED || isKnown(at)) return false;
      if (before.length === 1 && after.length === 1) return true;
      const was = cellsAt(before, owner, at);
      const is = cellsAt(after, owner, at);
      if (was.length === is.length) return !sameCells(was, is);
      return (
        !sameCells([...new Set(was)], [...new Set(is)]) ||
        !sameCells(valuesInLog(column, was), valuesInLog(column, is))
      );
    });
  });
}

/** 1 for columns that are not the same row by row: mostly rows stand in the same order on both sides. */
function suspectColumns(owner: RowSource, before: readonly PlannedRow[], after: readonly PlannedRow[]) {
  const suspects = new Uint8Array(owner.columns.length);
  if (before.length !== after.length) return suspects.fill(1);
  for (const [row, was] of before.entries()) {
    const is = after[row] ?? was;
    const wasAt = placesIn(was.source, owner);
    const isAt = placesIn(is.source, owner);
    for (let at = 0; at < suspects.length; at += 1) {
      const wasPlace = wasAt[at] ?? -1;
      const isPlace = isAt[at] ?? -1;
      const wasCell = wasPlace < 0 ? null : (was.cells[wasPlace] ?? null);
      const isCell = isPlace < 0 ? null : (is.cells[isPlace] ?? null);
      if (wasCell !== isCell) suspects[at] = 1;
    }
  }
  return suspects;
}

function cellsAt(rows: readonly PlannedRow[], owner: RowSource, at: number): readonly Cell[] {
  return rows.map(({ source, cells }) => cells[placesIn(source, owner)[at] ?? -1] ?? null);
}

function sameCells(one: readonly Cell[], other: readonly Cell[]): boolean {
  if (one.length !== other.length) return false;
  const left = new Map<Cell, number>();
  for (const cell of one) left.set(cell, (left.get(cell) ?? 0) + 1);
  return other.every((cell) => {
    const count = left.get(cell) ?? 0;
    left.set(cell, count - 1);
    return count > 0;
  });
}

export function firstPurchaseMs(rows: readonly PlannedRow[]): number | null {
  let first: number | null = null;
  for (const { purchaseMs } of rows) {
    if (purchaseMs !== null && (first === null || purchaseMs < first)) first = purchaseMs;
  }
  return first;
}

/** Null where there is no row: there is no such order then. */
function figuresOf(rows: readonly PlannedRow[]): OrderFigures | null {
  if (rows.length === 0) return null;
  const amounts: { [column: string]: Decimal } = {};
  for (const column of CHANGE_AMOUNTS) {
    const values = rows.flatMap((row) => parseDecimal(textOf(row, column) ?? '') ?? []);
    if (values.length > 0) amounts[column] = toDecimal(values.reduce(add, ZERO));
  }
  return {
    rows: rows.length,
    states: distinct(rows, 'Estado de Orden'),
    payments: distinct(rows, 'Estado de Pago'),
    amounts,
  };
}

function distinct(rows: readonly PlannedRow[], column: string): readonly string[] {
  return [...new Set(rows.map((row) => textOf(row, column) ?? ''))].sort();
}

/** The change log as it is stored: some orders a record, so that a page of a commit's changes is few reads. */

const CHANGES_PER_RECORD = 50;

type ChangesHead = Omit<ChangesRecord, 'id' | 'changes' | 'values'>;

export function changeRecords(
  head: ChangesHead,
  changes: readonly PlannedChange[],
): readonly ChangesRecord[] {
  // Orders mostly change in the same columns: a record holds each list of them once (a clone keeps what is one object one).
  const lists = new Map<string, readonly string[]>();
  const stored = ({ values: _, ...change }: PlannedChange): OrderChange => {
    if (change.columns === undefined) return change;
    const key = JSON.stringify(change.columns);
    const columns = lists.get(key) ?? change.columns;
    lists.set(key, columns);
    return { ...change, columns };
  };
  const records: ChangesRecord[] = [];
  for (let at = 0; at < changes.length; at += CHANGES_PER_RECORD) {
    const own = changes.slice(at, at + CHANGES_PER_RECORD);
    const hasValues = own.some(({ columns }) => columns !== undefined);
    const packed = hasValues ? { values: packValues(own.map(({ values }) => values)) } : {};
    records.push({ ...head, changes: own.map(stored), ...packed });
  }
  return records;
}
