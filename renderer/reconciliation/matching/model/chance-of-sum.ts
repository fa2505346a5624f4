/**
 * How many combinations of some candidates would come to an amount by chance, where amounts are such as are known: round ones, few
 * prices, one ending for all. Sums of amounts that were drawn from those that are known are held against the amount: in how
 * many of them the last digits are its own, and how densely sums lie about it.
 */
export type ChanceOfSum = {
  /**
   * How many combinations of two or more, or of all but those that were found together, would come to the target.
   * @param candidates among which it was searched
   * @param members those of them that were found to come to the target: they do not count among what is known
   */
  readonly ofSome: (target: bigint, candidates: readonly bigint[], members: readonly bigint[]) => number;
  /** How often so many together, no more and no less, that have nothing to do with it come to the target. */
  readonly ofWhole: (target: bigint, members: readonly bigint[]) => number;
  /** How often one that has nothing to do with it is of this amount. */
  readonly ofOne: (amount: bigint) => number;
};

/** So many sums are drawn for each half of a combination: each of one half is held against each of the other. */
const WALKS = 512;
/** More known amounts say no more. */
const MAX_KNOWN = 4_096;
/** Fewer say nothing of others. */
const MIN_KNOWN = 8;
/** Ends that fewer combinations have are not told from none. */
const MIN_SEEN = 3;
/** So much is far from certain: it is not counted further. */
const ENOUGH = 0.1;
/** So little comes of no size of combinations. */
const NOTHING = 1e-6;
/** Of amounts that are all equal every end is. */
const MAX_MODULUS = 1e12;
/** Sums lie in a bell about their mean: what is counted as near is a quarter of its width. */
const NEAR = 4;

/** @param amounts of all that are known, in whole units */
export function chanceOfSum(amounts: readonly bigint[]): ChanceOfSum {
  const { known, unitOfKnown } = sampleOf(amounts);
  const expected = (
    target: bigint,
    candidates: readonly number[],
    own: readonly number[],
    { least, most }: Sizes,
  ): number => {
    const wanted = Number(target);
    // One alone is what it comes to.
    const left = withoutSome(known(), most === 1 ? own : [...own, wanted]);
    const areFew = left.length < MIN_KNOWN;
    const drawn = areFew ? Float64Array.of(...left, ...evenlyUpTo(wanted)) : left;
    const reach = greatestOf(drawn) * most + Math.abs(wanted);
    if (!Number.isSafeInteger(reach)) return Number.POSITIVE_INFINITY;
    const step = areFew || wanted % unitOfKnown() !== 0 ? 1 : unitOfKnown();
    return expectedOf({ wanted, candidates, own, drawn, step, least, most });
  };
  const ofOnes = new Map<bigint, number>();
  const ofFew = (amount: bigint): number => {
    const own = [Number(amount)];
    return expected(amount, own, own, { least: 1, most: 1 });
  };
  let counts: ReturnType<typeof countEnds> | null = null;
  const counted = (): ReturnType<typeof countEnds> => {
    counts ??= countEnds(known());
    return counts;
  };
  return {
    ofSome: (target, candidates, members) => {
      const [all, own] = [candidates.map(Number), members.map(Number)];
      let most = expected(target, all, own, { least: 2, most: all.length });
      // Some of them may be right and the rest chance: an odd amount proves itself, and not the round ones beside it.
      for (const part of properParts(own)) {
        if (most > ENOUGH) break;
        const kept = withoutThese(own, part);
        const rest = BigInt(part.reduce((sum, each) => sum + each, 0));
        const others = withoutThese(all, kept);
        most = Math.max(most, expected(rest, others, part, { least: 2, most: others.length }));
      }
      return most;
    },
    ofOne: (amount) => {
      const seen = ofOnes.get(amount);
      if (seen !== undefined) return seen;
      // Counting finds what one of the known amounts would be.
      const chance = known().length > MIN_KNOWN ? counted()(Number(amount)) : ofFew(amount);
      ofOnes.set(amount, chance);
      return chance;
    },
    ofWhole: (target, members) => {
      const own = members.map(Number);
      return expected(target, own, own, { least: own.length, most: own.length });
    },
  };
}

/** Of all that is known as much as says something, ascending, and what all of that is a multiple of; made when it is asked for. */
function sampleOf(amounts: readonly bigint[]) {
  let ascending: Float64Array | null = null;
  let unit: number | null = null;
  const known = (): Float64Array => {
    if (ascending === null) {
      const all = Float64Array.from(
        amounts.filter((amount) => amount !== 0n),
        Number,
      ).sort();
      const apart = Math.ceil(all.length / MAX_KNOWN);
      ascending = apart <= 1 ? all : all.filter((_, at) => at % apart === 0);
    }
    return ascending;
  };
  const unitOfKnown = (): number => {
    unit ??= commonUnit(known());
    return unit;
  };
  return { known, unitOfKnown };
}

