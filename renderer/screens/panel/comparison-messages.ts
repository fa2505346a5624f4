import type { CompareWith } from '#renderer/data/api.ts';
import { type PeriodMessages, wholeMonths } from '#renderer/features/period/period.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Period } from '#shared/domain/selection.ts';

/**
 * What a figure is held against, in a word or two: «sep», «oct 25» where the year is another; where it is no month
 * «antes», and the year itself for the same days of another year. The days stand in the title.
 */
export function comparedName(
  other: Period,
  own: Period | null,
  against: CompareWith,
  words: PeriodMessages,
  text: Text,
): string {
  const months = wholeMonths(other);
  if (months === null || months.first !== months.last) {
    const year = other.from.slice(0, 4);
    return against === 'previous-year' && year === other.to.slice(0, 4)
      ? year
      : text(`panel.against-${against}`);
  }
  const name = words.months[Number(other.from.slice(5, 7)) - 1] ?? other.from.slice(5, 7);
  return own !== null && own.from.slice(0, 4) === other.from.slice(0, 4)
    ? name
    : `${name} ${other.from.slice(2, 4)}`;
}
