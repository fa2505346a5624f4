import type { PurchasePeriod } from '#shared/selection/selection.ts';
import { describePeriod, type PeriodWords, wholeMonths } from '../selection/period.ts';

/** «oct 25», or «sep» where `own` is of the same year: what a figure is held against. */
export function comparedName(other: PurchasePeriod, own: PurchasePeriod | null, words: PeriodWords): string {
  const months = wholeMonths(other);
  if (months === null || months.first !== months.last) return describePeriod(other, words);
  const name = words.months[Number(other.from.slice(5, 7)) - 1] ?? other.from.slice(5, 7);
  return own !== null && own.from.slice(0, 4) === other.from.slice(0, 4)
    ? name
    : `${name} ${other.from.slice(2, 4)}`;
}