/**
 * How often one of many amounts but one of its own is another: none is drawn, since their ends and those about it can all be
 * counted.
 * @param ascending all that are known
 */
function countEnds(ascending: Float64Array): (amount: number) => number {
  const spread = spreadOf(ascending);
  const ends = new Map<number, ReadonlyMap<number, number>>();
  const endsOf = (modulus: number): ReadonlyMap<number, number> => {
    const found = ends.get(modulus);
    if (found !== undefined) return found;
    const counts = new Map<number, number>();
    for (const each of ascending) {
      const end = endOf(each, modulus);
      counts.set(end, (counts.get(end) ?? 0) + 1);
    }
    ends.set(modulus, counts);
    return counts;
  };
  const times = new Map<number, number>();
  for (const each of ascending) times.set(each, (times.get(each) ?? 0) + 1);
  // Of amounts that are there once another is seen as often as those as round that are there twice say (Good and Turing).
  const [once, twice] = [new Map<number, number>(), new Map<number, number>()];
  for (const [amount, count] of times) {
    const counts = count === 1 ? once : twice;
    if (count <= 2) counts.set(zerosOf(amount), (counts.get(zerosOf(amount)) ?? 0) + 1);
  }
  const againOf = (amount: number): number => {
    const singles = Math.max(1, once.get(zerosOf(amount)) ?? 0);
    return (2 * (twice.get(zerosOf(amount)) ?? 0)) / (singles * ascending.length);
  };
  return (amount) => {
    const equal = times.get(amount) ?? 0;
    const own = Math.min(1, equal);
    const others = ascending.length - own;
    const width = Math.max(1, Math.floor(spread.deviation / NEAR));
    const near = firstFrom(ascending, amount + width + 1) - firstFrom(ascending, amount - width) - own;
    const density = Math.max(near / others / (2 * width), bell(amount, 1, spread));
    let chance = Math.max(density, equal > 1 ? (equal - 1) / others : againOf(amount));
    for (let modulus = 10; modulus <= MAX_MODULUS; modulus *= 10) {
      const alike = (endsOf(modulus).get(endOf(amount, modulus)) ?? 0) - own;
      if (alike < MIN_SEEN) break;
      chance = Math.max(chance, (alike / others) * Math.min(1, modulus * density));
      if (modulus * density >= 1) break;
    }
    return chance;
  };
}

/** How round an amount is: the zeros that it ends in. */
function zerosOf(amount: number): number {
  let [left, zeros] = [amount, 0];
  while (left !== 0 && left % 10 === 0) {
    left /= 10;
    zeros += 1;
  }
  return zeros;
}

