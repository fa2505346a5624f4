import type { DecimalColumn } from '#renderer/data/engine/columns/segment.ts';

/** Adds a column's units, times a factor, to a sum a row: exact in doubles while the sums stay within 2^53. */
export function addUnits(into: Float64Array, { rows, values }: DecimalColumn, factor: number): void {
  if (rows === null) {
    for (let row = 0; row < values.length; row += 1)
      into[row] = (into[row] ?? 0) + (values[row] ?? 0) * factor;
    return;
  }
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    into[row] = (into[row] ?? 0) + (values[at] ?? 0) * factor;
  }
}
