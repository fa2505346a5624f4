import { type OrderIndex, SCATTERED } from '../rows/order-index.ts';

/**
 * Distinct orders of each slot, counted as rows pass by. The rows of most orders stand together: whether one brings
 * its order into a slot is told by its neighbours. Only of scattered orders is anything remembered.
 */
export type OrderCounter = {
  /** `orders` of a whole segment's rows, in their order, each segment once a layer. */
  readonly add: (slots: Uint32Array, orders: Uint32Array, count: number) => void;
  /** By slot; that of slot 0 means nothing. */
  readonly counts: Uint32Array;
  /** Orders met in any slot but 0. */
  readonly distinct: () => number;
};

export function createOrderCounter(index: OrderIndex, slotCount: number): OrderCounter {
  const spread = index.spread();
  const counts = new Uint32Array(slotCount);
  const pairs = createPairSet();
  let distinct = 0;
  // Slot 0 of a scattered order stands for the order itself.
  const addScattered = (order: number, slot: number): void => {
    if (!pairs.add(order * slotCount + slot + 1)) return;
    counts[slot] = (counts[slot] ?? 0) + 1;
    if (pairs.add(order * slotCount + 1)) distinct += 1;
  };
  return {
    counts,
    distinct: () => distinct,
    add(slots, orders, count) {
      let previous = -1;
      for (let row = 0; row < count; row += 1) {
        const order = orders[row] ?? 0;
        const isFirst = order !== previous;
        previous = order;
        const slot = slots[row] ?? 0;
        if (slot === 0) continue;
        if (spread[order] === SCATTERED) {
          addScattered(order, slot);
          continue;
        }
        if (isFirst) {
          counts[slot] = (counts[slot] ?? 0) + 1;
          distinct += 1;
          continue;
        }
        let isNewHere = 1;
        let isNew = 1;
        for (let before = row - 1; before >= 0 && orders[before] === order; before -= 1) {
          const other = slots[before] ?? 0;
          if (other !== 0) isNew = 0;
          if (other === slot) isNewHere = 0;
        }
        counts[slot] = (counts[slot] ?? 0) + isNewHere;
        distinct += isNew;
      }
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
