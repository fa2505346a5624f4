import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Group } from '#renderer/data/model/groups.ts';
import {
  countMoves,
  type MonthMove,
  movesSince,
  type SeenMonths,
  seenOf,
  seenSchema,
  tickOff,
  withOlderMonths,
} from '#renderer/features/changes/since-seen.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const AMOUNTS = ['Ventas', 'Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total'];
const PRESENT = '2026-04' as Month;

/** Months as whole cents, and as the worker answers them. */
type Cents = { readonly rows: number; readonly cents: readonly (number | null)[] };
const month: fc.Arbitrary<Cents> = fc.record({
  rows: fc.integer({ min: 1, max: 9 }),
  cents: fc.tuple(
    ...AMOUNTS.map(() => fc.option(fc.constantFrom(-250, 0, 100, 333, 1000), { nil: null, freq: 9 })),
  ),
});
const months = fc.dictionary(
  fc.constantFrom('2025-12', '2026-01', '2026-03', '2026-04', '', '+012026-01'),
  month,
);
const groupsOf = (all: { readonly [month: string]: Cents }): readonly Group[] =>
  Object.entries(all).map(([value, { rows, cents }]) => ({
    value,
    caption: null,
    totals: {
      rows,
      orders: rows,
      sums: Object.fromEntries(
        cents.flatMap((cent, at) =>
          cent === null ? [] : [[AMOUNTS[at] ?? '', (cent / 100).toFixed(2) as Decimal]],
        ),
      ),
      unreadable: {},
      ventasWithProductCost: '0' as Decimal,
      rowsWithoutProductCost: 0,
    },
  }));
const isMonth = (value: string) => /^\d{4}-\d\d$/.test(value);
const share = (cents: Cents | undefined, at: number): number | null => {
  const [ventas] = cents?.cents ?? [];
  const part = cents?.cents[at];
  return ventas == null || ventas <= 0 || part == null ? null : (100 * part) / ventas;
};

test('of the months that moved, those that are over are counted apart', () => {
  const move = (isOver: boolean): MonthMove => ({
    ...{ month: PRESENT, isOver, rows: 1, moves: [], seenAtMs: null },
  });
  expect(countMoves([move(true), move(false), move(true)])).toEqual({ count: 3, over: 2 });
  expect(countMoves([move(false)])).toEqual({ count: 1, over: 0 });
});

describe('what moved since one looked', () => {
  test('is, month by month, what it comes to now less what it came to then, in money and in points', () => {
    let points = 0;
    fc.assert(
      fc.property(months, months, (then, now) => {
        const moves = movesSince(seenOf(groupsOf(then), 5), groupsOf(now), PRESENT);
        const all = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter(isMonth);
        const moved = all.filter((one) => {
          const [before, after] = [then[one], now[one]];
          return (
            before?.rows !== after?.rows ||
            AMOUNTS.some((_, at) => (before?.cents[at] ?? 0) !== (after?.cents[at] ?? 0))
          );
        });
        expect(moves.map((move) => move.month)).toEqual(
          moved.sort((a, b) => Number(b < PRESENT) - Number(a < PRESENT) || (a < b ? 1 : -1)),
        );
        for (const move of moves) {
          const [before, after] = [then[move.month], now[move.month]];
          expect(move.rows).toBe((after?.rows ?? 0) - (before?.rows ?? 0));
          expect(move.isOver).toBe(move.month < PRESENT);
          expect(move.seenAtMs).toBe(before === undefined ? null : 5);
          for (const [at, view] of move.moves.entries()) {
            const cents = (after?.cents[at] ?? 0) - (before?.cents[at] ?? 0);
            expect(Math.round(Number(view.difference) * 100)).toBe(cents);
            const [was, is] = [share(before, at), share(after, at)];
            if (at === 0 || was === null || is === null) expect(view.points).toBeNull();
            else {
              points += 1;
              // Each share is told to the hundredth.
              expect(Math.abs(Number(view.points) - (is - was))).toBeLessThan(0.0101);
            }
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(points).toBeGreaterThan(100);
  });

  test('is nothing of what was ticked off, and as it was of the others; what is kept can be read again', () => {
    fc.assert(
      fc.property(
        months,
        months,
        fc.subarray(['2025-12', '2026-01', '2026-03', '2026-04']),
        (then, now, ticked) => {
          const seen = seenOf(groupsOf(then), 5);
          const after = tickOff(seen, groupsOf(now), ticked as Month[], 9);
          expect(movesSince(after, groupsOf(now), PRESENT)).toEqual(
            movesSince(seen, groupsOf(now), PRESENT).filter(({ month: one }) => !ticked.includes(one)),
          );
          const kept = { null: after };
          expect(seenSchema.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
        },
      ),
    );
  });

  test('is nothing of months that only were read further back; what is newer has moved', () => {
    const one: Cents = { rows: 1, cents: [100, 50, 50, 50] };
    const seen: SeenMonths = seenOf(groupsOf({ '2026-01': one }), 5);
    const now = groupsOf({ '2025-12': one, '2026-01': one, '2026-03': one });
    const next = withOlderMonths(seen, now, 9);
    expect(next['2025-12']).toMatchObject({ atMs: 9, rows: 1 });
    expect(next['2026-01']).toBe(seen['2026-01']);
    expect(movesSince(next, now, PRESENT).map(({ month: moved }) => moved)).toEqual(['2026-03']);
    expect(withOlderMonths(next, now, 11)).toBe(next);
  });
});
