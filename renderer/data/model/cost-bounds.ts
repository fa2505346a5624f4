import {
  type Decimal,
  fromDecimal,
  percentOf,
  type Scaled,
  subtract,
  toDecimal,
} from '#shared/domain/decimal.ts';
import { rateOf, type Sums } from '#shared/domain/profitability.ts';

/**
 * Comercial and Total are the most they can be while some product cost is missing (spec 2.5.1). What they would be
 * if the sales without cost cost as much of their price as those with it: an estimate, never a figure of its own.
 */
type CostBounds = {
  /** As it is: no cost for what has none. */
  readonly most: Decimal;
  /** With the missing cost at the known share, rounded to the cent's hundredth. */
  readonly likely: Decimal;
  readonly mostPercent: Decimal | null;
  readonly likelyPercent: Decimal | null;
};

/** Null where nothing is missing, or nothing is known to judge by. */
export function costBoundsOf(
  totals: { readonly sums: Sums; readonly ventasWithProductCost: Decimal },
  column: 'Rentabilidad Comercial' | 'Rentabilidad Total',
): CostBounds | null {
  const { sums, ventasWithProductCost } = totals;
  const { Ventas, 'Costo de Producto': cost, [column]: most } = sums;
  if (Ventas === undefined || cost === undefined || most === undefined) return null;
  const withCost = fromDecimal(ventasWithProductCost);
  const without = subtract(fromDecimal(Ventas), withCost);
  if (without.units <= 0n || withCost.units <= 0n) return null;
  const missing = likelyCostOf(without, { cost: fromDecimal(cost), ventas: withCost });
  if (missing === null) return null;
  const likely = toDecimal(subtract(fromDecimal(most), missing));
  return {
    most,
    likely,
    mostPercent: rateOf(most, Ventas, 6),
    likelyPercent: rateOf(likely, Ventas, 6),
  };
}

/**
 * Estimates the cost of sales without a product cost: as much of their price as the known ones of theirs, to a
 * ten-thousandth. Null where no sales above 0 are known.
 */
export function likelyCostOf(
  without: Scaled,
  known: { readonly cost: Scaled; readonly ventas: Scaled },
): Scaled | null {
  const { cost, ventas } = known;
  if (ventas.units <= 0n) return null;
  // without × cost ÷ ventas; percentOf divides, so the factor 100 is taken back.
  const product = { units: without.units * cost.units, scale: without.scale + cost.scale };
  return percentOf(product, { units: ventas.units * 100n, scale: ventas.scale }, 4) ?? null;
}
