import { type DecidedFigures, decisionKey } from '#renderer/reconciliation/matching/model/decisions.ts';
import type { CurrencySum } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { type Decimal, fromDecimal, subtract, sumOf, toDecimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** The subject of a decision: all lines and orders of a case (or payouts), or those that the user put together. */
export type Sides = {
  /** Identities of lines. */
  readonly lines: readonly string[];
  readonly orders: readonly string[];
  /** The figures that are seen while it is said. */
  readonly said: DecidedFigures;
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

/** The difference that stays between both sides where they are called one; null: none, or one of them is empty. Pure. */
export function leftBetween({ lines, orders, said }: Sides): Decimal | null {
  if (lines.length === 0 || orders.length === 0) return null;
  const left = subtract(fromDecimal(said.there), fromDecimal(said.here));
  return left.units === 0n ? null : toDecimal(left);
}

/** Whether both may be called one: where a difference stays, with a reason for it. Pure. */
export const mayMatch = (sides: Sides, reason: string): boolean =>
  leftBetween(sides) === null || reason.trim() !== '';

export const keyOfSides = ({ lines, orders }: Pick<Sides, 'lines' | 'orders'>): string =>
  decisionKey(orders as readonly OrderKey[], lines);

type SumsOfSide = {
  readonly name: 'there' | 'here';
  readonly sums: readonly Pick<CurrencySum, 'currency' | 'sum'>[];
};

/** The statement's side less the ledger's; null where the two are unlike money. Pure. */
export function differenceOf(sides: readonly SumsOfSide[]): Decimal | null {
  const currencies = sides.flatMap(({ sums }) =>
    sums.flatMap(({ currency, sum }) => (fromDecimal(sum).units === 0n ? [] : [currency])),
  );
  if (new Set(currencies).size > 1) return null;
  const of = (wanted: SumsOfSide['name']) =>
    fromDecimal(
      sumOf(sides.flatMap(({ name, sums }) => (name === wanted ? sums.map(({ sum }) => sum) : []))),
    );
  return toDecimal(subtract(of('there'), of('here')));
}
