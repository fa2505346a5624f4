import {
  compare,
  type Decimal,
  divideRounded,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { isRateBase, type Sums } from '#shared/domain/profitability.ts';
import { comparedSteps, type Waterfall, waterfallOf } from './waterfall.tsx';

/** Why Rentabilidad Total is another than in the period before, in two amounts and a few points. Pure. */

export type WhyChanged = {
  /** By how much, and of it by selling more or less at the rate there was, and by keeping more or less of each sale. */
  readonly difference: Decimal;
  readonly bySales: Decimal;
  readonly byMargin: Decimal;
  /** The greatest moves of the rate: what each part took or gave, in points with six places, a gain above zero. */
  readonly parts: readonly { readonly id: WhyPart; readonly points: Decimal }[];
};
export type WhyPart = Waterfall['steps'][number]['id'];

/** So many parts are named, of at least so many points: less is shown as 0,0. */
const PARTS_NAMED = 3;
const LEAST_POINTS: Scaled = { units: 5n, scale: 2 };

const sizeOf = ({ units, scale }: Scaled): Scaled => ({ units: units < 0n ? -units : units, scale });

/** Null where either period lacks the result or sales that a rate can be of, or nothing changed. */
export function whyChanged(own: Sums, before: Sums): WhyChanged | null {
  const [profit, sales, profitBefore, salesBefore] = [
    own['Rentabilidad Total'],
    own.Ventas,
    before['Rentabilidad Total'],
    before.Ventas,
  ].map((value) => (value === undefined ? null : fromDecimal(value)));
  if (profit == null || sales == null || profitBefore == null || salesBefore == null) return null;
  if (!isRateBase(sales) || !isRateBase(salesBefore)) return null;
  const difference = subtract(profit, profitBefore);
  if (difference.units === 0n) return null;
  // (sales − sales before) × profit before ÷ sales before, rounded once at the finest of their places.
  const more = subtract(sales, salesBefore);
  const scale = Math.max(difference.scale, more.scale);
  const top = more.units * profitBefore.units * 10n ** BigInt(scale + salesBefore.scale);
  const bottom = salesBefore.units * 10n ** BigInt(more.scale + profitBefore.scale);
  const bySales = { units: divideRounded(top, bottom), scale };
  return {
    difference: toDecimal(difference),
    bySales: toDecimal(bySales),
    byMargin: toDecimal(subtract(difference, bySales)),
    parts: partsOf(own, before),
  };
}

function partsOf(own: Sums, before: Sums): WhyChanged['parts'] {
  const [now, then] = [waterfallOf(own, {}), waterfallOf(before, {})];
  if (now === null || then === null) return [];
  return comparedSteps(now, then)
    .flatMap(({ step: { id, kind }, points: moved }) => {
      if (kind === 'result' || moved === null) return [];
      const points = id === 'income' ? fromDecimal(moved) : subtract(ZERO, fromDecimal(moved));
      return compare(sizeOf(points), LEAST_POINTS) < 0 ? [] : [{ id, points }];
    })
    .toSorted((one, other) => compare(sizeOf(other.points), sizeOf(one.points)))
    .slice(0, PARTS_NAMED)
    .map(({ id, points }) => ({ id, points: toDecimal(points) }));
}
