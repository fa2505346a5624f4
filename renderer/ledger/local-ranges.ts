import type { LocalDateTime } from '#shared/dates.ts';

/** Arithmetic of half-open ranges of `Fecha de compra`. Date-times compare as text. */

export type LocalRange = { readonly from: LocalDateTime; readonly to: LocalDateTime };

/** What is left of a range outside another, with all else it carries. */
export function cutRanges<R extends LocalRange>(range: R, away: LocalRange): readonly R[] {
  if (away.to <= range.from || away.from >= range.to) return [range];
  const rest: R[] = [];
  if (away.from > range.from) rest.push({ ...range, to: away.from });
  if (away.to < range.to) rest.push({ ...range, from: away.to });
  return rest;
}

export function overlaps(left: LocalRange, right: LocalRange): boolean {
  return left.from < right.to && right.from < left.to;
}

/** Whether ranges that are sorted and do not overlap hold all of another; an empty one always. */
export function covers(ranges: readonly LocalRange[], wanted: LocalRange): boolean {
  let at = wanted.from;
  for (const { from, to } of ranges) {
    if (to <= at) continue;
    if (at >= wanted.to || from > at) break;
    at = to;
  }
  return at >= wanted.to;
}
