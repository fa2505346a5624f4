import type { Decimal } from '#shared/domain/decimal.ts';
import { rateOf, type Sums } from '#shared/domain/profitability.ts';

/** Share of Ventas whose product cost is loaded, in percent; null where there are no sales. */
export function costCoverageRate(
  totals: { readonly sums: Sums; readonly ventasWithProductCost: Decimal },
  places = 2,
): Decimal | null {
  return rateOf(totals.ventasWithProductCost, totals.sums.Ventas, places);
}

/** True where some sales of the set have no product cost. */
export function isPartial(totals: { readonly rowsWithoutProductCost: number }): boolean {
  return totals.rowsWithoutProductCost > 0;
}
