/**
 * How many intervals share a place, at most: counted by the bins that they touch, without sorting them. What many samples tell
 * is that no rule can be found in them, and this tells it for a fraction of what finding the very place takes. It may be more
 * than there are, never fewer.
 */

/** Ratios of a charge to its base stand in fine bins; what is far from any rate, in a few wide ones. */
const FINE = { from: -0.25, to: 0.75, bins: 160 } as const;
const FAR = 4.25;
const WIDE_BINS_PER_ONE = 2;
const WIDE_BELOW = (FINE.from + FAR) * WIDE_BINS_PER_ONE;
const FIRST_FINE = 1 + WIDE_BELOW;
const FIRST_ABOVE = FIRST_FINE + FINE.bins;
const LAST = FIRST_ABOVE + Math.ceil((FAR - FINE.to) * WIDE_BINS_PER_ONE);

/** Never falls as the value grows, in doubles too: every step of it is a function that does not. */
function binOf(value: number): number {
  if (value < FINE.from) {
    return value < -FAR ? 0 : 1 + Math.floor((value + FAR) * WIDE_BINS_PER_ONE);
  }
  if (value < FINE.to) return FIRST_FINE + Math.floor((value - FINE.from) * FINE.bins);
  return value >= FAR ? LAST : FIRST_ABOVE + Math.floor((value - FINE.to) * WIDE_BINS_PER_ONE);
}

/** Where intervals begin and end, less those that ended in the bin before. */
const steps = new Int32Array(LAST + 2);

/** Of the first `count` intervals. One that ends before it begins is counted nowhere, and one with NaN makes it infinite. */
export function mostOverlaps(from: Float64Array, to: Float64Array, count: number): number {
  steps.fill(0);
  for (let at = 0; at < count; at += 1) {
    const low = from[at] ?? 0;
    const high = to[at] ?? 0;
    if (Number.isNaN(low) || Number.isNaN(high)) return Number.POSITIVE_INFINITY;
    if (low > high) continue;
    const begin = binOf(low);
    const end = binOf(high) + 1;
    steps[begin] = (steps[begin] ?? 0) + 1;
    steps[end] = (steps[end] ?? 0) - 1;
  }
  let open = 0;
  let most = 0;
  for (let bin = 0; bin <= LAST; bin += 1) {
    open += steps[bin] ?? 0;
    if (open > most) most = open;
  }
  return most;
}

const NEAR_BINS = 256;
const near = new Int32Array(NEAR_BINS);
/** Two values that are both within a width of a place lie in one bin, or in two beside each other, whatever doubles round. */
const WIDTHS_OF_A_BIN = 2.5;

/** The same of intervals that reach as far as `width` to both sides of finite values; far bins count as one. */
export function mostNear(values: Float64Array, width: number): number {
  near.fill(0);
  for (let at = 0; at < values.length; at += 1) {
    const bin = Math.floor((values[at] ?? 0) / (WIDTHS_OF_A_BIN * width)) & (NEAR_BINS - 1);
    near[bin] = (near[bin] ?? 0) + 1;
  }
  let most = 0;
  for (let bin = 0; bin < NEAR_BINS; bin += 1) {
    most = Math.max(most, (near[bin] ?? 0) + (near[(bin + 1) & (NEAR_BINS - 1)] ?? 0));
  }
  return most;
}
