import type { Segment } from './segment.ts';

/** A scale at which segments carry a column, with the sum of |units| over them: what bounds any sum of a subset. */
export type ColumnScale = { readonly scale: number; readonly magnitude: number };

/** Keeps, for every column of decimals, the scales that occur. */
export function createColumnScales() {
  const byColumn = new Map<string, Map<number, number>>();
  return {
    add(segment: Segment): void {
      for (const [key, column] of segment.columns) {
        if (column.kind !== 'decimal') continue;
        let scales = byColumn.get(key);
        if (scales === undefined) {
          scales = new Map();
          byColumn.set(key, scales);
        }
        scales.set(column.scale, (scales.get(column.scale) ?? 0) + column.magnitude);
      }
    },
    of: (column: string): readonly ColumnScale[] =>
      [...(byColumn.get(column) ?? [])].map(([scale, magnitude]) => ({ scale, magnitude })),
  };
}
