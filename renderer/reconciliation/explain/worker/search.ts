import type { VatChange } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Cube } from './cube.ts';
import type { Effects } from './effects.ts';
import { areTogether, type Hypothesis } from './hypotheses.ts';

/** Places of hypotheses, ascending. */
export type Combination = readonly number[];
export type Found = {
  readonly combination: Combination;
  readonly remains: number;
  /** The total is read with VAT or without, whatever rows are in it. */
  readonly vat?: VatChange;
};

/** Explanations found with so many changes. */
export type Level = {
  readonly changes: number;
  readonly tried: number;
  /** Those that leave no more than the tolerance, of fewest weights first. */
  readonly hits: readonly Found[];
  /** How many others leave no more than `window`: what a chance fit is reckoned by. */
  readonly near: number;
  /** The chance fits to expect of what is tried beside the hypotheses (`vat-search.ts`). */
  readonly beside: number;
};

/** What else was tried with so many changes. */
export type BesideLevel = {
  readonly tried: number;
  readonly hits: readonly Found[];
  readonly expectedByChance: number;
};

export type Search = {
  readonly levels: readonly Level[];
  readonly window: number;
  /** Half of what is let remain counts on either side. */
  readonly tolerance: number;
  /** All amounts are multiples of it. */
  readonly step: number;
  /** The nearest of the singles and pairs that do not fit. */
  readonly nearest: readonly Found[];
};

export type Wanted = {
  /** The sum that the changes have to reach, and the distance from it that counts as a fit, in units of the cube. */
  readonly difference: number;
  readonly tolerance: number;
  /** Expected chance fits above which a fit is not enough to stop at. */
  readonly mostChance: number;
  /** Hears how far the search has come, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** What is tried beside combinations of hypotheses, for each number of changes once. */
  readonly beside?: (changes: number, step: number) => BesideLevel;
};

const NOTHING_BESIDE: BesideLevel = { tried: 0, hits: [], expectedByChance: 0 };
const MAX_CHANGES = 3;
const MAX_HITS = 256;
const MAX_NEAREST = 16;
/** Rows that are each rounded are a rarer cause than most. */
const ROW_BY_ROW_WEIGHT = 3;
const NEAR_SHARE = 1 / 8;
const MIN_NEAR_STEPS = 2000;

/** Fits with one change, then with two, then with three; it stops where one is found that chance does not explain. */
export function* searchCombinations(
  cube: Cube,
  effects: Effects,
  hypotheses: readonly Hypothesis[],
  { difference, tolerance, mostChance, onProgress = () => {}, beside = () => NOTHING_BESIDE }: Wanted,
  mostChanges = MAX_CHANGES,
): Task<Search> {
  const step = cube.isSafe ? commonStep(cube) : 1;
  const window = windowOf(difference, step);
  const collector = createCollector(hypotheses, tolerance, window);
  const levels: Level[] = [];
  const search = (): Search => ({ levels, window, tolerance, step, nearest: collector.nearest() });
  const end = (changes: number): boolean => {
    const own = collector.endLevel(changes);
    const more = beside(changes, step);
    const level: Level = {
      ...own,
      tried: own.tried + more.tried,
      hits: inOrder(hypotheses, [...more.hits, ...own.hits]),
      beside: more.expectedByChance,
    };
    levels.push(level);
    return level.hits.length > 0 && chanceOf(level, search()) <= mostChance;
  };
  const sized = (changes: number, visit: (at: number) => void) => {
    for (const [at, { size }] of hypotheses.entries()) {
      if (size === changes && (effects.touched[at] ?? 0) > 0) visit(at);
    }
  };
  const single = (at: number) => collector.take(difference - (effects.alone[at] ?? 0), at, -1, -1);
  sized(1, single);
  yield;
  if (end(1)) return search();
  sized(2, single);
  yield* tryPairs(effects, hypotheses, difference, 2, collector);
  if (end(2) || mostChanges < 3) return search();
  sized(3, single);
  yield* tryPairs(effects, hypotheses, difference, 3, collector);
  yield* tryTriples(effects, hypotheses, difference, collector, onProgress);
  end(3);
  return search();
}

