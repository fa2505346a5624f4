import { type LocalDateTime, type Month, shiftMonth, startOfMonth } from './dates.ts';

/** Arithmetic of half-open ranges of `Fecha de compra`. Date-times compare as text. */

export type LocalRange = { readonly from: LocalDateTime; readonly to: LocalDateTime };

/** Before and after every purchase there can be. */
export const START_OF_TIME = '0000-01-01T00:00:00.000' as LocalDateTime;
export const END_OF_TIME = '9999-12-31T00:00:00.000' as LocalDateTime;

const later = (a: LocalDateTime, b: LocalDateTime) => (a > b ? a : b);
const earlier = (a: LocalDateTime, b: LocalDateTime) => (a < b ? a : b);

/** For sorting: by where ranges begin. */
export function byStart(a: LocalRange, b: LocalRange): number {
  return a.from < b.from ? -1 : a.from > b.from ? 1 : 0;
}

export function monthRange(month: Month): LocalRange {
  return { from: startOfMonth(month), to: startOfMonth(shiftMonth(month, 1)) };
}

/** The parts of `range` that none of `taken` covers, ascending. */
export function subtractRanges(range: LocalRange, taken: readonly LocalRange[]): readonly LocalRange[] {
  const rest: LocalRange[] = [];
  let at = range.from;
  for (const piece of [...taken].sort(byStart)) {
    if (piece.to <= at || piece.from >= range.to) continue;
    if (piece.from > at) rest.push({ from: at, to: piece.from });
    at = piece.to;
  }
  if (at < range.to) rest.push({ from: at, to: range.to });
  return rest;
}

/** The parts of ranges outside others, each piece with all else that its range carries. */
export function cutRanges<R extends LocalRange>(ranges: readonly R[], away: readonly LocalRange[]): R[] {
  return ranges.flatMap((range) => subtractRanges(range, away).map((rest) => ({ ...range, ...rest })));
}

/** The part of a range inside another; null when there is none. */
export function clipRange(range: LocalRange, to: LocalRange): LocalRange | null {
  const clipped = { from: later(range.from, to.from), to: earlier(range.to, to.to) };
  return clipped.from < clipped.to ? clipped : null;
}

export function holdsRange(outer: LocalRange, inner: LocalRange): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

export function overlaps(left: LocalRange, right: LocalRange): boolean {
  return left.from < right.to && right.from < left.to;
}

/** Whether ranges hold all of another between them; an empty one always. */
export function covers(ranges: readonly LocalRange[], wanted: LocalRange): boolean {
  return subtractRanges(wanted, ranges).length === 0;
}

/** Few ranges over many instants (rule 5): pure arithmetic on one axis of milliseconds. */

export type InstantRange = { readonly fromMs: number; readonly toMs: number };

/** Stored rows that one verification range is meant to hold at most: what comes fits one page with room to spare. */
const VERIFICATION_ROWS = 800;

/**
 * Covers every instant by as few half-open ranges of at most `maxRows` rows as possible, newest first; an instant
 * with more is alone. Greedy from the newest is optimal as `rowsIn` must not decrease when a range grows.
 */
export function groupInstantsIntoRanges(
  instantsMs: Iterable<number>,
  rowsIn: (range: InstantRange) => number,
  maxRows: number = VERIFICATION_ROWS,
): readonly InstantRange[] {
  const newestFirst = [...new Set(instantsMs)].sort((a, b) => b - a);
  const ranges: InstantRange[] = [];
  let open: InstantRange | null = null;
  for (const instant of newestFirst) {
    if (open !== null) {
      const wider: InstantRange = { fromMs: instant, toMs: open.toMs };
      if (rowsIn(wider) <= maxRows) {
        open = wider;
        continue;
      }
      ranges.push(open);
    }
    open = { fromMs: instant, toMs: instant + 1 };
  }
  if (open !== null) ranges.push(open);
  return ranges;
}
