import { compareFractions, divide, type Fraction, minus } from './fraction.ts';

const STEPS = 5;

/**
 * Five steps of shading of one measure's figures, from the least to the greatest of those given; null where there is no
 * figure, or nothing to tell apart. Exact: equal figures have equal shades.
 */
export function shadesOf(values: readonly (Fraction | null)[]): readonly (number | null)[] {
  const known = values.filter((value) => value !== null);
  const [first] = known;
  if (first === undefined || known.length < 2) return values.map(() => null);
  let low = first;
  let high = first;
  for (const value of known) {
    if (compareFractions(value, low) < 0) low = value;
    if (compareFractions(value, high) > 0) high = value;
  }
  const spread = minus(high, low);
  if (spread.top === 0n) return values.map(() => null);
  return values.map((value) => {
    if (value === null) return null;
    const at = divide(minus(value, low), spread);
    if (at === null) return null;
    return Math.min(STEPS, 1 + Number((at.top * BigInt(STEPS)) / at.bottom));
  });
}