/** How many of a level's combinations would fit if totals near the wanted one lay by chance. */
export function chanceOf(
  { near, beside }: Level,
  { window, tolerance, step }: Omit<Search, 'levels' | 'nearest'>,
): number {
  return beside + chanceFits(near, { window, tolerance, step });
}

/** Half of the distance within which totals count as near. */
export const windowOf = (difference: number, step: number): number =>
  Math.max(Math.abs(difference) * NEAR_SHARE, step * MIN_NEAR_STEPS);

/** The fits to expect where so many totals lie anywhere within the window. */
export const chanceFits = (
  near: number,
  { window, tolerance, step }: Pick<Search, 'window' | 'tolerance' | 'step'>,
): number => (near * (2 * Math.floor(tolerance / step) + 1)) / (2 * Math.floor(window / step) + 1);

/** Those that leave less first, then those of the better known causes; equal ones stay as they stand. */
function inOrder(hypotheses: readonly Hypothesis[], found: readonly Found[]): readonly Found[] {
  const weightOf = ({ combination, vat }: Found): number =>
    combination.reduce(
      (sum, at) => sum + (hypotheses[at]?.weight ?? 0),
      vat?.rowPlaces === undefined ? 0 : ROW_BY_ROW_WEIGHT,
    );
  return found.toSorted((a, b) => Math.abs(a.remains) - Math.abs(b.remains) || weightOf(a) - weightOf(b));
}

type Collector = ReturnType<typeof createCollector>;

/** Takes combinations with what they leave. Long, for its functions share what was found. */
function createCollector(hypotheses: readonly Hypothesis[], tolerance: number, window: number) {
  const hitSets = new Set<string>();
  let hits: Found[] = [];
  let tried = 0;
  let near = 0;
  const nearest: Found[] = [];
  /** Some of its own changes fit already: the others do nothing. */
  const holdsHit = (combination: Combination): boolean => {
    if (hitSets.size === 0 || combination.length < 2) return false;
    if (combination.some((at) => hitSets.has(String(at)))) return true;
    if (combination.length < 3) return false;
    const [i, j, k] = combination;
    return [`${i},${j}`, `${i},${k}`, `${j},${k}`].some((pair) => hitSets.has(pair));
  };
  let furthest = Number.POSITIVE_INFINITY;
  const trimNearest = (): void => {
    nearest.sort((a, b) => Math.abs(a.remains) - Math.abs(b.remains));
    nearest.length = Math.min(nearest.length, MAX_NEAREST);
    if (nearest.length === MAX_NEAREST) furthest = Math.abs(nearest.at(-1)?.remains ?? furthest);
  };
  return {
    window,
    count(more: number): void {
      tried += more;
    },
    /** For what leaves no more than the window; -1 stands for none. */
    takeNear(remains: number, i: number, j: number, k: number): void {
      if (hitSets.size === 0 && k >= 0 && Math.abs(remains) > tolerance) {
        near += 1;
        return;
      }
      const combination = [i, j, k].filter((at) => at >= 0);
      if (holdsHit(combination)) return;
      if (Math.abs(remains) > tolerance) {
        near += 1;
        if (k >= 0 || Math.abs(remains) >= furthest) return;
        nearest.push({ combination, remains });
        if (nearest.length >= MAX_NEAREST * 4) trimNearest();
        return;
      }
      if (hits.length < MAX_HITS) hits.push({ combination, remains });
    },
    take(remains: number, i: number, j: number, k: number): void {
      tried += 1;
      if (Math.abs(remains) <= window) this.takeNear(remains, i, j, k);
    },
    endLevel(changes: number): Omit<Level, 'beside'> {
      const found = inOrder(hypotheses, hits);
      for (const { combination } of found) hitSets.add(combination.join(','));
      const level = { changes, tried, hits: found, near };
      hits = [];
      tried = 0;
      near = 0;
      return level;
    },
    nearest(): readonly Found[] {
      trimNearest();
      return nearest;
    },
  };
}

