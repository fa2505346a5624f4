import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bankLinesOfMonth } from '#renderer/reconciliation/payouts/model/bank-lines-of-month.ts';
import type { BankDeposit } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const MONTHS = ['2026-09', '2026-10', '2026-11'] as const;

test('bank lines of a month are those of its days, and come to those that nobody explained, each currency by itself', () => {
  const line = fc.record({
    day: fc.option(fc.constantFrom(...MONTHS.map((month) => `${month}-07` as LocalDate))),
    cents: fc.integer({ min: 1, max: 99_999 }),
    currency: fc.constantFrom('CLP', 'ARS'),
    isExplained: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom(...MONTHS), (all, month) => {
      const listed = all.map(
        ({ cents, ...each }, at): BankDeposit => ({
          ...{ identity: `${at}`, statementId: 's', file: 'f', bank: null, line: at, description: '' },
          ...{ document: '', words: '', amount: (cents / 100).toFixed(2) as Decimal, ...each },
        }),
      );
      const found = bankLinesOfMonth({ listed }, month as Month);
      const own = all.filter(({ day }) => day === null || day.startsWith(month));
      const open = own.filter(({ isExplained }) => !isExplained);
      expect(found.listed.map(({ line: at }) => all[at])).toEqual(own);
      expect(found.lines).toBe(open.length);
      for (const { currency, sum } of found.sums) {
        const cents = open
          .filter((each) => each.currency === currency)
          .reduce((total, each) => total + each.cents, 0);
        expect(Math.round(Number(sum) * 100)).toBe(cents);
      }
      expect(found.sums.reduce((total, { count }) => total + count, 0)).toBe(open.length);
    }),
  );
});
