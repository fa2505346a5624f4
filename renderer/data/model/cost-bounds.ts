import {
  compare,
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

type CostSet = { readonly sums: Sums; readonly ventasWithProductCost: Decimal };

/** A margin as it would be if what lacks its cost cost as other sales do, in percent with six places. */
export type CoveredMargin = {
  /** At the set's own share of cost. */
  readonly likelyPercent: Decimal;
  /** At the greatest and at the least share of cost among the sets it is held against, its own too. */
  readonly lowPercent: Decimal;
  readonly highPercent: Decimal;
  /** Ventas without a cost. */
  readonly withoutCost: Decimal;
};

/** A set tells of costs only where it holds at least one in so many of the sales with a cost: one odd order is no rule. */
const MIN_SHARE_OF_KNOWN = 20n;

/**
 * Comercial or Total of a set with the missing cost, and its bounds. Null where nothing is missing, nothing is known to
 * judge by, or the sales are no base for a rate.
 * @param others what its cost may be like too: its channels, the periods it is compared with
 */
export function coveredMarginOf(
  own: CostSet,
  others: readonly CostSet[],
  column: 'Rentabilidad Comercial' | 'Rentabilidad Total',
): CoveredMargin | null {
  const bounds = costBoundsOf(own, column);
  if (bounds === null || bounds.likelyPercent === null) return null;
  const known = fromDecimal(own.ventasWithProductCost);
  const without = subtract(fromDecimal(own.sums.Ventas ?? ('0' as Decimal)), known);
  const rates = others.flatMap(({ sums, ventasWithProductCost }) => {
    const ventas = fromDecimal(ventasWithProductCost);
    const cost = sums['Costo de Producto'];
    const isEnough = compare({ ...ventas, units: ventas.units * MIN_SHARE_OF_KNOWN }, known) >= 0;
    if (cost === undefined || !isEnough) return [];
    const missing = likelyCostOf(without, { cost: fromDecimal(cost), ventas });
    const profit = missing === null ? null : toDecimal(subtract(fromDecimal(bounds.most), missing));
    const rate = profit === null ? null : rateOf(profit, own.sums.Ventas, 6);
    return rate === null ? [] : [rate];
  });
  const pick = (isBeyond: (order: number) => boolean) =>
    rates.reduce(
      (found, rate) => (isBeyond(compare(fromDecimal(rate), fromDecimal(found))) ? rate : found),
      bounds.likelyPercent as Decimal,
    );
  return {
    likelyPercent: bounds.likelyPercent,
    lowPercent: pick((order) => order < 0),
    highPercent: pick((order) => order > 0),
    withoutCost: toDecimal(without),
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
