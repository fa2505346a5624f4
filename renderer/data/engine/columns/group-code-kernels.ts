import type { Codes } from './segment.ts';

/**
 * The inner loops that give each row its place. `tables` holds, for each membership of a row (0: not selected), what
 * each of `size` codes adds to the place. Each loop meets one kind of array only.
 *
 * Two rows a turn: that is faster, and it keeps a loop too large to be inlined into its caller, where it would stay in
 * the browser's middle compiler at half the pace.
 */
export function placeByCode(
  into: Uint32Array,
  members: Uint8Array,
  codes: Codes,
  tables: Uint32Array,
  size: number,
): void {
  if (codes instanceof Uint8Array) place8(into, members, codes, tables, size);
  else if (codes instanceof Uint16Array) place16(into, members, codes, tables, size);
  else place32(into, members, codes, tables, size);
}

function place8(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint8Array,
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

function place16(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint16Array,
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

function place32(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint32Array,
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
  if (codes instanceof Uint8Array) add8(into, members, codes, tables, size);
  else if (codes instanceof Uint16Array) add16(into, members, codes, tables, size);
  else add32(into, members, codes, tables, size);
}

function add8(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint8Array,
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

function add16(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint16Array,
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

function add32(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint32Array,
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

/** The place of each row where all codes are one: `tables` has one entry a membership. */
export function placeByMember(into: Uint32Array, members: Uint8Array, tables: Uint32Array): void {
  const count = members.length;
  let row = 0;
  for (; row + 3 < count; row += 4) {
    into[row] = tables[members[row] ?? 0] ?? 0;
    into[row + 1] = tables[members[row + 1] ?? 0] ?? 0;
    into[row + 2] = tables[members[row + 2] ?? 0] ?? 0;
    into[row + 3] = tables[members[row + 3] ?? 0] ?? 0;
  }
  for (; row < count; row += 1) into[row] = tables[members[row] ?? 0] ?? 0;
}

export function addByMember(into: Uint32Array, members: Uint8Array, tables: Uint32Array): void {
  const count = members.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    into[row] = (into[row] ?? 0) + (tables[members[row] ?? 0] ?? 0);
    into[row + 1] = (into[row + 1] ?? 0) + (tables[members[row + 1] ?? 0] ?? 0);
  }
  if (row < count) into[row] = (into[row] ?? 0) + (tables[members[row] ?? 0] ?? 0);
}
