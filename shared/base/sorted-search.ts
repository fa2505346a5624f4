/** Binary searches. Positions are those at which a value could be inserted and the order stay. */

/** The first position in [from, to) where `isBefore` no longer holds, or `to`; it holds up to some point, then never. */
export function partitionPoint(from: number, to: number, isBefore: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As `partitionPoint`, in steps that double: for points that lie near `from` most of the time. */
export function nearPartitionPoint(from: number, to: number, isBefore: (at: number) => boolean): number {
  let low = from;
  let step = 1;
  while (low + step <= to && isBefore(low + step - 1)) {
    low += step;
    step *= 2;
  }
  return partitionPoint(low, Math.min(low + step - 1, to), isBefore);
}

/** The first position of an ascending list whose value is not below `value`. */
export function lowerBound(sorted: ArrayLike<number>, value: number): number {
  return partitionPoint(0, sorted.length, (at) => (sorted[at] ?? 0) < value);
}

/** The first position of an ascending list whose value is above `value`. */
export function upperBound(sorted: ArrayLike<number>, value: number): number {
  return partitionPoint(0, sorted.length, (at) => (sorted[at] ?? 0) <= value);
}
