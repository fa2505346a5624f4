import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { CellWeights } from './cell-weights.ts';
import { MARK, MARK_SHIFT } from './row-flags.ts';

export type OrderCounter = ReturnType<typeof createOrderCounter>;

/** Groups of slots: the parent of each slot, 0 for slot 0; null: the slots themselves. */
export type Level = { readonly parentOf: Uint32Array | null; readonly parentCount: number };

/**
 * Distinct orders of each slot, and of the slots' parents, counted as rows pass by. Nearly every order's rows stand together
 * and lie in one slot: its first row counts for it, at every level. Only rows that may bring their order into one more slot
 * are looked at one by one, and only of scattered orders is anything remembered. Long, for its ways of counting share the slots.
 */
export function createOrderCounter(levels: readonly Level[], slotCount: number) {
  const begun = new Float64Array(slotCount);
  let doubtful = new Uint32Array(0);
  const own = new Uint32Array(slotCount);
  for (let slot = 1; slot < slotCount; slot += 1) own[slot] = slot;
  const more = levels.map(({ parentOf, parentCount }) => ({
    parentOf: parentOf ?? own,
    parentCount,
    counts: new Float64Array(parentCount),
    pairs: createNumberSet(),
  }));
  return {
    /** Orders whose first row lies in the slot, by slot: filled by the loops that count rows. */
    begun,
    /** The other rows of each order, each segment once a layer. */
    addFollowers(
      { orderOf }: StoredSegment,
      slots: Uint32Array,
      marks: Uint8Array,
      followers: Uint32Array,
    ): void {
      if (doubtful.length <= followers.length) doubtful = new Uint32Array(followers.length + 1);
      const listed = listDoubtful(followers, slots, marks, doubtful);
      for (const { parentOf, parentCount, counts, pairs } of more) {
        for (let at = 0; at < listed; at += 1) {
          const row = doubtful[at] ?? 0;
          const here = parentOf[slots[row] ?? 0] ?? 0;
          if (here === 0) continue;
          let isNew: boolean;
          if (((marks[row] ?? 0) & MARK.scattered) !== 0) {
            isNew = pairs.add((orderOf[row] ?? 0) * parentCount + here);
          } else {
            // Mostly the row before, of the same order, has brought it here.
            const isBrought = parentOf[slots[row - 1] ?? 0] === here;
            isNew = !isBrought && isFirstHere(orderOf, slots, row, parentOf, here);
          }
          if (isNew) counts[here] = (counts[here] ?? 0) + 1;
        }
      }
    },
    /** The orders of several cells, each segment of cells once a layer; `begun` has those of one. */
    addCells({ orderSets, scatteredOrders }: CellWeights, slots: Uint32Array): void {
      const { starts, cells, counts: ordersOf } = orderSets;
      for (const { parentOf, parentCount, counts, pairs } of more) {
        for (let set = 0; set < ordersOf.length; set += 1) {
          const from = starts[set] ?? 0;
          const to = starts[set + 1] ?? 0;
          for (let at = from; at < to; at += 1) {
            const here = parentOf[slots[cells[at] ?? 0] ?? 0] ?? 0;
            if (here === 0 || isAmong(cells, from, at, slots, parentOf, here)) continue;
            counts[here] = (counts[here] ?? 0) + (ordersOf[set] ?? 0);
          }
        }
        for (let at = 0; at < scatteredOrders.cells.length; at += 1) {
          const here = parentOf[slots[scatteredOrders.cells[at] ?? 0] ?? 0] ?? 0;
          if (here === 0 || !pairs.add((scatteredOrders.orders[at] ?? 0) * parentCount + here)) continue;
          counts[here] = (counts[here] ?? 0) + 1;
        }
      }
    },
    /** Distinct orders by slot, or by parent; that of 0 means nothing. */
    countsAt(level: number): Float64Array {
      const { parentOf = own, counts = begun } = more[level] ?? {};
      const all = counts.slice();
      for (let slot = 1; slot < slotCount; slot += 1) {
        const here = parentOf[slot] ?? 0;
        all[here] = (all[here] ?? 0) + (begun[slot] ?? 0);
      }
      return all;
    },
  };
}

/** Lists the followers that may bring their order into one more slot, scattered ones or others; returns how many. */
function listDoubtful(followers: Uint32Array, slots: Uint32Array, marks: Uint8Array, into: Uint32Array) {
  let listed = 0;
  for (let at = 0; at < followers.length; at += 1) {
    const row = followers[at] ?? 0;
    const before = row === 0 ? 0 : row - 1;
    const apart = (slots[row] ?? 0) ^ (slots[before] ?? 0);
    into[listed] = row;
    listed += ((apart | (0 - apart)) >>> 31) | (((marks[row] ?? 0) >>> MARK_SHIFT.scattered) & 1);
  }
  return listed;
}

/** Whether no earlier row of an order that stands together lies in the same slot. */
function isFirstHere(
  orderOf: Uint32Array,
  slots: Uint32Array,
  row: number,
  parentOf: Uint32Array,
  here: number,
): boolean {
  const order = orderOf[row];
  for (let before = row - 1; before >= 0 && orderOf[before] === order; before -= 1) {
    if (parentOf[slots[before] ?? 0] === here) return false;
  }
  return true;
}

/** Whether a cell of a set before this one lies in the same slot. */
function isAmong(
  cells: Uint32Array,
  from: number,
  to: number,
  slots: Uint32Array,
  parentOf: Uint32Array,
  here: number,
): boolean {
  for (let at = from; at < to; at += 1) if (parentOf[slots[cells[at] ?? 0] ?? 0] === here) return true;
  return false;
}

/** A set of positive integers below 2^53. */
function createNumberSet() {
  let places = new Float64Array(1024);
  let size = 0;
  const placeOf = (key: number): number => {
    const mask = places.length - 1;
    const high = Math.floor(key / 0x100000000);
    let hash = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
    hash ^= hash >>> 15;
    let at = hash & mask;
    while (places[at] !== 0 && places[at] !== key) at = (at + 1) & mask;
    return at;
  };
  return {
    /** False when it was in the set already. */
    add(key: number): boolean {
      const at = placeOf(key);
      if (places[at] === key) return false;
      places[at] = key;
      size += 1;
      if (size * 2 > places.length) {
        const old = places;
        places = new Float64Array(old.length * 2);
        for (const each of old) if (each !== 0) places[placeOf(each)] = each;
      }
      return true;
    },
  };
}
