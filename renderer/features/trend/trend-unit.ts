import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { MonthPoint } from './month-points.ts';
import type { TrendMeasure } from './trend-state.ts';

/** The unit of all three axes: units, thousands or millions. */
export function unitOf(points: readonly MonthPoint[], measure: TrendMeasure): number {
  if (measure === 'rate') return 1;
  const greatest = points
    .flatMap(({ scopes }) => scopes.map(({ profit }) => Math.abs(toPlotNumber(profit) ?? 0)))
    .reduce((most, size) => Math.max(most, size), 0);
  return greatest >= 1e6 ? 1e6 : greatest >= 1e4 ? 1e3 : 1;
}
