import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupInstantsIntoRanges, type InstantRange } from '#shared/domain/instant-ranges.ts';

const world = fc.record({
  instants: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 }),
  rows: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 }),
  maxRows: fc.integer({ min: 1, max: 20 }),
});

test('every instant is covered once, newest first, within the limit, by as few ranges as there can be', () => {
  fc.assert(
    fc.property(world, ({ instants, rows, maxRows }) => {
      const rowsIn = ({ fromMs, toMs }: InstantRange) =>
        rows.filter((ms) => ms >= fromMs && ms < toMs).length;
      const ranges = groupInstantsIntoRanges(instants, rowsIn, maxRows);
      for (const instant of instants) {
        expect(ranges.filter(({ fromMs, toMs }) => instant >= fromMs && instant < toMs)).toHaveLength(1);
      }
      for (const [index, range] of ranges.entries()) {
        const next = ranges[index + 1];
        if (next !== undefined) expect(next.toMs).toBeLessThanOrEqual(range.fromMs);
        // Too many rows only where a single instant has them.
        if (rowsIn(range) > maxRows) expect(range.toMs - range.fromMs).toBe(1);
      }
      expect(ranges.length).toBe(
        fewestRanges(
          [...new Set(instants)].sort((a, b) => a - b),
          rowsIn,
          maxRows,
        ),
      );
    }),
    { numRuns: 500 },
  );
});

/** The least number of ranges, by trying every way to cut the instants. */
function fewestRanges(
  instants: readonly number[],
  rowsIn: (range: InstantRange) => number,
  maxRows: number,
): number {
  const fewest = [0];
  for (let end = 1; end <= instants.length; end += 1) {
    let best = Number.POSITIVE_INFINITY;
    for (let start = 0; start < end; start += 1) {
      const range = { fromMs: instants[start] ?? 0, toMs: (instants[end - 1] ?? 0) + 1 };
      const isAllowed = start === end - 1 || rowsIn(range) <= maxRows;
      if (isAllowed) best = Math.min(best, (fewest[start] ?? 0) + 1);
    }
    fewest[end] = best;
  }
  return fewest[instants.length] ?? 0;
}
