import type { MatchedCase } from '#renderer/reconciliation/matching/model/matches.ts';
import { type Sides, sidesFrom } from '#renderer/reconciliation/parts/sides.ts';
import { type Decimal, fromDecimal, subtract, sum, toDecimal } from '#shared/domain/decimal.ts';

export const sidesOf = ({ lines, orders }: Pick<MatchedCase, 'lines' | 'orders'>): Sides =>
  sidesFrom(
    lines.map(({ identity, net }) => ({ identity, amount: net })),
    orders,
  );

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
    ...sidesOf({ lines: [...lines.values()], orders: [...orders.values()] }),
    there: toDecimal(there),
    here: toDecimal(here),
    difference: toDecimal(subtract(there, here)),
  };
}
