/** From the hash of an order's key to its number: open addressing in typed arrays. Orders are numbered from 0. */
export type OrderTable = {
  readonly count: number;
  /** Newest row of each order, -1 where it has none yet. */
  readonly heads: () => Int32Array;
  /** Makes room for so many orders more. */
  readonly reserve: (orders: number) => void;
  /** The order of a hash that `isSame` accepts, or -1. */
  readonly search: (hash: number, isSame: (order: number) => boolean) => number;
  readonly insert: (hash: number) => number;
};

export function createOrderTable(): OrderTable {
  let count = 0;
  let heads = new Int32Array(1024);
  let hashes = new Int32Array(1024);
  /** Order + 1, or 0 for a free place. */
  let places = new Int32Array(4096);

  const put = (order: number, hash: number): void => {
    const mask = places.length - 1;
    let at = hash & mask;
    while (places[at] !== 0) at = (at + 1) & mask;
    places[at] = order + 1;
  };
  const reserve = (orders: number): void => {
    const needed = count + orders;
    if (needed > heads.length) {
      const length = Math.max(needed, Math.ceil(heads.length * 1.5));
      heads = longer(heads, length);
      hashes = longer(hashes, length);
    }
    if (needed * 2 <= places.length) return;
    let length = places.length;
    while (needed * 2 > length) length *= 2;
    places = new Int32Array(length);
    for (let order = 0; order < count; order += 1) put(order, hashes[order] ?? 0);
  };
  return {
    get count() {
      return count;
    },
    heads: () => heads,
    reserve,
    search(hash, isSame) {
      const mask = places.length - 1;
      for (let at = hash & mask; ; at = (at + 1) & mask) {
        const order = (places[at] ?? 0) - 1;
        if (order < 0 || (hashes[order] === hash && isSame(order))) return order;
      }
    },
    insert(hash) {
      reserve(1);
      const order = count;
      count += 1;
      hashes[order] = hash;
      heads[order] = -1;
      put(order, hash);
      return order;
    },
  };
}

function longer(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
