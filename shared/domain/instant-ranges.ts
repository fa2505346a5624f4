/** Few ranges over many instants (rule 5): pure arithmetic on one axis of milliseconds. */

export type InstantRange = { readonly fromMs: number; readonly toMs: number };

/** Stored rows that one verification range is meant to hold at most: what comes fits one page with room to spare. */
const VERIFICATION_ROWS = 800;

/**
 * Covers every instant by as few half-open ranges as possible, each expected to hold at most `maxRows` rows;
 * newest range first. An instant that alone holds more is a range of its own. `rowsIn` must not decrease when a
 * range grows: then extending greedily from the newest instant gives the least number of ranges.
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
