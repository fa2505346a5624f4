import type { Codes } from '../rows/segment.ts';

/**
 * The inner loops that give each row its place. `tables` holds, for each membership of a row (0: not selected), what
 * each of `size` codes adds to the place. Each loop meets one kind of array only.
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
) {
  for (let row = 0; row < members.length; row += 1) {
    into[row] = tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0;
  }
}

function place16(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint16Array,
  tables: Uint32Array,
  size: number,
) {
  for (let row = 0; row < members.length; row += 1) {
    into[row] = tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0;
  }
}

function place32(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint32Array,
  tables: Uint32Array,
  size: number,
) {
  for (let row = 0; row < members.length; row += 1) {
    into[row] = tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0;
  }
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

function add8(into: Uint32Array, members: Uint8Array, codes: Uint8Array, tables: Uint32Array, size: number) {
  for (let row = 0; row < members.length; row += 1) {
    into[row] = (into[row] ?? 0) + (tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0);
  }
}

function add16(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint16Array,
  tables: Uint32Array,
  size: number,
) {
  for (let row = 0; row < members.length; row += 1) {
    into[row] = (into[row] ?? 0) + (tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0);
  }
}

function add32(
  into: Uint32Array,
  members: Uint8Array,
  codes: Uint32Array,
  tables: Uint32Array,
  size: number,
) {
  for (let row = 0; row < members.length; row += 1) {
    into[row] = (into[row] ?? 0) + (tables[(members[row] ?? 0) * size + (codes[row] ?? 0)] ?? 0);
  }
}

/** The place of each row where all codes are one: `tables` has one entry a membership. */
export function placeByMember(into: Uint32Array, members: Uint8Array, tables: Uint32Array): void {
  for (let row = 0; row < members.length; row += 1) into[row] = tables[members[row] ?? 0] ?? 0;
}

export function addByMember(into: Uint32Array, members: Uint8Array, tables: Uint32Array): void {
  for (let row = 0; row < members.length; row += 1) {
    into[row] = (into[row] ?? 0) + (tables[members[row] ?? 0] ?? 0);
  }
}
