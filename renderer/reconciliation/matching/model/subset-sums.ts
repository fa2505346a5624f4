/**
 * Which of some amounts add up to another: one payment for several orders. Exact over whole units (cents), by meeting in the
 * middle: the sums of each half of the candidates are merged in order, never sorted, and walked from both ends.
 */

/** More are never searched: their sums would not fit in memory, and chance alone would find some that fit. */
export const MAX_CANDIDATES = 40;

export type SubsetSearch =
  | {
      readonly kind: 'searched';
      /** Places of the candidates, ascending, of the first solutions: those that miss by least, then of fewest candidates. */
      readonly solutions: readonly { readonly members: readonly number[]; readonly remains: number }[];
      /** How many there are; counted up to MAX_COUNTED. */
      readonly found: number;
      /**
       * How many would be expected by chance: subsets, times the width of what counts as a hit, by the range of their sums.
       */
      readonly byChance: number;
    }
  /** More candidates than can be searched, or amounts beyond what a double holds exactly. */
  | { readonly kind: 'too-many' };

export const MAX_COUNTED = 1_000;
const MAX_LISTED = 10;

/**
 * Subsets of at least one candidate whose sum is the target, give or take the tolerance. Amounts are whole units of one
 * currency; candidates of 0 say nothing and are passed over.
 * @param tolerance from 0 up
 */
export function findSubsets(candidates: readonly number[], target: number, tolerance: number): SubsetSearch {
  const places = placesThatMayCount(candidates, target, tolerance);
  const amounts = places.map((place) => candidates[place] ?? 0);
  const range = amounts.reduce((sum, amount) => sum + Math.abs(amount), 0);
  const isExact = [target, tolerance, range, range + Math.abs(target) + tolerance].every(
    Number.isSafeInteger,
  );
  if (places.length > MAX_CANDIDATES || !isExact) return { kind: 'too-many' };
  const half = places.length >> 1;
  const [low, high] = [sumsOf(amounts.slice(0, half)), sumsOf(amounts.slice(half))];
  const hits = meet(low, high, target, tolerance);
  const solutions = hits.kept
    .map(({ left, right, remains }) => ({
      members: [
        ...bitsOf(low.masks[left] ?? 0).map((bit) => places[bit] ?? 0),
        ...bitsOf(high.masks[right] ?? 0).map((bit) => places[half + bit] ?? 0),
      ],
      remains,
    }))
    .toSorted((a, b) => Math.abs(a.remains) - Math.abs(b.remains) || a.members.length - b.members.length)
    .slice(0, MAX_LISTED);
  const byChance = (2 ** places.length / (range + 1)) * (2 * tolerance + 1);
  return { kind: 'searched', solutions, found: hits.found, byChance };
}

/** Of a search whose target must be met to the last digit: the first solution, how many there are, and how many by chance. */
export type ExactSubset = {
  /** Places of the amounts, ascending. */
  readonly members: readonly number[];
  /** The first solutions, of which this is the first. */
  readonly ways: readonly (readonly number[])[];
  readonly found: number;
  readonly byChance: number;
};

/** Amounts that add up to another, in whole units; null where none do, or where they are too many to be searched. */
export function findExactSubset(amounts: readonly bigint[], target: bigint): ExactSubset | null {
  if (amounts.length < 2 || amounts.length > MAX_CANDIDATES || target === 0n) return null;
  const step = stepOf(amounts);
  if (target % step !== 0n) return null;
  const search = findSubsets(
    amounts.map((amount) => Number(amount / step)),
    Number(target / step),
    0,
  );
  const [first] = search.kind === 'searched' ? search.solutions : [];
  if (search.kind !== 'searched' || first === undefined) return null;
  const ways = search.solutions.map(({ members }) => members);
  return { members: first.members, ways, found: search.found, byChance: search.byChance };
}

/** Smallest common step of some amounts, at least 1: those without cents are told in whole pesos. */
export function stepOf(amounts: readonly bigint[]): bigint {
  let step = 0n;
  for (const amount of amounts) {
    let [a, b] = [step, amount < 0n ? -amount : amount];
    while (b !== 0n) [a, b] = [b, a % b];
    step = a;
    if (step === 1n) break;
  }
  return step === 0n ? 1n : step;
}

/** Where all amounts have the target's sign, none that is larger can be part of it. */
function placesThatMayCount(
  candidates: readonly number[],
  target: number,
  tolerance: number,
): readonly number[] {
  const others = [...candidates.keys()].filter((place) => candidates[place] !== 0);
  const sign = Math.sign(target);
  if (sign === 0 || others.some((place) => Math.sign(candidates[place] ?? 0) !== sign)) return others;
  return others.filter((place) => Math.abs(candidates[place] ?? 0) <= Math.abs(target) + tolerance);
}

type Sums = { readonly sums: Float64Array; readonly masks: Uint32Array };

/** The sums of all subsets, ascending, each with its candidates as bits: every candidate merges the list with itself, shifted. */
function sumsOf(amounts: readonly number[]): Sums {
  let sums = new Float64Array(1);
  let masks = new Uint32Array(1);
  for (const [bit, amount] of amounts.entries()) {
    const length = sums.length;
    const nextSums = new Float64Array(length * 2);
    const nextMasks = new Uint32Array(length * 2);
    const flag = 2 ** bit;
    for (let at = 0, without = 0, within = 0; at < length * 2; at += 1) {
      const plain = without < length ? (sums[without] as number) : Number.POSITIVE_INFINITY;
      const shifted = within < length ? (sums[within] as number) + amount : Number.POSITIVE_INFINITY;
      if (plain <= shifted) {
        nextSums[at] = plain;
        nextMasks[at] = masks[without] as number;
        without += 1;
      } else {
        nextSums[at] = shifted;
        nextMasks[at] = (masks[within] as number) + flag;
        within += 1;
      }
    }
    sums = nextSums;
    masks = nextMasks;
  }
  return { sums, masks };
}

type Hit = { readonly left: number; readonly right: number; readonly remains: number };

/** Pairs of both lists whose sum hits; the empty subset is none. Keeps those that miss by least of the ones counted. */
function meet(low: Sums, high: Sums, target: number, tolerance: number) {
  const kept: Hit[] = [];
  let found = 0;
  let from = high.sums.length - 1;
  for (let left = 0; left < low.sums.length && found < MAX_COUNTED; left += 1) {
    const wanted = target - (low.sums[left] as number);
    // Sums of the left half ascend, so that what the right half must bring descends.
    while (from >= 0 && (high.sums[from] as number) > wanted + tolerance) from -= 1;
    for (let right = from; right >= 0 && found < MAX_COUNTED; right -= 1) {
      const remains = wanted - (high.sums[right] as number);
      if (remains > tolerance) break;
      if (low.masks[left] === 0 && high.masks[right] === 0) continue;
      found += 1;
      kept.push({ left, right, remains });
    }
  }
  return { kept, found };
}

function bitsOf(mask: number): readonly number[] {
  const bits: number[] = [];
  for (let bit = 0; bit < 32; bit += 1) if (((mask >>> bit) & 1) === 1) bits.push(bit);
  return bits;
}
