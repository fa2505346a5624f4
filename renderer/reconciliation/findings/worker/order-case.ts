import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { cellAt, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { FindingCase } from '#renderer/data/model/finding.ts';
import {
  cellsOfKey,
  IDENTITY_COLUMNS,
  type OrderKey,
  orderKeyReader,
} from '#shared/domain/order-identity.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { hashOfText } from './evidence.ts';

const readOrderKey = orderKeyReader({ columns: IDENTITY_COLUMNS });

/** By what a case of one order is known: a hash of the order's identity, and its number. */
export function orderCase(key: OrderKey): Pick<FindingCase, 'id' | 'name'> {
  return { id: hashOfText(key), name: cellsOfKey(key).Orden ?? '' };
}

/** The same of the order that a row is of. */
export function orderAt(store: ColumnStore, row: number): Pick<FindingCase, 'id' | 'name'> {
  const segment = store.segmentOf(row);
  return orderOfRow(segment, row - segment.base);
}

/** The same, of a row of a segment. */
export function orderOfRow({ columns }: StoredSegment, row: number): Pick<FindingCase, 'id' | 'name'> {
  return orderCase(readOrderKey(IDENTITY_COLUMNS.map((column) => cellAt(columns.get(column), row))));
}

/** Whose an order is. */
export function accountOfKey(key: OrderKey): SellerAccount {
  const { Canal, Cuenta } = cellsOfKey(key);
  return { Canal: Canal ?? '', Cuenta: Cuenta ?? '' };
}

/** The order of cases. */
export const byId = (a: FindingCase, b: FindingCase): number => (a.id < b.id ? -1 : 1);

/** The same cases stand in the same order, wherever their rows lie. */
export const inOrder = (cases: readonly FindingCase[]): readonly FindingCase[] => cases.toSorted(byId);
