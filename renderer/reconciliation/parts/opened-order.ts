import { isEqual } from 'es-toolkit/predicate';
import type { FailingRow } from '#renderer/data/model/row-rules.ts';
import type { OrderIdentity } from '#renderer/features/order-details/order-data.ts';

/** The order of a listed row, open beside the sections, with those that one can go to from it. */
export type OpenedOrder = {
  readonly orders: readonly OrderIdentity[];
  readonly at: number;
  /** Decimal places of its amounts. */
  readonly places: number;
};

export type OpenOrder = (opened: OpenedOrder) => void;

/** The order of a row, told by what tells it from others; `row` is the row's place in its list. */
export function orderOf(
  { identity, cells }: Pick<FailingRow, 'identity' | 'cells'>,
  row: number,
): OrderIdentity {
  return {
    row,
    order: (cells.Orden ?? '').trim(),
    channel: cells.Canal ?? '',
    filters: Object.entries(identity).map(([column, cell]) => ({ column, values: [cell ?? ''] })),
  };
}

/** The next other order of the list; the same one where there is none. */
export function stepFrom(opened: OpenedOrder, direction: -1 | 1): OpenedOrder {
  const { orders, at } = opened;
  const current = orders[at]?.filters;
  for (let next = at + direction; next >= 0 && next < orders.length; next += direction) {
    if (!isEqual(orders[next]?.filters, current)) return { ...opened, at: next };
  }
  return opened;
}