/** The first place of an ascending list that is at least so much. */
function firstFrom(ascending: Float64Array, least: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Where hardly anything is known: amounts of this size are as likely as any smaller ones. */
const evenlyUpTo = (amount: number): readonly number[] =>
  Array.from({ length: MIN_KNOWN }, (_, at) => Math.round((amount * (at + 1)) / MIN_KNOWN));

type Sizes = { readonly least: number; readonly most: number };

/** More members are not looked at part by part. */
const MAX_IN_PARTS = 6;

/** Some of them, at least two and not all. */
function properParts(own: readonly number[]): readonly (readonly number[])[] {
  if (own.length > MAX_IN_PARTS) return [];
  const parts: number[][] = [];
  for (let mask = 1; mask < 2 ** own.length - 1; mask += 1) {
    const part = own.filter((_, at) => (mask & (1 << at)) !== 0);
    if (part.length > 1) parts.push(part);
  }
  return parts;
}

type Question = Sizes & {
  readonly wanted: number;
  readonly candidates: readonly number[];
  readonly own: readonly number[];
  readonly drawn: Float64Array;
  /** All that is drawn, and what is wanted, are multiples of this power of ten. */
  readonly step: number;
};

function expectedOf({ wanted, candidates, own, drawn, step, least, most }: Question): number {
  const walks = walksOf(drawn, Math.ceil(most / 2));
  const alike = alikeTo(own, candidates);
  const spread = spreadOf(drawn);
  const nearby = candidates.length < MIN_KNOWN ? spread : spreadOf(candidates);
  let expected = 0;
  for (let size = least; size <= most && expected <= ENOUGH; size += 1) {
    const ways = choose(candidates.length, size);
    const half = size >> 1;
    const left = walks[0][half] ?? ZEROS;
    const right = walks[1][size - half] ?? ZEROS;
    const density = Math.max(
      seenDensity(left, right, wanted, spread.deviation * Math.sqrt(size)),
      bell(wanted, size, spread),
      bell(wanted, size, {
        ...nearby,
        deviation: nearby.deviation * Math.sqrt(1 - size / (candidates.length + 1)),
      }),
    );
    if (ways * density * MAX_MODULUS < NOTHING) continue;
    let chance = 0;
    // Of few known amounts few combinations are told: what is seen once among them says nothing.
    const distinctSums = Math.min(WALKS * WALKS, choose(drawn.length, size));
    const ends = createEnds(left, right, wanted, step);
    // Up to the step all ends are equal.
    for (let modulus = step; ; modulus *= 10) {
      const share = modulus === step ? 1 : ends.shareOfEqual(modulus);
      if (share * distinctSums < MIN_SEEN) break;
      chance = Math.max(chance, share * Math.min(1, modulus * density));
      if (modulus * density >= 1) break;
    }
    // Where all that were found end alike, candidates that do are on the same steps, however few are known.
    const ofAlike =
      size === own.length ? choose(alike.count, size) * Math.min(1, alike.modulus * density) : 0;
    expected += Math.max(ways * chance, ofAlike);
  }
  return expected;
}

const ZEROS = new Float64Array(WALKS);

/** Amounts without some of them, each as often as it is among these. */
function withoutThese(amounts: readonly number[], these: readonly number[]): readonly number[] {
  const gone = new Map<number, number>();
  for (const each of these) gone.set(each, (gone.get(each) ?? 0) + 1);
  return amounts.filter((each) => {
    const times = gone.get(each) ?? 0;
    if (times > 0) gone.set(each, times - 1);
    return times === 0;
  });
}

/** An ascending list without some of its amounts, each as often as it is among these. */
function withoutSome(ascending: Float64Array, these: readonly number[]): Float64Array {
  const places: number[] = [];
  let last = -1;
  for (const each of these.toSorted((a, b) => a - b)) {
    const place = Math.max(firstFrom(ascending, each), last + 1);
    if (ascending[place] !== each) continue;
    places.push(place);
    last = place;
  }
  const left = new Float64Array(ascending.length - places.length);
  let from = 0;
  for (const [gone, place] of places.entries()) {
    left.set(ascending.subarray(from, place), from - gone);
    from = place + 1;
  }
  left.set(ascending.subarray(from), from - places.length);
  return left;
}

function greatestOf(amounts: Float64Array): number {
  let size = 0;
  for (const each of amounts) size = Math.max(size, Math.abs(each));
  return size;
}

/** The greatest power of ten that all amounts are multiples of; 1 of none. */
function commonUnit(amounts: Float64Array): number {
  let unit = 1;
  while (amounts.length > 0 && unit < MAX_MODULUS && amounts.every((each) => each % (unit * 10) === 0))
    unit *= 10;
  return unit;
}

/** Twice some sums of 0, 1, 2 … amounts, each one more than the one before. The same for the same amounts, always. */
function walksOf(
  drawn: Float64Array,
  steps: number,
): readonly [readonly Float64Array[], readonly Float64Array[]] {
  const needed = (steps + 1) * WALKS;
  const numbers = drawnNumbers(2 * needed);
  const count = drawn.length;
  const side = (from: number): readonly Float64Array[] => {
    const sums: Float64Array[] = [ZEROS];
    for (let step = 0; step <= steps; step += 1) {
      const before = sums[step] ?? ZEROS;
      const after = new Float64Array(WALKS);
      for (let walk = 0; walk < WALKS; walk += 1) {
        const number = numbers[from + step * WALKS + walk] ?? 0;
        after[walk] = (before[walk] ?? 0) + (drawn[Math.floor(number * count)] ?? 0);
      }
      sums.push(after);
    }
    return sums;
  };
  return [side(0), side(needed)];
}

let kept = new Float64Array(0);
/** So many numbers, or more, from 0 up to 1 that look drawn (mulberry32): always the same. */
function drawnNumbers(count: number): Float64Array {
  if (kept.length >= count) return kept;
  let state = 0x9e3779b9;
  kept = Float64Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  });
  return kept;
}

/** So many ends are counted in one table; more are looked up by their own. */
const MAX_IN_TABLE = 100_000;
const table = new Uint16Array(MAX_IN_TABLE);

const isMet = new Uint8Array(MAX_IN_TABLE);
const scratch = { left: new Float64Array(WALKS), right: new Float64Array(WALKS) };

/**
 * Of all sums of a left and a right half the share whose last digits are those of the wanted one. Asked of longer and longer
 * ends: what has no partner of a shorter one has none of a longer one either, and is not looked at again.
 */
