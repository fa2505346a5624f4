import type { CompareWith } from '#renderer/data/api.ts';
import { type PeriodMessages, wholeMonths } from '#renderer/features/period/period.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { type Decimal, fromDecimal, percentOf, subtract, toDecimal } from '#shared/domain/decimal.ts';
import type { Period } from '#shared/domain/selection.ts';

/** How a figure of the panel stands against the same figure of another period. */
export type Change = {
  readonly against: CompareWith;
  /** The other period's figure; null where it has none. */
  readonly before: Decimal | null;
  /** Percent of the size of `before`, or points where the figure is a rate; null where it cannot be told. */
  readonly by: Decimal | null;
};

/** (now − before) ÷ |before| × 100, two places: a loss that shrinks has gained. Null where `before` is 0 or missing. */
export function percentChange(now: Decimal | null, before: Decimal | null): Decimal | null {
  if (now === null || before === null) return null;
  const from = fromDecimal(before);
  const size = { units: from.units < 0n ? -from.units : from.units, scale: from.scale };
  const percent = percentOf(subtract(fromDecimal(now), from), size, 2);
  return percent === undefined ? null : toDecimal(percent);
}

/** now − before of two rates in percent: percentage points. */
export function pointChange(now: Decimal | null, before: Decimal | null): Decimal | null {
  if (now === null || before === null) return null;
  return toDecimal(subtract(fromDecimal(now), fromDecimal(before)));
}

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
