import type { DecimalColumn } from '#renderer/data/engine/columns/segment.ts';
import * as loops64 from '#renderer/data/engine/filter/number-loops.ts?kind=float64';
import * as loops8 from '#renderer/data/engine/filter/number-loops.ts?kind=int8';
import * as loops16 from '#renderer/data/engine/filter/number-loops.ts?kind=int16';
import * as loops32 from '#renderer/data/engine/filter/number-loops.ts?kind=int32';

/** The inner loops of number filters. */

type Values = DecimalColumn['values'];
type RowList = Exclude<DecimalColumn['rows'], null>;

/** Keeps the rows whose value, one for each row, lies between both ends. */
export function keepBetween(part: Uint8Array, values: Values, from: number, to: number): void {
  loopsOver(values).keepBetween(part, values, from, to);
}

function loopsOver(values: Values): typeof loops8 {
  if (values instanceof Int8Array) return loops8;
  if (values instanceof Int16Array) return loops16;
  return values instanceof Int32Array ? loops32 : loops64;
}

/** Where the zeros that are not listed lie between both ends: drops the listed rows that do not. */
export function keepListedBetween(
  part: Uint8Array,
  rows: RowList,
  values: Values,
  from: number,
  to: number,
): void {
  for (let at = 0; at < rows.length; at += 1) {
    const value = values[at] ?? 0;
    if (!(value >= from && value <= to)) part[rows[at] ?? 0] = 0;
  }
}

/** Where they do not: the listed rows of the part that do. */
export function takeListedBetween(
  part: Uint8Array,
  rows: RowList,
  values: Values,
  from: number,
  to: number,
): Uint8Array {
  const taken = new Uint8Array(part.length);
  for (let at = 0; at < rows.length; at += 1) {
    const value = values[at] ?? 0;
    const row = rows[at] ?? 0;
    if (value >= from && value <= to) taken[row] = part[row] ?? 0;
  }
  return taken;
}
