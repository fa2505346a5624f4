import type { DecimalColumn } from '#renderer/data/engine/columns/segment.ts';

/** The inner loops of number filters. Each meets one kind of array only, as in mask-kernels.ts. */

type Values = DecimalColumn['values'];
type RowList = Exclude<DecimalColumn['rows'], null>;

/** Keeps the rows whose value, one for each row, lies between both ends. */
export function keepBetween(part: Uint8Array, values: Values, from: number, to: number): void {
  if (values instanceof Int8Array) between8(part, values, from, to);
  else if (values instanceof Int16Array) between16(part, values, from, to);
  else if (values instanceof Int32Array) between32(part, values, from, to);
  else between64(part, values, from, to);
}

function between8(part: Uint8Array, values: Int8Array, from: number, to: number): void {
  for (let row = 0; row < part.length; row += 1) {
    const value = values[row] ?? 0;
    part[row] = (part[row] ?? 0) & Number(value >= from) & Number(value <= to);
  }
}

function between16(part: Uint8Array, values: Int16Array, from: number, to: number): void {
  for (let row = 0; row < part.length; row += 1) {
    const value = values[row] ?? 0;
    part[row] = (part[row] ?? 0) & Number(value >= from) & Number(value <= to);
  }
}

function between32(part: Uint8Array, values: Int32Array, from: number, to: number): void {
  for (let row = 0; row < part.length; row += 1) {
    const value = values[row] ?? 0;
    part[row] = (part[row] ?? 0) & Number(value >= from) & Number(value <= to);
  }
}

function between64(part: Uint8Array, values: Float64Array, from: number, to: number): void {
  for (let row = 0; row < part.length; row += 1) {
    const value = values[row] ?? 0;
    part[row] = (part[row] ?? 0) & Number(value >= from) & Number(value <= to);
  }
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
