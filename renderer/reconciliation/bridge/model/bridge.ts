import type { CostSection, Scope } from '#shared/domain/column-catalogue.ts';
import { compare, type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';

/**
 * The bridge: what leads from a profitability of one period to that of another, part by part, to the last digit.
 *
 * Its items are products in channels (SKU × Canal). With units u and the amounts that make an item's profitability p
 * (each with the sign it counts with), all of two periods:
 *
 * - a component (price, another income, a section's charges, refunds, product cost) changed by what it changed a unit,
 *   times the units of both periods in the mean: (u₀ + u₁) / 2 × (x₁ / u₁ − x₀ / u₀);
 * - units changed it by their difference times the profitability of a unit in the mean: (u₁ − u₀) × (p₀ / u₀ + p₁ / u₁) / 2.
 *   Of that, volume is what the item would have changed by had all items kept their shares of the units,
 *   (U₁ − U₀) × (u₀ / U₀ + u₁ / U₁) / 2 units, and mix what its share changed.
 *
 * Means of both periods make it independent of any order: read the other way round, every part has the other sign. An item
 * sold in one of the periods only has one profitability a unit, which counts for both: all it brought is volume and mix; what
 * it was charged while it sold nothing is a change of that component.
 *
 * Products sold in one of the periods only that weigh less than a hundredth of its Ventas are compared at the next level
 * where both periods have sales: those of one category in a channel are one item, so that a long tail whose products come
 * and go is told as volume, mix, price and costs like the rest.
 *
 * Kept apart as wholes: rows without a product; other products sold in one of the periods only (new, discontinued); products
 * none of whose rows has a product cost (no-cost); and what product cost leaves out where only some have one (missing-cost,
 * estimated from the rows that have it), so that a missing cost is told neither as a gain nor as a cheaper product. What the
 * API's profitability holds beyond its components is the rest.
 */

/** The components of an item, in the order of the statement. */
export const BRIDGE_COMPONENTS = [
  'price',
  'other-income',
  'product-cost',
  'commissions',
  'shipping',
  'other',
  'discounts',
  'advertising',
  'storage',
  'account',
  'financing',
  'refunds',
  'rest',
] as const satisfies readonly (
  | CostSection
  | 'price'
  | 'other-income'
  | 'product-cost'
  | 'refunds'
  | 'rest'
)[];
export type BridgeComponent = (typeof BRIDGE_COMPONENTS)[number];

/** Parts given as a whole, beside the items that are compared a unit. */
export const BRIDGE_WHOLES = ['new', 'discontinued', 'without-product', 'no-cost', 'missing-cost'] as const;
export type BridgeWhole = (typeof BRIDGE_WHOLES)[number];

export type BridgePart = 'volume' | 'mix' | BridgeComponent | BridgeWhole;

/** In the order in which they are shown: what sold, what it brought and cost, what stands apart, what nobody explains. */
export const BRIDGE_PARTS: readonly BridgePart[] = [
  'volume',
  'mix',
  ...BRIDGE_COMPONENTS.filter((part) => part !== 'rest'),
  ...BRIDGE_WHOLES,
  'rest',
];

/** The parts that are not 0; they add up to what the profitability changed by. */
export type BridgeParts = { readonly [part in BridgePart]?: Decimal };

/** Parts of the change's own direction, the greatest first; then those against it, the greatest first. */
export function rankedParts(
  parts: BridgeParts,
  isFall: boolean,
): { readonly causes: readonly BridgePart[]; readonly against: readonly BridgePart[] } {
  const sized = BRIDGE_PARTS.flatMap((part) => {
    const amount = parts[part];
    return amount === undefined ? [] : [{ part, amount: fromDecimal(amount) }];
  });
  const ranked = (falls: boolean): readonly BridgePart[] =>
    sized
      .filter(({ amount }) => amount.units < 0n === falls)
      .sort((a, b) => (falls ? compare(a.amount, b.amount) : compare(b.amount, a.amount)))
      .map(({ part }) => part);
  return { causes: ranked(isFall), against: ranked(!isFall) };
}

/** A product of one period that weighs less than one part in so many of its Ventas is compared with its category. */
export const TAIL_DIVISOR = 100n;

/** The dimensions that a bridge opens by. A product has the category of its newest purchase. */
export const BRIDGE_DIMENSIONS = ['Canal', 'Categoría', 'SKU Producto'] as const;
export type BridgeDimension = (typeof BRIDGE_DIMENSIONS)[number];

/** The period before, the year before, or one that was chosen. */
export type BridgeAgainst = 'previous-period' | 'previous-year' | Period;

/** `selection` holds the later figure's rows; the other one's are the same in another period. */
export type BridgeQuery = {
  readonly selection: Selection & { readonly period: Period };
  readonly against: BridgeAgainst;
  readonly scope: Scope;
};

export type BridgeGroup = {
  readonly value: string;
  /** The number of small products of one period in a category that are compared together; else null. */
  readonly pooled: number | null;
  /** The product of a SKU; else null. */
  readonly caption: string | null;
  readonly from: Decimal;
  readonly to: Decimal;
  readonly parts: BridgeParts;
};

/** The groups of a dimension, what changed most first; those beyond are one, and how many they are. */
export type BridgeGroups = {
  readonly groups: readonly BridgeGroup[];
  readonly others: BridgeGroup | null;
  readonly othersCount: number;
};

export type Bridge = {
  readonly revision: number;
  readonly scope: Scope;
  readonly before: Period;
  readonly after: Period;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  /** Units of the items that are compared a unit, in both periods. */
  readonly unitsBefore: Decimal;
  readonly unitsAfter: Decimal;
  /** Products sold in one of the periods only that are compared by category and channel. */
  readonly pooledProducts: number;
  /** The API's own sums; null where its rows carry no such column. */
  readonly from: Decimal | null;
  readonly to: Decimal | null;
  readonly parts: BridgeParts;
  /** Values that no sum counts because they are no decimals. */
  readonly unreadable: number;
  readonly groups: { readonly [dimension in BridgeDimension]: BridgeGroups };
};

/** An item's units and component amounts before and after, in whole units of the last digit. Components as in BRIDGE_COMPONENTS. */
export type BridgeItem = {
  readonly units: readonly [bigint, bigint];
  readonly amounts: readonly (readonly [bigint, bigint])[];
};

/** Volume, mix and the components, as in BRIDGE_COMPONENTS: whole numbers that add up to what the item changed by. */
export type SplitItem = {
  readonly volume: bigint;
  readonly mix: bigint;
  readonly components: readonly bigint[];
};

/**
 * Splits what an item changed by, `all` being the units of all items. Fractions of the last digit are given to whole ones by
 * largest remainder: what the units changed and each component are their exact values rounded down, and what is still missing
 * goes one by one to those that lost most, in that order. Of what the units changed, volume is the nearest whole number and mix
 * what is left of it. A part that is exactly 0 stays so.
 */
export function splitItem({ units, amounts }: BridgeItem, all: readonly [bigint, bigint]): SplitItem {
  const before = units[0] > 0n ? units[0] : 0n;
  const after = units[1] > 0n ? units[1] : 0n;
  if (before === 0n && after === 0n) {
    return { volume: 0n, mix: 0n, components: amounts.map(([was, is]) => is - was) };
  }
  const profitBefore = sumOf(amounts, 0);
  const profitAfter = sumOf(amounts, 1);
  if (before === 0n || after === 0n) {
    const quantity = before === 0n ? profitAfter : -profitBefore;
    // The one profitability a unit that there is counts for both periods.
    const margin = { of: before === 0n ? profitAfter : profitBefore, over: before === 0n ? after : before };
    const volume = volumeOf(quantity, margin, [before, after], all);
    const components = amounts.map(([was, is]) => (before === 0n ? -was : is));
    return { volume, mix: quantity - volume, components };
  }
  // The mean profitability of a unit, and every component's difference, have this denominator.
  const over = 2n * before * after;
  const of = profitBefore * after + profitAfter * before;
  const numerators = amounts.map(([was, is]) => (before + after) * (is * before - was * after));
  const [quantity = 0n, ...components] = byLargestRemainder([(after - before) * of, ...numerators], over);
  const volume = volumeOf(quantity, { of, over }, [before, after], all);
  return { volume, mix: quantity - volume, components };
}

/** A fraction: `over` is above 0. */
type Fraction = { readonly of: bigint; readonly over: bigint };

/** Change of a quantity of an item, had all kept their shares; `margin` is the mean profitability of its unit. */
export function volumeOf(
  quantity: bigint,
  margin: Fraction,
  [before, after]: readonly [bigint, bigint],
  [allBefore, allAfter]: readonly [bigint, bigint],
): bigint {
  // Its share is the same: there is no mix.
  if (after * allBefore === before * allAfter) return quantity;
  const units = (allAfter - allBefore) * (before * allAfter + after * allBefore);
  return nearest(units * margin.of, 2n * allBefore * allAfter * margin.over);
}

/** Half away from zero. */
function nearest(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const whole = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -whole : whole;
}

function sumOf(amounts: BridgeItem['amounts'], period: 0 | 1): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += amount[period];
  return sum;
}

/** Fractions of one denominator (above 0) whose sum is a whole number, as whole numbers of the same sum. */
export function byLargestRemainder(numerators: readonly bigint[], denominator: bigint): readonly bigint[] {
  const remainders = numerators.map((numerator) => {
    const remainder = numerator % denominator;
    return remainder < 0n ? remainder + denominator : remainder;
  });
  const wholes = numerators.map((numerator, at) => (numerator - (remainders[at] ?? 0n)) / denominator);
  const missing = Number(remainders.reduce((sum, remainder) => sum + remainder, 0n) / denominator);
  const byLoss = [...remainders.keys()].sort((a, b) => {
    const [left = 0n, right = 0n] = [remainders[a], remainders[b]];
    return left === right ? a - b : left > right ? -1 : 1;
  });
  for (const at of byLoss.slice(0, missing)) wholes[at] = (wholes[at] ?? 0n) + 1n;
  return wholes;
}
