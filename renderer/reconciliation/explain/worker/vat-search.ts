import { vatFactor } from '#renderer/data/model/vat-rates.ts';
import type { VatChange } from '#renderer/reconciliation/explain/model/explanation.ts';
import { type Decimal, divideRounded } from '#shared/domain/decimal.ts';
import type { Effects } from './effects.ts';
import type { Hypothesis } from './hypotheses.ts';
import { type BesideLevel, chanceFits, type Found, windowOf } from './search.ts';

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

/** Tries each rate, off and on, alone (one change) and with each single change (two). */
export function createVatSearch(
  changes: readonly VatChange[],
  { wanted, base, tolerance, rounding, slack }: VatWanted,
  { alone, touched }: Pick<Effects, 'alone' | 'touched'>,
  hypotheses: readonly Hypothesis[],
): (size: number, step: number) => BesideLevel {
  const targets = changes.map((change) => {
    const { whole, base: without } = vatFactor(change.rate);
    const ratio = Number(whole) / Number(without);
    const back = change.isIn ? 1 / ratio : ratio;
    return {
      change,
      difference: wanted * back - base,
      tolerance: tolerance * back,
      // What is rounded away, and what doubles lose.
      slack: rounding * back + slack + Math.abs(wanted) * back * 2 ** -50,
    };
  });
  const singles = hypotheses.flatMap(({ size }, at) => (size === 1 && (touched[at] ?? 0) > 0 ? [at] : []));
  const found = new Set<VatChange>();
  return (size, step) => {
    if (size > 2) return { tried: 0, hits: [], expectedByChance: 0 };
    const hits: Found[] = [];
    let [tried, expectedByChance] = [0, 0];
    for (const target of targets) {
      // What fits by itself needs no second change.
      if (found.has(target.change)) continue;
      const { difference, tolerance: own } = target;
      const window = windowOf(difference, step);
      let near = 0;
      const take = (combination: readonly number[], remains: number): void => {
        tried += 1;
        const beyond = Math.max(0, Math.abs(remains) - target.slack);
        if (beyond <= own) hits.push({ combination, remains: beyond, vat: target.change });
        else if (Math.abs(remains) <= window) near += 1;
      };
      if (size === 1) take([], difference);
      else for (const at of singles) take([at], difference - (alone[at] ?? 0));
      expectedByChance += chanceFits(near, { window, tolerance: own + target.slack, step });
    }
    for (const { vat, combination } of hits)
      if (vat !== undefined && combination.length === 0) found.add(vat);
    return { tried, hits, expectedByChance };
  };
}
