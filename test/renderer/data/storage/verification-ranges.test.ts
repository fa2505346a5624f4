import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { believedPurchases, dateSpanAt } from '#renderer/data/model/date-span.ts';
import { verificationRanges } from '#renderer/data/storage/commit/judge-window.ts';
import { presentOf } from '#renderer/data/storage/database/known-time.ts';
import { SECOND_MS } from '#shared/domain/dates.ts';
import { groupInstantsIntoRanges, type InstantRange } from '#shared/domain/purchase-ranges.ts';
import { checkpoint } from './ledger-fixtures.ts';

/** Which purchases are read again: each asked for once, in as few ranges as their rows let, none that nobody can read. */

const at = (text: string): number => Date.parse(`${text}Z`);
const none = () => 0;

describe('ranges over purchases', () => {
  test('hold every instant once, newest first, and no more rows than may come, but for an instant by itself', () => {
    const instants = fc.array(fc.nat({ max: 40 }), { maxLength: 15 });
    const rows = fc.array(fc.nat({ max: 40 }), { maxLength: 40 });
    fc.assert(
      fc.property(instants, rows, fc.integer({ min: 1, max: 6 }), (asked, stored, most) => {
        const rowsIn = ({ fromMs, toMs }: InstantRange) =>
          stored.filter((ms) => ms >= fromMs && ms < toMs).length;
        const ranges = groupInstantsIntoRanges(asked, rowsIn, most);
        for (const instant of asked)
          expect(ranges.filter(({ fromMs, toMs }) => instant >= fromMs && instant < toMs)).toHaveLength(1);
        for (const [place, range] of ranges.entries()) {
          // Both ends are instants: nothing else is asked for.
          expect(asked).toContain(range.fromMs);
          expect(asked).toContain(range.toMs - 1);
          if (range.toMs - range.fromMs > 1) expect(rowsIn(range)).toBeLessThanOrEqual(most);
          const older = ranges[place + 1];
          if (older === undefined) continue;
          expect(older.toMs).toBeLessThanOrEqual(range.fromMs);
          // The next instant would have been one too many.
          expect(rowsIn({ fromMs: older.toMs - 1, toMs: range.toMs })).toBeGreaterThan(most);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('begin with the earliest purchase that may be asked for, that one included', () => {
    const early = at('2024-01-01T00:00:00.000');
    const ranges = verificationRanges([early - 1, early], none, checkpoint('2024-01-01'));
    expect(ranges).toEqual([
      { from: '2024-01-01T00:00:00.000', to: '2024-01-01T00:00:00.001', storedRows: 0 },
    ]);
    expect(verificationRanges([early - 1], none, checkpoint('2024-01-01'))).toEqual([]);
    expect(verificationRanges([early - 1], none, null)).toHaveLength(1);
  });

  test('leave out dates that nobody can have bought on', () => {
    expect(verificationRanges([at('9999-12-31T00:00:00.000')], none, checkpoint())).toEqual([]);
    expect(verificationRanges([at('9999-12-31T00:00:00.000')], none, null)).toEqual([]);
    const { toMs } = believedPurchases(dateSpanAt(presentOf(checkpoint())));
    expect(verificationRanges([toMs - 1], none, checkpoint())).toHaveLength(1);
    expect(verificationRanges([toMs], none, checkpoint())).toEqual([]);
  });

  test('count the rows of a second more on each side, which the request brings too, and tell those asked for', () => {
    const [older, newer] = [at('2026-03-01T10:00:00.000'), at('2026-03-02T10:00:00.000')];
    const asked: InstantRange[] = [];
    const rowsIn = (range: InstantRange): number => {
      asked.push(range);
      // Just beside the first of them lie as many rows as one page holds.
      return range.fromMs <= older - SECOND_MS && range.toMs > newer ? 801 : 3;
    };
    const ranges = verificationRanges([older, newer], rowsIn, checkpoint());
    expect(asked[0]).toEqual({ fromMs: older - SECOND_MS, toMs: newer + 1 + SECOND_MS });
    expect(ranges).toEqual([
      { from: '2026-03-02T10:00:00.000', to: '2026-03-02T10:00:00.001', storedRows: 3 },
      { from: '2026-03-01T10:00:00.000', to: '2026-03-01T10:00:00.001', storedRows: 3 },
    ]);
  });
});
