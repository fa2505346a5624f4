import { columnOf, type DimensionRef, daysOf, overlap } from '#renderer/features/dimensions/dimensions.ts';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** One value of one dimension: what narrows a figure's rows. */
export type Narrowing = { readonly dimension: DimensionRef; readonly value: string };

/**
 * What leads from the selection to the rows of a figure. Null where no filter can say them: rows without a date, or days
 * of another date than the one the period is of.
 */
export function drillDownSteps(
  selection: Selection,
  narrowings: readonly Narrowing[],
): readonly SelectionAction[] | null {
  const steps: SelectionAction[] = [];
  let { period, periodColumn } = selection;
  for (const { dimension, value } of narrowings) {
    if (dimension.unit === null) {
      steps.push({ type: 'set-filter', column: dimension.column, values: [value] });
      continue;
    }
    const column = columnOf(dimension, periodColumn);
    const days = daysOf(dimension.unit, value);
    if (days === null) return null;
    if (column !== periodColumn) {
      if (period !== null || (column !== 'Fecha de Pago' && column !== 'Fecha de compra')) return null;
      periodColumn = column;
      steps.push({ type: 'set-period-column', column });
    }
    period = overlap(period, days);
    if (period === null) return null;
    steps.push({ type: 'set-period', period });
  }
  return steps;
}
