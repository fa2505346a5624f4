import { decisionKey, type SaidOf } from '#renderer/reconciliation/matching/model/decisions.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** What is decided about: all lines and orders of a case (or payouts), or those that the user put together. */
export type Sides = {
  /** Identities of lines. */
  readonly lines: readonly string[];
  readonly orders: readonly string[];
  /** The figures that are seen while it is said. */
  readonly said: SaidOf;
};

type Line = { readonly identity: string; readonly amount: Decimal | null };
type Order = {
  readonly key: string;
  readonly amount: Decimal;
  readonly settled?: Decimal | null | undefined;
};

/** Lines (of the bank or a statement) and orders (or payouts), with what they come to. Pure. */
export function sidesFrom(lines: readonly Line[], orders: readonly Order[]): Sides {
  const figures = orders.map(({ amount, settled }) => ({ amount, settled: settled ?? amount }));
  return {
    lines: lines.map(({ identity }) => identity),
    orders: orders.map(({ key }) => key),
    said: {
      orders: figures,
      there: sumOf(lines.flatMap(({ amount }) => amount ?? [])),
      here: sumOf(figures.map(({ settled }) => settled)),
    },
  };
}

export const keyOfSides = ({ lines, orders }: Pick<Sides, 'lines' | 'orders'>): string =>
  decisionKey(orders as readonly OrderKey[], lines);
