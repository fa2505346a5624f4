import type { Codes } from './segment.ts';

/**
 * The inner loops over a column's codes, or over lists of rows. Written once and instantiated for each kind of array: code-kernels.ts imports
 * this module under a query for each, so that Node, Vite and the bundle have a copy of it for each kind. A loop that
 * meets several kinds of arrays takes half as long again (measured; a strict Content-Security-Policy forbids making
 * loops at run time).
 *
 * Two rows a turn: that is faster, and it keeps a loop too large to be inlined into its caller, where it would stay in
 * the browser's middle compiler at half the pace.
 */

/** Gives each row its place. `tables`: what each of `size` codes adds to it, for each membership (0: not selected). */
export function placeByCode(
  into: Uint32Array,
  members: Uint8Array,
  codes: Codes,
  tables: Uint32Array,
  size: number,
): void {
  const count = members.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    into[row] = tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0;
    into[row + 1] = tables[(members[row + 1] ?? 0) * size + (codes[row + 1] ?? 0)] ?? 0;
  }
  if (row < count) into[row] = tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0;
}

/** As `placeByCode`, on top of what is there. */
export function addByCode(
  into: Uint32Array,
  members: Uint8Array,
  codes: Codes,
  tables: Uint32Array,
  size: number,
): void {
  const count = members.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    into[row] = (into[row] ?? 0) + (tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0);
    into[row + 1] =
      (into[row + 1] ?? 0) + (tables[(members[row + 1] ?? 0) * size + (codes[row + 1] ?? 0)] ?? 0);
  }
  if (row < count)
    into[row] = (into[row] ?? 0) + (tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0);
}

/** Keeps the rows whose code passes. */
export function keep(part: Uint8Array, codes: Codes, passes: Uint8Array): void {
  const count = part.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
    part[row + 1] = (part[row + 1] ?? 0) & (passes[codes[row + 1] ?? 0] ?? 0);
  }
  if (row < count) part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
}

/** Adds the rows whose code passes. */
export function keepEither(part: Uint8Array, codes: Codes, passes: Uint8Array): void {
  const count = part.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
    part[row + 1] = (part[row + 1] ?? 0) | (passes[codes[row + 1] ?? 0] ?? 0);
  }
  if (row < count) part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
}

export function putByCode(into: Uint32Array, codes: Codes, table: Uint32Array): void {
  for (let row = 0; row < into.length; row += 1) into[row] = table[codes[row] ?? 0] ?? 0;
}

/** Adds the values of the listed rows to their places. */
export function addListed(into: Float64Array, places: Uint32Array, rows: Codes, values: Int32Array): void {
  const count = rows.length;
  let at = 0;
  for (; at + 1 < count; at += 2) {
    const place = places[rows[at] ?? 0] ?? 0;
    into[place] = (into[place] ?? 0) + (values[at] ?? 0);
    const next = places[rows[at + 1] ?? 0] ?? 0;
    into[next] = (into[next] ?? 0) + (values[at + 1] ?? 0);
  }
  if (at < count) {
    const place = places[rows[at] ?? 0] ?? 0;
    into[place] = (into[place] ?? 0) + (values[at] ?? 0);
  }
}
