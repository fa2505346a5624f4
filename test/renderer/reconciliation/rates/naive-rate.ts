/** A charge as a rule makes it, in fractions of whole numbers, a row at a time: shares no code with what is tested. */

export type NaiveRule = {
  /** In hundredths of a percent. */
  readonly percent: number;
  /** In cents, per unit. */
  readonly fixed: number;
  /** Cents of a unit's price below which the fixed part holds; null: it always does. */
  readonly below: number | null;
  readonly tax: 'none' | 'added' | 'removed';
  /** In cents: 1 or 100. */
  readonly step: number;
  readonly mode: 'half-up' | 'half-even' | 'floor';
  readonly per: 'row' | 'unit';
};

const TAX = 19n;

/** The charge in cents for so many units that came to `sales` cents. */
export function naiveCharge(rule: NaiveRule, sales: number, units: number): number {
  const holds = rule.below === null || sales < rule.below * units;
  const fixed = holds ? BigInt(rule.fixed * units) : 0n;
  // Over 10 000: hundredths of a percent.
  const [top, bottom] = [BigInt(sales) * BigInt(rule.percent), 10_000n];
  const whole: readonly [bigint, bigint] = {
    none: [top + fixed * bottom, bottom] as const,
    added: [(top + fixed * bottom) * (100n + TAX), bottom * 100n] as const,
    removed: [top * 100n + fixed * bottom * (100n + TAX), bottom * (100n + TAX)] as const,
  }[rule.tax];
  const parts = rule.per === 'unit' ? BigInt(units) : 1n;
  const divisor = whole[1] * parts * BigInt(rule.step);
  return Number(rounded(whole[0], divisor, rule.mode) * parts) * rule.step;
}

function rounded(top: bigint, bottom: bigint, mode: NaiveRule['mode']): bigint {
  const below = top / bottom;
  const twice = (top - below * bottom) * 2n;
  if (mode === 'floor' || twice < bottom) return below;
  if (twice > bottom || mode === 'half-up') return below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

export const cents = (value: number): string => (value / 100).toFixed(2);
