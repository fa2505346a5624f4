import { type Decimal, fromDecimal } from '#shared/decimal.ts';

/** A line that moves less than this between its lowest and its highest month has nothing to shade, in points. */
const LEAST_SPREAD = 0.3;
const STEPS = 5;

/**
 * Five steps of shading of a line's rates, each within its own line, from the least to the greatest; null: none. The
 * shades are drawn, never read: floats serve.
 */
export function heatOf(rates: readonly (Decimal | null)[]): readonly (number | null)[] {
  const known = rates.map((rate) => {
    if (rate === null) return null;
    const { units, scale } = fromDecimal(rate);
    return Number(units) / 10 ** scale;
  });
  const values = known.filter((value) => value !== null);
  const low = Math.min(...values);
  const spread = Math.max(...values) - low;
  if (values.length < 2 || spread < LEAST_SPREAD) return rates.map(() => null);
  return known.map((value) =>
    value === null ? null : Math.min(STEPS, 1 + Math.floor(((value - low) / spread) * STEPS)),
  );
}
