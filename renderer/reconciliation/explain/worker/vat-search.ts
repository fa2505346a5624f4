import { vatFactor } from '#renderer/data/model/vat-rates.ts';
import type { VatChange } from '#renderer/reconciliation/explain/model/explanation.ts';
import { type Decimal, divideRounded, rescale, type Scaled } from '#shared/domain/decimal.ts';
import type { Effects } from './effects.ts';
import type { Hypothesis } from './hypotheses.ts';
import { type BesideLevel, chanceFits, type Found, windowOf } from './search.ts';
import type { RowReading } from './vat-rows.ts';

/**
 * Totals read with VAT or without. That changes no row and every amount: the figure seen elsewhere is taken back to what the total
 * had to be, and that is searched for, alone and with one other change.
 */

/** A total as it is read, rounded to its own places. */
export function readWithVat(units: bigint, change: VatChange): bigint {
  const { whole, base } = vatFactor(change.rate);
  return change.isIn ? divideRounded(units * whole, base) : divideRounded(units * base, whole);
}

export const vatChanges = (rates: readonly Decimal[]): readonly VatChange[] =>
  rates.flatMap((rate) => [false, true].map((isIn): VatChange => ({ kind: 'vat', rate, isIn })));

export type VatWanted = {
  /** The figure seen elsewhere and the selection's own total, in units of the cube. */
  readonly wanted: number;
  readonly base: number;
  /** How far from the wanted figure a total may be, and half of the place that it is rounded to. */
  readonly tolerance: number;
  readonly rounding: number;
  /** How far sums of doubles may be from the exact ones. */
  readonly slack: number;
};

/** A total as it is read by a change: what its parts have to add up to, in units of their own. */
export type VatTarget = {
  readonly change: VatChange;
  readonly difference: number;
  readonly tolerance: number;
  readonly slack: number;
  /** What each hypothesis alone adds, and the places of those that are tried. */
  readonly alone: Float64Array;
  readonly singles: readonly number[];
  /** All amounts are multiples of it; null: of what the cube's are. */
  readonly step: number | null;
};

/** Tries each rate, off and on, alone (one change) and with each single change (two); then the same row by row. */
export function createVatSearch(
  changes: readonly VatChange[],
  { wanted, base, tolerance, rounding, slack }: VatWanted,
  { alone, touched }: Pick<Effects, 'alone' | 'touched'>,
  hypotheses: readonly Hypothesis[],
  ofRows: readonly VatTarget[] = [],
): (size: number, step: number) => BesideLevel {
  const singles = hypotheses.flatMap(({ size }, at) => (size === 1 && (touched[at] ?? 0) > 0 ? [at] : []));
  const ofTotals = changes.map((change): VatTarget => {
    const { whole, base: without } = vatFactor(change.rate);
    const ratio = Number(whole) / Number(without);
    const back = change.isIn ? 1 / ratio : ratio;
    return {
      change,
      difference: wanted * back - base,
      tolerance: tolerance * back,
      // What is rounded away, and what doubles lose.
      slack: rounding * back + slack + Math.abs(wanted) * back * 2 ** -50,
      ...{ alone, singles, step: null },
    };
  });
  const found = new Set<string>();
  return (size, step) => {
    if (size > 2) return { tried: 0, hits: [], expectedByChance: 0 };
    const hits: Found[] = [];
    let [tried, expectedByChance] = [0, 0];
    for (const target of [...ofTotals, ...ofRows]) {
      // What fits by itself needs no second change.
      if (found.has(readingOf(target.change))) continue;
      const { difference, tolerance: own, alone: effects } = target;
      const ownStep = target.step ?? step;
      const window = windowOf(difference, ownStep);
      let near = 0;
      const take = (combination: readonly number[], remains: number): void => {
        tried += 1;
        const beyond = Math.max(0, Math.abs(remains) - target.slack);
        if (beyond <= own) {
          // Where the total itself fits, that is the plainer way to the same figure.
          if (!hits.some((hit) => isSameReading(hit, combination, target.change)))
            hits.push({ combination, remains: beyond, vat: target.change });
        } else if (Math.abs(remains) <= window) near += 1;
      };
      if (size === 1) take([], difference);
      else for (const at of target.singles) take([at], difference - (effects[at] ?? 0));
      expectedByChance += chanceFits(near, { window, tolerance: own + target.slack, step: ownStep });
    }
    for (const { vat, combination } of hits)
      if (vat !== undefined && combination.length === 0) found.add(readingOf(vat));
    return { tried, hits, expectedByChance };
  };
}

/** A rate, off or on, whether the total or each row is read so. */
const readingOf = ({ rate, isIn }: VatChange): string => `${rate}/${isIn}`;

const isSameReading = (hit: Found, combination: readonly number[], change: VatChange): boolean =>
  hit.vat !== undefined &&
  readingOf(hit.vat) === readingOf(change) &&
  hit.combination.length === combination.length &&
  hit.combination.every((at, place) => at === combination[place]);

/** The same row by row: only of the measure that was asked about, whose rows they are. */
export function rowTargets(
  readings: readonly RowReading[],
  { beside, touched }: Pick<Effects, 'beside' | 'touched'>,
  hypotheses: readonly Hypothesis[],
  typed: Scaled,
): readonly VatTarget[] {
  const singles = hypotheses.flatMap(({ size, measure }, at) =>
    size === 1 && measure === 0 && (touched[at] ?? 0) > 0 ? [at] : [],
  );
  return readings.map(({ change }, at): VatTarget => {
    const { base, alone } = beside[at] ?? { base: 0, alone: new Float64Array(0) };
    const { rowPlaces } = change;
    const { units, scale } = rescale(typed, Math.max(typed.scale, rowPlaces));
    const wanted = Number(units) / 10 ** (scale - rowPlaces);
    return {
      change,
      difference: wanted - base,
      tolerance: toleranceOf(typed.scale, rowPlaces),
      // What doubles lose of the figure; its rows' sums are whole.
      slack: Math.abs(wanted) * 2 ** -50,
      ...{ alone, singles, step: 1 },
    };
  });
}

/** A figure typed with fewer decimals than a total has may be rounded: half of its last place, in the total's units. */
export function toleranceOf(typedPlaces: number, places: number): number {
  return typedPlaces < places ? 10 ** (places - typedPlaces) / 2 : 0;
}
