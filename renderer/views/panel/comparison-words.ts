import type { Period } from '#shared/selection/selection.ts';
import type { Text } from '../../i18n/text.tsx';
import type { CompareWith } from '../../link/data-contract.ts';
import { type PeriodWords, wholeMonths } from '../selection/period.ts';

/**
 * What a figure is held against, in a word or two: «sep», «oct 25» where the year is another, «antes» and «año antes»
 * where it is no month; the days stand in the title.
 */
export function comparedName(
  other: Period,
  own: Period | null,
  against: CompareWith,
  words: PeriodWords,
  text: Text,
): string {
  const months = wholeMonths(other);
  if (months === null || months.first !== months.last) return text(`panel.against-${against}`);
  const name = words.months[Number(other.from.slice(5, 7)) - 1] ?? other.from.slice(5, 7);
  return own !== null && own.from.slice(0, 4) === other.from.slice(0, 4)
    ? name
    : `${name} ${other.from.slice(2, 4)}`;
}
