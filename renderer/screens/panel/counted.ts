import type { Groups } from '#renderer/data/model/groups.ts';
import {
  ORDER_STATUS_COLUMN,
  RETURNED,
  UNDONE_STATUSES,
  type UndoneStatus,
} from '#renderer/data/model/order-status.ts';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { add, type Decimal, fromDecimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { rateOf } from '#shared/domain/profitability.ts';

/** The orders that count in a selection's figures though they were cancelled or returned. Pure. */

type CountedPart = {
  readonly status: UndoneStatus;
  readonly orders: number;
  readonly rows: number;
  /** Ventas; null where no row carries it. */
  readonly sales: Decimal | null;
};

export type Counted = {
  /** Those that there are, cancelled ones first. */
  readonly parts: readonly CountedPart[];
  /** Ventas of all parts. */
  readonly sales: Decimal;
  /** Returned units by all units, in percent with six places; null where there are no units. */
  readonly returnRatePercent: Decimal | null;
  readonly returnedUnits: Decimal;
  /** Leaves them out. Null where there is nothing but them, which no choice of other values would. */
  readonly leaveOut: SelectionAction | null;
};

/** @param statuses the selection by `Estado de Orden`, with Ventas and Unidades */
export function countedOf({ groups, total }: Groups): Counted {
  const parts = UNDONE_STATUSES.flatMap((status): readonly CountedPart[] => {
    const found = groups.find(({ value }) => value === status)?.totals;
    return found === undefined || found.rows === 0
      ? []
      : [{ status, orders: found.orders, rows: found.rows, sales: found.sums.Ventas ?? null }];
  });
  const others = groups.flatMap(({ value, totals }) =>
    totals.rows === 0 || UNDONE_STATUSES.some((status) => status === value) ? [] : [value],
  );
  const returned = groups.find(({ value }) => value === RETURNED)?.totals.sums.Unidades;
  const returnedUnits = returned ?? toDecimal(ZERO);
  return {
    parts,
    sales: toDecimal(
      parts.reduce((sum, { sales }) => (sales === null ? sum : add(sum, fromDecimal(sales))), ZERO),
    ),
    returnRatePercent: rateOf(returnedUnits, total.sums.Unidades, 6),
    returnedUnits,
    leaveOut:
      others.length === 0 ? null : { type: 'set-filter', column: ORDER_STATUS_COLUMN, values: others },
  };
}
