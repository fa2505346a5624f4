import type { ReadRange } from '#shared/contract/checkpoint.ts';
import { HOUR_MS, instantToMs, monthOf, type UtcInstant } from '#shared/domain/dates.ts';
import { byStart, cutRanges } from '#shared/domain/purchase-ranges.ts';

/** The list of what has been read by purchase date, as readings are entered into it. Pure. */

/** Two readings become one entry when they touch inside one month and were made within an hour; the older time stays. */
function joinable(left: ReadRange, right: ReadRange): boolean {
  return (
    left.to === right.from &&
    monthOf(left.from) === monthOf(right.from) &&
    Math.abs(instantToMs(left.readAt) - instantToMs(right.readAt)) < HOUR_MS
  );
}

/** Enters a completed reading: it replaces what was known of its range; the list stays sorted, short and disjoint. */
export function addRead(reads: readonly ReadRange[], fresh: ReadRange): ReadRange[] {
  const merged: ReadRange[] = [];
  for (const read of [...cutRanges(reads, [fresh]), fresh].sort(byStart)) {
    const last = merged.at(-1);
    if (last !== undefined && joinable(last, read)) {
      const readAt: UtcInstant = last.readAt < read.readAt ? last.readAt : read.readAt;
      merged[merged.length - 1] = { from: last.from, to: read.to, readAt };
    } else {
      merged.push({ from: read.from, to: read.to, readAt: read.readAt });
    }
  }
  return merged;
}
