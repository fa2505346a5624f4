import type { Figures } from '#renderer/screens/profitability/figures/figures.ts';
import type { Measure } from '#renderer/screens/profitability/figures/measures.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';

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
