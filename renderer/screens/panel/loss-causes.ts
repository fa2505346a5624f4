import {
  amountOf,
  STATEMENT_LINES,
  type StatementLine,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { compare, type Decimal, fromDecimal, type Scaled, subtract, ZERO } from '#shared/domain/decimal.ts';
import { isRateBase, rateOf, type Sums } from '#shared/domain/profitability.ts';

/**
 * Causes of a product's loss: each cost section, and the product's cost, by how much more of its Ventas it takes than
 * of all products' Ventas. Without sales there is no share: then the greatest amount comes first. Pure.
 */
export type LossCause = {
  readonly line: StatementLine;
  readonly amount: Decimal;
  /** Share of the product's Ventas, and of all products', six places. */
  readonly ratePercent: Decimal | null;
  readonly usualPercent: Decimal | null;
  /** Whether it takes more than it usually does; without sales, whether it takes anything. */
  readonly isMore: boolean;
};

const times = (left: Scaled, right: Scaled): Scaled => ({
  units: left.units * right.units,
  scale: left.scale + right.scale,
});

const costLines = (scope: Scope): readonly StatementLine[] =>
  STATEMENT_LINES.filter(
    ({ kind, countsIn }) => (kind === 'section' || kind === 'product-cost') && countsIn.includes(scope),
  );

/** The heaviest first; sections without an amount are left out. */
export function lossCauses(scope: Scope, product: Sums, all: Sums): readonly LossCause[] {
  const read = (sums: Sums, line: StatementLine): Scaled => {
    const amount = amountOf(line, sums);
    return amount === null ? ZERO : fromDecimal(amount);
  };
  const sales = fromDecimal(product.Ventas ?? ('0' as Decimal));
  const usualSales = fromDecimal(all.Ventas ?? ('0' as Decimal));
  const isShare = isRateBase(sales) && isRateBase(usualSales);
  return costLines(scope)
    .flatMap((line) => {
      const amount = amountOf(line, product);
      if (amount === null || fromDecimal(amount).units === 0n) return [];
      // Over one denominator, which is above 0: the numerators decide, and nothing is rounded.
      const excess = isShare
        ? subtract(times(fromDecimal(amount), usualSales), times(read(all, line), sales))
        : fromDecimal(amount);
      const ratePercent = rateOf(amount, product.Ventas, 6);
      const usualPercent = rateOf(amountOf(line, all) ?? undefined, all.Ventas, 6);
      return [{ line, amount, ratePercent, usualPercent, isMore: excess.units > 0n, excess }];
    })
    .toSorted((left, right) => compare(right.excess, left.excess))
    .map(({ excess: _, ...cause }) => cause);
}
