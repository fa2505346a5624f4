import type { MatchedCase } from '#renderer/data/api.ts';
import { type Decimal, fromDecimal, subtract, sum, toDecimal } from '#shared/domain/decimal.ts';
import { decisionKey } from '#shared/domain/matching/decisions.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** What is decided about: all lines and orders of a case, or those that the user put together. */
export type Sides = {
  /** Identities of lines. */
  readonly lines: readonly string[];
  readonly orders: readonly string[];
};

export function sidesOf({ lines, orders }: Pick<MatchedCase, 'lines' | 'orders'>): Sides {
  return { lines: lines.map(({ identity }) => identity), orders: orders.map(({ key }) => key) };
}

export const keyOfSides = ({ lines, orders }: Sides): string =>
  decisionKey(orders as readonly OrderKey[], lines);

/** Only some of its lines or orders are told: nothing can be said of all of it. */
export const isCut = ({ lines, orders, lineCount, orderCount }: MatchedCase): boolean =>
  lines.length < lineCount || orders.length < orderCount;

/** Cases chosen on both sides, as one: every line and order once, and what does not agree between them. Pure. */
export function taken(cases: readonly MatchedCase[]): Sides & {
  readonly there: Decimal;
  readonly here: Decimal;
  readonly difference: Decimal;
} {
  const lines = new Map(cases.flatMap((each) => each.lines.map((line) => [line.identity, line])));
  const orders = new Map(cases.flatMap((each) => each.orders.map((order) => [order.key, order])));
  const there = sum([...lines.values()].flatMap(({ net }) => (net === null ? [] : [fromDecimal(net)])));
  const here = sum([...orders.values()].map(({ amount }) => fromDecimal(amount)));
  return {
    lines: [...lines.keys()],
    orders: [...orders.keys()],
    there: toDecimal(there),
    here: toDecimal(here),
    difference: toDecimal(subtract(there, here)),
  };
}
