import type { Selection } from '#shared/selection/selection.ts';
import type { ValueCount } from '../../link/data-contract.ts';
import type { ColumnStore } from '../rows/column-store.ts';
import { membersOf } from '../selection/members.ts';
import { maskSlices } from '../selection/selection-mask.ts';
import type { Slices } from '../slices.ts';
import { fold } from '../texts/fold.ts';
import { codeDimension } from './dimension-codes.ts';
import { slotsOf } from './group-slots.ts';

/** Values of a column among the rows that the other filters leave, with their counts, most frequent first. */
export function* countValues(
  store: ColumnStore,
  selection: Selection,
  column: string,
): Slices<readonly ValueCount[]> {
  const mask = yield* maskSlices(store, selection, column);
  const dimension = yield* codeDimension(store, { column, unit: null }, null);
  yield;
  const members = membersOf(mask);
  const slots = yield* slotsOf(store, members, [dimension]);
  const counts = new Uint32Array(slots.slotCount);
  const slotsOfRows = new Uint32Array(store.longestSegment);
  for (const layer of members.layers) {
    for (const [index, { rowCount }] of store.segments.entries()) {
      if (layer.rowsIn[index] === 0) continue;
      slots.fill(index, layer, slotsOfRows);
      for (let row = 0; row < rowCount; row += 1) {
        const slot = slotsOfRows[row] ?? 0;
        counts[slot] = (counts[slot] ?? 0) + 1;
      }
      yield;
    }
  }
  // Folded once: of order numbers there are as many as orders.
  const found: { readonly value: string; readonly rows: number; readonly folded: string }[] = [];
  for (let key = 0; key < dimension.keyCount; key += 1) {
    if (key % KEYS_A_SLICE === 0) yield;
    const rows = counts[key + 1] ?? 0;
    const value = dimension.textOf(key);
    if (rows > 0) found.push({ value, rows, folded: fold(value) });
  }
  found.sort((a, b) => b.rows - a.rows || compareFolded(a, b));
  return found.map(({ value, rows }) => ({ value, rows }));
}

const KEYS_A_SLICE = 1 << 15;

/** As compareTexts, of texts that are folded already. */
function compareFolded(
  a: { readonly value: string; readonly folded: string },
  b: { readonly value: string; readonly folded: string },
): number {
  if (a.folded !== b.folded) return a.folded < b.folded ? -1 : 1;
  return a.value < b.value ? -1 : 1;
}
