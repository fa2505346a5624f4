import {
  CHANGE_AMOUNTS,
  type ChangesRecord,
  type OrderChange,
} from '#renderer/data/engine/changes/change-record.ts';
import { type ColumnChange, packValues } from '#renderer/data/engine/changes/kept-values.ts';
import type { OrderFigures } from '#renderer/data/model/changes.ts';
import { localFromMs } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { sumOfCells } from './cell-sums.ts';
import { orderValues, valuesInLog } from './order-values.ts';
import {
  isSameCell,
  type PlannedRow,
  placesBeyond,
  placesIn,
  type ReadWindow,
  type RowSource,
} from './planned-rows.ts';
import { NOT_COMPARED, type RowDifferences, textBefore } from './row-differences.ts';

/** An order's before and after as a commit plans it: what is stored of it, and the values that its record packs. */
export type PlannedChange = OrderChange & { readonly values: readonly ColumnChange[] };

/** Draws an order's before and after (rule 13). `windows` are those of the commit, its answers' senders. */
export function orderChange(
  order: OrderKey,
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
  windows: readonly Pick<ReadWindow, 'pages'>[],
  differences: RowDifferences = NOT_COMPARED,
): PlannedChange {
  const columns =
    before.length === 0 || after.length === 0 ? null : changedColumns(before, after, differences);
  const cameWith = new Set(after.flatMap(({ correlationId }) => correlationId ?? []));
  const first = firstPurchaseMs(after.length === 0 ? before : after);
  return {
    order,
    purchase: first === null ? null : localFromMs(first),
    before: figuresOf(before, differences),
    after: figuresOf(after, differences),
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
  differences: RowDifferences = NOT_COMPARED,
): readonly string[] {
  const sources = [...new Set([...before, ...after].map(({ source }) => source))];
  return sources.flatMap((owner, index) => {
    const earlier = sources.slice(0, index);
    if (earlier.some((source) => placesBeyond(owner, source).length === 0)) return [];
    const suspects = suspectColumns(owner, before, after, differences);
    const changed: string[] = [];
    for (let at = suspects.indexOf(1); at >= 0; at = suspects.indexOf(1, at + 1)) {
      const column = owner.columns[at] ?? UPDATED;
      if (column === UPDATED || earlier.some(({ places }) => places.has(column))) continue;
      if (isChanged(column, cellsAt(before, owner, at), cellsAt(after, owner, at))) changed.push(column);
    }
    return changed;
  });
}

function isChanged(column: string, was: readonly Cell[], is: readonly Cell[]): boolean {
  if (was.length === is.length) return !sameCells(was, is);
  return (
    !sameCells([...new Set(was)], [...new Set(is)]) ||
    !sameCells(valuesInLog(column, was), valuesInLog(column, is))
  );
}

/** 1 for columns that are not the same row by row: of rows that were compared with their counterparts, or as they stand. */
function suspectColumns(
  owner: RowSource,
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
  differences: RowDifferences,
) {
  const suspects = new Uint8Array(owner.columns.length);
  if (before.length !== after.length) return suspects.fill(1);
  const known = knownDifferences(owner, before, after, differences);
  if (known !== null) {
    for (const places of known) for (const place of places) suspects[place] = 1;
    return suspects;
  }
  for (const [row, was] of before.entries()) {
    const is = after[row] ?? was;
    const wasAt = placesIn(was.source, owner);
    const isAt = placesIn(is.source, owner);
    for (let at = 0; at < suspects.length; at += 1) {
      if (!isSameCell(was, wasAt[at] ?? -1, is, isAt[at] ?? -1)) suspects[at] = 1;
    }
  }
  return suspects;
}

/** The places of each row that differ from the one in its place, where every row was compared with one of its own; null: not so. */
function knownDifferences(
  owner: RowSource,
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
  differences: RowDifferences,
): readonly (readonly number[])[] | null {
  const left = new Set(after);
  const known: (readonly number[])[] = [];
  for (const was of before) {
    if (was.source !== owner) return null;
    // A row that stays is itself.
    if (left.delete(was)) continue;
    const compared = differences.get(was);
    if (compared === undefined || !left.delete(compared.is)) return null;
    known.push(compared.places);
  }
  return known;
}

function cellsAt(rows: readonly PlannedRow[], owner: RowSource, at: number): readonly Cell[] {
  return rows.map(({ source, cells }) => {
    const place = placesIn(source, owner)[at] ?? -1;
    return place < 0 ? null : cells.at(place);
  });
}

function sameCells(one: readonly Cell[], other: readonly Cell[]): boolean {
  if (one.length !== other.length) return false;
  if (one.length === 1) return one[0] === other[0];
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
function figuresOf(rows: readonly PlannedRow[], differences: RowDifferences): OrderFigures | null {
  if (rows.length === 0) return null;
  const amounts: { [column: string]: Decimal } = {};
  for (const column of CHANGE_AMOUNTS) {
    const { sum } = sumOfCells(rows.map((row) => textBefore(row, column, differences)));
    if (sum !== null) amounts[column] = sum;
  }
  return {
    rows: rows.length,
    states: distinct(rows, 'Estado de Orden', differences),
    payments: distinct(rows, 'Estado de Pago', differences),
    amounts,
  };
}

function distinct(
  rows: readonly PlannedRow[],
  column: string,
  differences: RowDifferences,
): readonly string[] {
  const texts = rows.map((row) => textBefore(row, column, differences) ?? '');
  return texts.length === 1 ? texts : [...new Set(texts)].sort();
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
