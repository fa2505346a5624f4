/** From hashes to running numbers: open addressing in typed arrays. Equal hashes are told apart by `isSame`. */
export function createHashTable() {
  let size = 0;
  let hashes = new Int32Array(256);
  /** Number + 1, or 0 for a free place. */
  let places = new Int32Array(512);

  const put = (number: number, hash: number): void => {
    const mask = places.length - 1;
    let at = hash & mask;
    while (places[at] !== 0) at = (at + 1) & mask;
    places[at] = number + 1;
  };
  const reserve = (more: number): void => {
    const needed = size + more;
    if (needed > hashes.length) hashes = grown(hashes, Math.max(needed, hashes.length * 2));
    if (needed * 2 <= places.length) return;
    let length = places.length;
    while (needed * 2 > length) length *= 2;
    const known = places;
    places = new Int32Array(length);
    // Not number by number: no hash leads to those that were skipped.
    for (const place of known) if (place !== 0) put(place - 1, hashes[place - 1] ?? 0);
  };
  return {
    get size(): number {
      return size;
    },
    reserve,
    /** The number of a hash that `isSame` accepts, or -1. */
    search(hash: number, isSame: (number: number) => boolean): number {
      const mask = places.length - 1;
      for (let at = hash & mask; ; at = (at + 1) & mask) {
        const number = (places[at] ?? 0) - 1;
        if (number < 0 || (hashes[number] === hash && isSame(number))) return number;
      }
    },
    /** Gives the next number to a hash that is not in the table. */
    insert(hash: number): number {
      reserve(1);
      hashes[size] = hash;
      put(size, hash);
      size += 1;
      return size - 1;
    },
    /** Takes a number that no hash leads to. */
    skip(): number {
      reserve(1);
      size += 1;
      return size - 1;
    },
  };
}

type Growing = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

export function grown<T extends Growing>(array: T, length: number): T {
  const ArrayClass = array.constructor as new (length: number) => T;
  const longer = new ArrayClass(length);
  longer.set(array);
  return longer;
}
