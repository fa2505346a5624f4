import type { CompareWith } from '#renderer/data/api.ts';
import { type Decimal, fromDecimal, percentOf, subtract, toDecimal } from '#shared/domain/decimal.ts';

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
