/**
 * How likely it is that orders come to an amount by chance. Amounts are no numbers drawn from a range: prices and charges
 * repeat, and so do their sums. So it is counted how often they do among all orders that are known, matched ones too.
 */
export type Rarity = {
  /** How many of so many orders would have this amount if none of them were meant: at most, and as it was seen. */
  readonly ofOne: (amount: bigint, orders: number) => { readonly most: number; readonly seen: number };
  /**
   * How many combinations of so many orders would come to this amount, as far as can be counted: by pairs.
   * @param found places of those that do, which are not counted
   */
  readonly ofSome: (amount: bigint, orders: number, found: readonly number[]) => number;
  /** How often any two orders have one amount: no combination comes to any amount more often than that. */
  readonly ofAnyTwo: () => number;
};

/** More say no more. */
const MAX_KNOWN = 20_000;

/** @param amounts of all orders, by place */
export function rarityOf(amounts: readonly bigint[]): Rarity {
  // Orders that come to nothing are no line's: cancelled ones, which are many, would make equal amounts look common.
  const some = amounts.filter((amount) => amount !== 0n);
  const apart = Math.ceil(some.length / MAX_KNOWN);
  const sample = apart <= 1 ? some : some.filter((_, at) => at % apart === 0);
  const all = sample.length;
  const known = lazily(() => {
    const counts = countOf(sample);
    let equalPairs = 0;
    for (const times of counts.values()) equalPairs += (times * (times - 1)) / 2;
    return { counts, equalPairs };
  });
  const pairs = (all * (all - 1)) / 2;
  return {
    ofAnyTwo: () => (pairs === 0 ? 0 : known().equalPairs / pairs),
    ofOne: (amount, orders) => {
      if (pairs === 0) return { most: orders, seen: orders };
      const { counts, equalPairs } = known();
      const ofThis = Math.max(0, (counts.get(amount) ?? 0) - 1) / (all - 1);
      // That none of them are equal proves no more than that fewer are than could have been seen.
      const most = orders * Math.max((equalPairs + 1) / pairs, ofThis);
      return { most, seen: orders * Math.max(equalPairs / pairs, ofThis) };
    },
    ofSome: (amount, orders, found) => {
      const { counts } = known();
      const own = countOf(found.map((at) => amounts[at] ?? 0n));
      const times = (each: bigint) => Math.max(0, (counts.get(each) ?? 0) - (own.get(each) ?? 0));
      let twice = 0;
      for (const each of counts.keys()) {
        const other = amount - each;
        twice += times(each) * Math.max(0, times(other) - (other === each ? 1 : 0));
      }
      const left = all - found.length;
      return left < 2 ? 1 : ((orders * (orders - 1)) / 2) * (twice / (left * (left - 1)));
    },
  };
}

function countOf(amounts: readonly bigint[]): ReadonlyMap<bigint, number> {
  const counts = new Map<bigint, number>();
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  return counts;
}

function lazily<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
