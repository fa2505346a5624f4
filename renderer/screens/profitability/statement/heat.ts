import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** A line that moves less than this between its lowest and its highest month has nothing to shade, in points. */
const LEAST_SPREAD = 0.3;
const STEPS = 5;

/**
 * Five steps of shading of a line's rates, each within its own line, from the least to the greatest; null: none. The
 * shades are drawn, never read: floats serve.
 */
export function heatOf(rates: readonly (Decimal | null)[]): readonly (number | null)[] {
  const known = rates.map(toPlotNumber);
  const values = known.filter((value) => value !== null);
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const spread = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) - low;
  if (values.length < 2 || spread < LEAST_SPREAD) return rates.map(() => null);
  return known.map((value) =>
    value === null ? null : Math.min(STEPS, 1 + Math.floor(((value - low) / spread) * STEPS)),
  );
}
