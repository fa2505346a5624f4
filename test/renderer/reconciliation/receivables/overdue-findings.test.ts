import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import { centsText } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import {
  dayText,
  type Plan,
  plan,
  receivablesOf,
  type StatedDays,
  statedDays,
  TODAY,
} from './receivable-world.ts';

/** What of the overdue money is told: its rows, its orders, and when they were bought. */

const today = TODAY as LocalDate;
const NOW = 100;

/** Days beyond the term of a row that is owed today; null: it is not, or on a day ahead that is known. */
function lateOf({ orden, canal, bought, paid, state }: Plan, said: StatedDays, term: number): number | null {
  const day = (canal === 'A' ? said.get(orden) : undefined) ?? paid;
  if (day !== null || state === 'Pagado' || (bought !== null && bought > NOW)) return null;
  return bought === null ? Number.POSITIVE_INFINITY : NOW - bought - term;
}

test('are the rows, orders and days of what is late, apart what is late by more than ninety days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 15 }), statedDays, async (some, said) => {
      // Of most days several orders.
      const plans = some.flatMap((each) => [each, { ...each, orden: (each.orden % 9) + 1 }]);
      const tool = receivablesOf(plans, said);
      const { lines } = await tool.page({ scope: null, month: '2026-11' as Month, today });
      const found = await tool.findings({ scope: null, today });
      for (const { canal, term } of lines)
        for (const kind of ['overdue', 'long-overdue']) {
          const late = plans.filter((row) => {
            const days = row.canal === canal ? lateOf(row, said, term.days) : null;
            return days !== null && days >= 0 && (kind === 'overdue') === days <= 90;
          });
          const one = found.find((each) => each.kind === kind && each.subject.Canal === canal);
          const owed = late.reduce((sum, { left }) => sum + left, 0);
          // More in returns and charges than in sales is owed to nobody.
          expect(toGrains(one?.amount ?? '0')).toBe(toGrains(centsText(Math.max(0, owed))));
          expect(one !== undefined).toBe(owed > 0);
          if (one === undefined) continue;
          expect(one.rows).toBe(late.length);
          expect(one.affects).toEqual([]);
          expect(one.orders).toBe(new Set(late.map(({ orden }) => orden)).size);
          const bought = late.flatMap((row) => row.bought ?? []).toSorted((a, b) => a - b);
          const ends = [bought[0], bought.at(-1)].map((at) => (at === undefined ? null : dayText(at)));
          expect([one.firstPurchase, one.lastPurchase]).toEqual(
            ends.map((text) => (text === null ? null : `${text}T00:00:00.000`)),
          );
        }
    }),
    { numRuns: 60 },
  );
});
