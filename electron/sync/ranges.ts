import { HOUR_MS, instantToMs, type LocalDateTime, monthOf, type UtcInstant } from '#shared/dates.ts';
import type { ReadRange } from '#shared/sync/checkpoint.ts';

/** Arithmetic of half-open ranges of `Fecha de compra`. Date-times compare as text. */

export type LocalRange = { readonly from: LocalDateTime; readonly to: LocalDateTime };

/** Before and after every purchase there can be. */
export const START_OF_TIME = '0000-01-01T00:00:00.000' as LocalDateTime;
export const END_OF_TIME = '9999-12-31T00:00:00.000' as LocalDateTime;

const byStart = (a: LocalRange, b: LocalRange) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0);
const later = (a: LocalDateTime, b: LocalDateTime) => (a > b ? a : b);
const earlier = (a: LocalDateTime, b: LocalDateTime) => (a < b ? a : b);

/** What of `range` none of `taken` covers, ascending. */
export function subtractRanges(range: LocalRange, taken: readonly LocalRange[]): readonly LocalRange[] {
  const rest: LocalRange[] = [];
  let at = range.from;
  for (const piece of [...taken].sort(byStart)) {
    if (piece.to <= at || piece.from >= range.to) continue;
    if (piece.from > at) rest.push({ from: at, to: piece.from });
    at = later(at, piece.to);
  }
  if (at < range.to) rest.push({ from: at, to: range.to });
  return rest;
}

/** The part of a range inside another; null when there is none. */
export function clipRange(range: LocalRange, to: LocalRange): LocalRange | null {
  const clipped = { from: later(range.from, to.from), to: earlier(range.to, to.to) };
  return clipped.from < clipped.to ? clipped : null;
}

export function holdsRange(outer: LocalRange, inner: LocalRange): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

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
  const kept = reads.flatMap((read) =>
    subtractRanges(read, [fresh]).map((rest) => ({ ...rest, readAt: read.readAt })),
  );
  const merged: ReadRange[] = [];
  for (const read of [...kept, fresh].sort(byStart)) {
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
