import { toPlotNumber } from '../../ui/number-format.ts';
import type { MonthPoint } from './month-points.ts';
import type { TrendMeasure } from './trend-state.ts';

/** The unit of all three axes: units, thousands or millions. */
export function unitOf(points: readonly MonthPoint[], measure: TrendMeasure): number {
  if (measure === 'rate') return 1;
  const greatest = Math.max(
    0,
    ...points.flatMap((point) => point.scopes.map((scope) => Math.abs(toPlotNumber(scope.profit) ?? 0))),
  );
  return greatest >= 1e6 ? 1e6 : greatest >= 1e4 ? 1e3 : 1;
}
