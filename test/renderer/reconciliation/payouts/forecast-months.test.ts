import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forecastReport } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayOfNumber } from '#shared/domain/dates.ts';
import { dayOf, moneyOf, type Sold } from './naive-forecast.ts';

/** What came in each month that was foretold: of what was bought before it, and since. */

const FROM = dayOf('2026-09-10');
const sale = fc.record({
  kind: fc.constantFrom(0 as const, 1 as const),
  // About the ends of months, where a day decides.
  bought: fc
    .tuple(
      fc.constantFrom('2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01'),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([day, beside]) => dayOf(day) + beside),
  delay: fc.constantFrom(0, 1, 27, 30, 31, 61),
  cents: fc.integer({ min: -9_999, max: 9_999 }),
});

test('is told by its first and its last day, to the cent', () => {
  fc.assert(
    fc.property(fc.array(sale, { minLength: 1, maxLength: 12 }), (sales) => {
      const sold: Sold[] = sales.map(({ delay, ...each }) => ({ ...each, came: each.bought + delay }));
      const today = dayOfNumber(FROM);
      const { months, scores } = atOnce(
        forecastReport({ scale: 2, accounts: [moneyOf(sold)] }, { today, from: today }),
      );
      for (const [at, { came, since }] of scores.entries()) {
        const month = months[at] ?? '';
        const own = sold.filter((each) => dayOfNumber(each.came ?? 0).startsWith(month));
        const sumOf = (some: readonly Sold[]) => some.reduce((sum, { cents }) => sum + cents, 0);
        const first = dayOf(`${month}-01`);
        expect(Math.round(Number(came) * 100)).toBe(sumOf(own.filter(({ bought }) => bought < first)));
        expect(Math.round(Number(since) * 100)).toBe(sumOf(own.filter(({ bought }) => bought >= first)));
      }
    }),
    { numRuns: 150 },
  );
});
