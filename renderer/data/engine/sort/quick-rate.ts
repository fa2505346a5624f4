/** A percentage with two places is so many times its part over its base. */
const HUNDREDTHS_OF_PERCENT = 10_000;
/** Below it the error of a quotient of doubles is far less than what is left to the half. */
const GREATEST_QUICK = 2 ** 40;
const NEAR_HALF = 2 ** -10;

/**
 * part / whole as hundredths of a percent, rounded once as percentOf does (shared/domain/decimal.ts); both are exact integers
 * of one scale, `whole` is not 0. Null on the edge of rounding, or where doubles do not carry it.
 */
export function quickRate(part: number, whole: number): number | null {
  const dividend = part * HUNDREDTHS_OF_PERCENT;
  const rate = dividend / whole;
  const floor = Math.floor(rate);
  const isSure =
    Math.abs(dividend) <= Number.MAX_SAFE_INTEGER &&
    Math.abs(rate) < GREATEST_QUICK &&
    Math.abs(rate - floor - 0.5) > NEAR_HALF;
  if (!isSure) return null;
  return rate - floor > 0.5 ? floor + 1 : floor;
}
