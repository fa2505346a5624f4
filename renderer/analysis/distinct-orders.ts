/**
 * Distinct orders of each slot, counted as rows pass by. Most orders lie in one slot: that one is remembered by order;
 * only further slots of an order go into a table of pairs.
 */
export type OrderCounter = {
  readonly add: (slots: Uint32Array, orders: Uint32Array, count: number) => void;
  /** By slot; that of slot 0 means nothing. */
  readonly counts: Uint32Array;
  /** Orders met in any slot but 0. */
  readonly distinct: () => number;
};

export function createOrderCounter(orderCount: number, slotCount: number): OrderCounter {
  const firstSlot = new Uint32Array(orderCount);
  const counts = new Uint32Array(slotCount);
  const pairs = createPairSet();
  let distinct = 0;
  const addFurther = (order: number, slot: number): void => {
    if (pairs.add(order * slotCount + slot)) counts[slot] = (counts[slot] ?? 0) + 1;
  };
  return {
    counts,
    distinct: () => distinct,
    add(slots, orders, count) {
      for (let row = 0; row < count; row += 1) {
        const slot = slots[row] ?? 0;
        if (slot === 0) continue;
        const order = orders[row] ?? 0;
        const first = firstSlot[order] ?? 0;
        if (first === slot) continue;
        if (first === 0) {
          firstSlot[order] = slot;
          counts[slot] = (counts[slot] ?? 0) + 1;
          distinct += 1;
        } else addFurther(order, slot);
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
