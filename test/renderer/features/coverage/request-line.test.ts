import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestLine } from '#renderer/screens/sync/sync-screen.tsx';
import { NOW } from './sync-fixtures.ts';

describe('the line of the last minute', () => {
  test('shows requests where they were, and the next where it fits', () => {
    const line = requestLine([NOW - 60_000, NOW - 30_000, NOW], NOW + 10_000, NOW);
    expect(line.now).toBe(0.75);
    expect(line.marks).toEqual([
      { at: 0.375, secondsAgo: 30 },
      { at: 0.75, secondsAgo: 0 },
    ]);
    expect(line.next).toEqual({ at: 0.875, seconds: 10 });
  });

  test('makes room for a long wait, and ends at its edge', () => {
    expect(requestLine([], NOW + 50_000, NOW)).toMatchObject({ now: 0.5, next: { seconds: 50 } });
    expect(requestLine([], NOW + 3_600_000, NOW).next).toEqual({ at: 1, seconds: 3600 });
    // Whole seconds, none of them too few; the line is the usual one up to its end.
    expect(requestLine([], NOW + 20_000, NOW)).toMatchObject({ now: 0.75, next: { at: 1, seconds: 20 } });
    expect(requestLine([], NOW + 10_001, NOW).next?.seconds).toBe(11);
  });

  test('says nothing of a time that is over: the next fits now', () => {
    expect([NOW, NOW - 1, NOW - 50_000].map((at) => requestLine([], at, NOW))).toEqual(
      [0, 1, 2].map(() => requestLine([], null, NOW)),
    );
  });

  test('everything stands on the line, in order, whatever the clocks say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -200_000, max: 200_000 })),
        fc.option(fc.integer({ min: -200_000, max: 90_000_000 })),
        (recent, next) => {
          const sorted = recent.toSorted((a, b) => a - b).map((at) => NOW + at);
          const line = requestLine(sorted, next === null ? null : NOW + next, NOW);
          const places = line.marks.map(({ at }) => at);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
          for (const at of places) {
            expect(at).toBeGreaterThanOrEqual(0);
            expect(at).toBeLessThanOrEqual(line.now);
          }
          if (line.next !== null) {
            expect(line.next.at).toBeGreaterThanOrEqual(line.now);
            expect(line.next.at).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});