function* tryPairs(
  { count, alone, ofTwo, touched }: Effects,
  hypotheses: readonly Hypothesis[],
  difference: number,
  changes: number,
  collector: Collector,
): Task<undefined> {
  for (const [i, first] of hypotheses.entries()) {
    if (touched[i] === 0) continue;
    for (let j = i + 1; j < count; j += 1) {
      const second = hypotheses[j];
      if (second === undefined || touched[j] === 0 || first.size + second.size !== changes) continue;
      if (!areTogether(first, second)) continue;
      const made = (alone[i] ?? 0) + (alone[j] ?? 0) + (ofTwo[i * count + j] ?? 0);
      collector.take(difference - made, i, j, -1);
    }
    yield;
  }
}

/** Every three that can hold together. What three do beyond any two of them is added up for one of them at a time. */
function* tryTriples(
  { count, threesTo, measuresFrom, alone, ofTwo, ofThree, touched }: Effects,
  hypotheses: readonly Hypothesis[],
  difference: number,
  collector: Collector,
  onProgress: (share: number) => void,
): Task<undefined> {
  const together = togetherTable(hypotheses);
  const beyond = new Float64Array(count * count);
  const { window } = collector;
  const after = new Uint32Array(count);
  for (let i = 0; i < threesTo; i += 1) {
    if (touched[i] === 0) continue;
    ofThree(i, beyond);
    const ofI = i * count;
    let listed = 0;
    for (let k = i + 1; k < count; k += 1) {
      if (k >= threesTo && k < measuresFrom) continue;
      // A measure that takes two changes makes more than three with two others.
      if (hypotheses[k]?.size !== 1) continue;
      if (touched[k] === 0 || together[ofI + k] === 0) continue;
      after[listed] = k;
      listed += 1;
    }
    for (let first = 0; first < listed; first += 1) {
      const j = after[first] ?? 0;
      const ofJ = j * count;
      const left = difference - (alone[i] ?? 0) - (alone[j] ?? 0) - (ofTwo[ofI + j] ?? 0);
      let tried = 0;
      for (let second = first + 1; second < listed; second += 1) {
        const k = after[second] ?? 0;
        if (together[ofJ + k] === 0) continue;
        tried += 1;
        const made = (alone[k] ?? 0) + (ofTwo[ofI + k] ?? 0) + (ofTwo[ofJ + k] ?? 0) + (beyond[ofJ + k] ?? 0);
        const remains = left - made;
        if (remains <= window && remains >= -window) collector.takeNear(remains, i, j, k);
      }
      collector.count(tried);
    }
    // Most threes are those of the first hypotheses.
    onProgress(1 - (1 - (i + 1) / threesTo) ** 3);
    yield;
  }
}

function togetherTable(hypotheses: readonly Hypothesis[]): Uint8Array {
  const { length: count } = hypotheses;
  const table = new Uint8Array(count * count);
  for (const [i, first] of hypotheses.entries()) {
    for (const [j, second] of hypotheses.entries()) {
      if (i !== j && areTogether(first, second)) table[i * count + j] = 1;
    }
  }
  return table;
}

/** The greatest number that all cells' units are multiples of. */
function commonStep({ measures }: Cube): number {
  let step = 0;
  for (const { units } of measures) {
    for (let cell = 0; cell < units.length && step !== 1; cell += 1) {
      let rest = Math.abs(units[cell] ?? 0);
      while (rest !== 0) {
        const next = step % rest;
        step = rest;
        rest = next;
      }
    }
  }
  return Math.max(1, step);
}
