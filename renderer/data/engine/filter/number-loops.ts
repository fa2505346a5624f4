import type { DecimalColumn } from '#renderer/data/engine/columns/segment.ts';

/** Instantiated for each kind of array by number-filter.ts, as code-loops.ts is by code-kernels.ts. */

/** Keeps the rows whose value, one for each row, lies between both ends. */
export function keepBetween(part: Uint8Array, values: DecimalColumn['values'], from: number, to: number) {
  for (let row = 0; row < part.length; row += 1) {
    const value = values[row] ?? 0;
    part[row] = (part[row] ?? 0) & Number(value >= from) & Number(value <= to);
  }
}
