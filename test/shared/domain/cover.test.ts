import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LocalDateTime, localFromMs, MINUTE_MS, type Month } from '#shared/domain/dates.ts';
import {
  byStart,
  clipRange,
  covers,
  cutRanges,
  groupInstantsIntoRanges,
  holdsRange,
  type InstantRange,
  type LocalRange,
  monthRange,
  overlaps,
  subtractRanges,
} from '#shared/domain/purchase-ranges.ts';

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

describe('arithmetic of ranges', () => {
  const MINUTES = Array.from({ length: 24 }, (_, minute) => minute);
  const at = (minute: number): LocalDateTime =>
    localFromMs(Date.UTC(2026, 4, 31, 23, 50) + minute * MINUTE_MS);
  /** A range and the minutes that it holds; it may be empty. */
  const range = fc
    .tuple(fc.nat(24), fc.nat(8))
    .map(([from, length]): LocalRange => ({ from: at(from), to: at(Math.min(24, from + length)) }));
  const ranges = fc.array(
    range.filter(({ from, to }) => from < to),
    { maxLength: 6 },
  );
  const minutesOf = (...some: readonly LocalRange[]): readonly number[] =>
    MINUTES.filter((minute) => some.some(({ from, to }) => from <= at(minute) && at(minute) < to));

  test('what is left of a range is each of its instants that no other takes, in as few pieces as can be', () => {
    fc.assert(
      fc.property(range, ranges, (whole, taken) => {
        const rest = subtractRanges(whole, taken);
        const gone = new Set(minutesOf(...taken));
        expect(minutesOf(...rest)).toEqual(minutesOf(whole).filter((minute) => !gone.has(minute)));
        for (const [index, piece] of rest.entries()) {
          expect(piece.from < piece.to).toBe(true);
          const next = rest[index + 1];
          if (next !== undefined) expect(piece.to < next.from).toBe(true);
        }
        expect(covers(taken, whole)).toBe(rest.length === 0);
        const named = cutRanges([{ ...whole, name: 'x' }], taken);
        expect(named).toEqual(rest.map((piece) => ({ ...piece, name: 'x' })));
      }),
      { seed: 5, numRuns: 400 },
    );
  });

  test('what is left is between the ends of longer ranges, whatever shorter ones lie in them', () => {
    const of = (...bounds: readonly (readonly [number, number])[]): readonly LocalRange[] =>
      bounds.map(([from, to]) => ({ from: at(from), to: at(to) }));
    const [whole = monthRange('2026-05' as Month)] = of([0, 20]);
    expect(subtractRanges(whole, of([12, 13], [5, 6], [4, 10], [20, 22]))).toEqual(
      of([0, 4], [10, 12], [13, 20]),
    );
    expect(subtractRanges(whole, of([5, 30], [8, 9]))).toEqual(of([0, 5]));
    expect(subtractRanges(whole, [])).toEqual([whole]);
    expect(covers(of([0, 15], [3, 4], [15, 20]), whole)).toBe(true);
    expect(of([3, 4], [0, 9], [2, 3]).toSorted(byStart)).toEqual(of([0, 9], [2, 3], [3, 4]));
  });

  test('two ranges overlap, hold each other and are clipped by the instants they share', () => {
    fc.assert(
      fc.property(range, range, (one, other) => {
        fc.pre(one.from < one.to && other.from < other.to);
        const both = minutesOf(one).filter((minute) => minutesOf(other).includes(minute));
        expect(overlaps(one, other)).toBe(both.length > 0);
        const clipped = clipRange(one, other);
        expect(clipped === null ? [] : minutesOf(clipped)).toEqual(both);
        expect(clipped === null).toBe(both.length === 0);
        expect(holdsRange(one, other)).toBe(both.length === minutesOf(other).length);
        expect(Math.sign(byStart(one, other))).toBe(Math.sign(one.from.localeCompare(other.from)));
      }),
      { seed: 5, numRuns: 400 },
    );
  });

  test('a month goes to the first instant of the next', () => {
    expect(monthRange('2026-12' as Month)).toEqual({
      from: '2026-12-01T00:00:00.000',
      to: '2027-01-01T00:00:00.000',
    });
  });
});
