import * as loops8 from '#renderer/data/engine/columns/code-loops.ts?kind=uint8';
import * as loops16 from '#renderer/data/engine/columns/code-loops.ts?kind=uint16';
import * as loops32 from '#renderer/data/engine/columns/code-loops.ts?kind=uint32';
import type { Codes } from './segment.ts';

/** The loops for one kind of codes: each copy of the module only ever meets that kind. */
export function loopsOver(codes: Codes): typeof loops8 {
  if (codes instanceof Uint8Array) return loops8;
  return codes instanceof Uint16Array ? loops16 : loops32;
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