function createEnds(left: Float64Array, right: Float64Array, wanted: number, step: number) {
  const all = left.length * right.length;
  const target = wanted / step;
  // One question is asked at a time: the next one may overwrite what is left of this one.
  let [lefts, rights] = [0, 0];
  let isBegun = false;
  const begin = (): void => {
    isBegun = true;
    // In steps: shorter ends need a smaller table.
    for (let at = 0; at < left.length; at += 1) scratch.left[at] = (left[at] ?? 0) / step;
    for (let at = 0; at < right.length; at += 1) scratch.right[at] = (right[at] ?? 0) / step;
    [lefts, rights] = [left.length, right.length];
  };
  const inTable = (modulus: number): number => {
    const own = scratch.left;
    const others = scratch.right;
    for (let at = 0; at < lefts; at += 1) {
      const end = endOf(own[at] ?? 0, modulus);
      table[end] = (table[end] ?? 0) + 1;
    }
    let pairs = 0;
    let kept = 0;
    for (let at = 0; at < rights; at += 1) {
      const sum = others[at] ?? 0;
      const end = endOf(target - sum, modulus);
      const times = table[end] ?? 0;
      if (times === 0) continue;
      pairs += times;
      isMet[end] = 1;
      others[kept] = sum;
      kept += 1;
    }
    rights = kept;
    kept = 0;
    for (let at = 0; at < lefts; at += 1) {
      const sum = own[at] ?? 0;
      const end = endOf(sum, modulus);
      table[end] = 0;
      if (isMet[end] !== 1) continue;
      own[kept] = sum;
      kept += 1;
    }
    lefts = kept;
    for (let at = 0; at < lefts; at += 1) isMet[endOf(own[at] ?? 0, modulus)] = 0;
    return pairs;
  };
  const byMap = (modulus: number): number => {
    const counts = new Map<number, number>();
    for (let at = 0; at < lefts; at += 1) {
      const end = endOf(scratch.left[at] ?? 0, modulus);
      counts.set(end, (counts.get(end) ?? 0) + 1);
    }
    let pairs = 0;
    for (let at = 0; at < rights; at += 1)
      pairs += counts.get(endOf(target - (scratch.right[at] ?? 0), modulus)) ?? 0;
    return pairs;
  };
  return {
    shareOfEqual: (modulus: number): number => {
      if (!isBegun) begin();
      const inSteps = modulus / step;
      return (inSteps <= MAX_IN_TABLE ? inTable(inSteps) : byMap(inSteps)) / all;
    },
  };
}

/** The remainder from 0 up; amounts and moduli are whole and safe. Dividing is faster than `%` of doubles by far. */
function endOf(amount: number, modulus: number): number {
  const end = amount - Math.floor(amount / modulus) * modulus;
  // The quotient may be rounded to the next whole number.
  return end < 0 ? end + modulus : end >= modulus ? end - modulus : end;
}

/** The density of sums about the wanted one, a unit. */
function seenDensity(left: Float64Array, right: Float64Array, wanted: number, deviation: number): number {
  const width = Math.max(1, deviation / NEAR);
  let near = 0;
  for (let at = 0; at < left.length; at += 1)
    if (Math.abs((left[at] ?? 0) + (right[at] ?? 0) - wanted) <= width) near += 1;
  return near / left.length / (2 * width);
}

type Spread = { readonly mean: number; readonly deviation: number };

function spreadOf(amounts: ArrayLike<number>): Spread {
  const count = Math.max(1, amounts.length);
  let sum = 0;
  for (let at = 0; at < amounts.length; at += 1) sum += amounts[at] ?? 0;
  const mean = sum / count;
  let squares = 0;
  for (let at = 0; at < amounts.length; at += 1) squares += ((amounts[at] ?? 0) - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / count) };
}

/** The same, where sums lie as those of many amounts do. */
function bell(wanted: number, size: number, { mean, deviation }: Spread): number {
  const width = Math.max(1, deviation * Math.sqrt(size));
  const apart = (wanted - size * mean) / width;
  return Math.exp(-(apart * apart) / 2) / (width * Math.sqrt(2 * Math.PI));
}

/** The common ends of some amounts, and how many of the others have them too. */
function alikeTo(own: readonly number[], others: readonly number[]) {
  const [first = 0] = own;
  let modulus = 1;
  // One alone has all its ends in common with itself.
  while (
    own.length > 1 &&
    modulus < MAX_MODULUS &&
    own.every((each) => (each - first) % (modulus * 10) === 0)
  )
    modulus *= 10;
  return { modulus, count: others.filter((each) => (each - first) % modulus === 0).length };
}

/** How many combinations of so many there are. */
function choose(all: number, some: number): number {
  let ways = 1;
  for (let at = 0; at < Math.min(some, all - some); at += 1) ways = (ways * (all - at)) / (at + 1);
  return all < some ? 0 : ways;
}
