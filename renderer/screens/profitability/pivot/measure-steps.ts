import { type Measure, type MeasureId, measureId } from '#renderer/screens/profitability/figures/measures.ts';
import type { FigureColumn } from './ordering.ts';

/** What can be done to the measures through their columns. */
export type MeasureSteps = {
  readonly hide: (column: FigureColumn) => void;
  /** Before another (null: last). */
  readonly move: (column: FigureColumn, before: FigureColumn | null) => void;
  readonly nudge: (column: FigureColumn, direction: -1 | 1) => void;
};

/** `onChange` hears of the measures in their new order; the last one stays. */
export function measureSteps(
  measures: readonly Measure[],
  onChange: (ids: readonly MeasureId[]) => void,
): MeasureSteps {
  const ids = measures.map(measureId);
  const place = ({ measure }: FigureColumn): number => ids.indexOf(measureId(measure));
  return {
    hide: (column) => {
      const at = place(column);
      if (ids.length > 1 && at >= 0) onChange(ids.toSpliced(at, 1));
    },
    move: (column, before) => {
      const id = measureId(column.measure);
      if (before !== null && measureId(before.measure) === id) return;
      const others = ids.filter((other) => other !== id);
      const target = before === null ? -1 : others.indexOf(measureId(before.measure));
      onChange(others.toSpliced(target < 0 ? others.length : target, 0, id));
    },
    nudge: (column, direction) => {
      const at = place(column);
      const to = at + direction;
      const id = ids[at];
      if (id === undefined || to < 0 || to >= ids.length) return;
      onChange(ids.toSpliced(at, 1).toSpliced(to, 0, id));
    },
  };
}
