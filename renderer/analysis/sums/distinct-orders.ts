import type { ColumnStore, StoredSegment } from '../rows/column-store.ts';
import { followersOf, MARK } from './row-marks.ts';

/**
 * Distinct orders of each slot, and of the slots' parents, counted as rows pass by. Nearly every order's rows stand
 * together and lie in one slot: its first row counts for it, at every level (`begun`). Only rows that may bring their
 * order into one more slot are looked at one by one, and only of scattered orders is anything remembered.
 */
export type OrderCounter = {
  /** Orders whose first row lies in the slot, by slot: filled by the loops that count rows. */
  readonly begun: Float64Array;
  /** The other rows of each order, each segment once a layer. */
  readonly addFollowers: (segment: StoredSegment, slots: Uint32Array, marks: Uint8Array) => void;
  /** Distinct orders by slot, or by parent; that of 0 means nothing. */
  readonly countsAt: (level: number) => Float64Array;
};

/** Groups of slots: the parent of each slot, 0 for slot 0; null: the slots themselves. */
export type Level = { readonly parentOf: Uint32Array | null; readonly parentCount: number };

export function createOrderCounter(
  store: ColumnStore,
  levels: readonly Level[],
  slotCount: number,
): OrderCounter {
  const begun = new Float64Array(slotCount);
  const more = levels.map(({ parentOf, parentCount }) => ({
    parentOf,
    counts: new Float64Array(parentCount),
    pairs: createPairSet(),
    parentCount,
  }));
  const parent = (parentOf: Uint32Array | null, slot: number) =>
    parentOf === null ? slot : (parentOf[slot] ?? 0);

  return {
    begun,
    addFollowers(segment, slots, marks) {
      const { orderOf } = segment;
      const followers = followersOf(store, segment);
      for (let at = 0; at < followers.length; at += 1) {
        const row = followers[at] ?? 0;
        const slot = slots[row] ?? 0;
        const isScattered = ((marks[row] ?? 0) & MARK.scattered) !== 0;
        // The row before, of the same order, has brought it there.
        if (slot === 0 || (!isScattered && slots[row - 1] === slot)) continue;
        const order = orderOf[row] ?? 0;
        for (const { parentOf, counts, pairs, parentCount } of more) {
          const here = parent(parentOf, slot);
          let isNew: boolean;
          if (isScattered) isNew = pairs.add(order * parentCount + here);
          else {
            isNew = true;
            for (let before = row - 1; isNew && before >= 0 && orderOf[before] === order; before -= 1) {
              isNew = parent(parentOf, slots[before] ?? 0) !== here;
            }
          }
          if (isNew) counts[here] = (counts[here] ?? 0) + 1;
        }
      }
    },
    countsAt(level) {
      const { parentOf = null, counts = new Float64Array(0) } = more[level] ?? {};
      const all = counts.slice();
      for (let slot = 1; slot < slotCount; slot += 1) {
        const here = parent(parentOf, slot);
        all[here] = (all[here] ?? 0) + (begun[slot] ?? 0);
      }
      return all;
    },
  };
}

/** A set of positive integers below 2^53. */
function createPairSet() {
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
