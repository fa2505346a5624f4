import type { Figures } from '#renderer/screens/profitability/figures/figures.ts';
import type { Measure } from '#renderer/screens/profitability/figures/measures.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';

const STEPS = 5;

/** Steps of shading from the least to the greatest of some figures. */
export type Scale = { readonly low: number; readonly high: number };

/**
 * A measure's figure as a plain number: shades are drawn, never read. `whole` as in figures.ts: of a share only its
 * place among the others counts, and that is its sum's.
 */
export function plotOf(
  { kind, column }: Measure,
  { rows, orders, sums, ventasWithProductCost }: Figures,
): number | null {
  const quotient = (part: number | null, base: number | null): number | null =>
    part === null || base === null || base === 0 ? null : part / base;
  switch (kind) {
    case 'sum':
    case 'share':
      return toPlotNumber(sums[column]);
    case 'rate':
      return quotient(toPlotNumber(sums[column]), toPlotNumber(sums.Ventas));
    case 'per-unit':
      return quotient(toPlotNumber(sums[column]), toPlotNumber(sums.Unidades));
    case 'ticket':
      return quotient(toPlotNumber(sums.Ventas), orders);
    case 'coverage':
      return quotient(toPlotNumber(ventasWithProductCost), toPlotNumber(sums.Ventas));
    case 'orders':
      return orders;
    case 'rows':
      return rows;
  }
}

/** The scale of some figures; null where there is nothing to tell apart. */
export function scaleOf(values: Iterable<number | null>): Scale | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high ? { low, high } : null;
}

/** 1 to 5; equal figures have equal shades. */
export function shadeOf(value: number | null, scale: Scale | null): number | null {
  if (value === null || scale === null) return null;
  return Math.min(STEPS, 1 + Math.floor(((value - scale.low) / (scale.high - scale.low)) * STEPS));
}
