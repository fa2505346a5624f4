import { SHADE_STEPS } from '#renderer/ui/grid/grid-types.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Figures } from './figures.ts';
import type { Measure } from './measures.ts';

/** Shades of figures held against each other, from the least to the greatest. They are drawn, never read: floats serve. */
export type Scale = { readonly low: number; readonly high: number };

/** The scale of some figures; null where there is nothing to tell apart, or less than `leastSpread`. */
export function scaleOf(values: Iterable<number | null>, leastSpread = 0): Scale | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high && high - low >= leastSpread ? { low, high } : null;
}

/** 1 to SHADE_STEPS; equal figures have equal shades. */
export function shadeOf(value: number | null, scale: Scale | null): number | null {
  if (value === null || scale === null) return null;
  return Math.min(
    SHADE_STEPS,
    1 + Math.floor(((value - scale.low) / (scale.high - scale.low)) * SHADE_STEPS),
  );
}

/** A line that moves less than this between its lowest and its highest month has nothing to shade, in points. */
const MIN_SPREAD = 0.3;

/** Shades of a line's rates, each within its own line; null: none. */
export function heatOf(rates: readonly (Decimal | null)[]): readonly (number | null)[] {
  const known = rates.map(toPlotNumber);
  const scale = scaleOf(known, MIN_SPREAD);
  return known.map((value) => shadeOf(value, scale));
}

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
  const ofSales = (part: number | null): number | null => {
    const base = toPlotNumber(sums.Ventas);
    return base !== null && base <= 0 ? null : quotient(part, base);
  };
  switch (kind) {
    case 'sum':
    case 'share':
      return toPlotNumber(sums[column]);
    case 'rate':
      return ofSales(toPlotNumber(sums[column]));
    case 'per-unit':
      return quotient(toPlotNumber(sums[column]), toPlotNumber(sums.Unidades));
    case 'ticket':
      return quotient(toPlotNumber(sums.Ventas), orders);
    case 'coverage':
      return ofSales(toPlotNumber(ventasWithProductCost));
    case 'orders':
      return orders;
    case 'rows':
      return rows;
  }
}
