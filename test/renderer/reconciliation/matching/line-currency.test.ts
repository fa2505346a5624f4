import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addableParts,
  currencyNames,
  sumsByCurrency,
} from '#renderer/reconciliation/matching/model/line-currency.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Amounts of several currencies: each is added to its own. */

test('each sum is of its own currency, and none is left out', () => {
  const amount = fc.record({
    currency: fc.constantFrom('', 'CLP', 'USD'),
    cents: fc.integer({ min: -99_999, max: 99_999 }),
  });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1 }), (amounts) => {
      const sums = sumsByCurrency(
        amounts.map(({ currency, cents }) => ({ currency, amount: (cents / 100).toFixed(2) as Decimal })),
      );
      const expected = [...new Set(amounts.map(({ currency }) => currency))].map((currency) => {
        const own = amounts.filter((each) => each.currency === currency);
        return [currency, own.length, own.reduce((sum, { cents }) => sum + cents, 0)];
      });
      const found = sums.map(({ currency, count, sum }) => [currency, count, Math.round(Number(sum) * 100)]);
      expect(found.toSorted()).toEqual(expected.toSorted());
      const counts = sums.map(({ count }) => count);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    }),
  );
  expect(sumsByCurrency([])).toEqual([{ currency: '', count: 0, sum: '0' }]);
});

test('where one currency at most is named all is in that', () => {
  const named = (...all: readonly (string | null)[]) => all.map(currencyNames(all));
  expect(named('US$', null, '$')).toEqual(['USD', 'USD', 'USD']);
  expect(named(null, '')).toEqual(['', '']);
  expect(named('US$', 'CLP', null, '$')).toEqual(['USD', 'CLP', '', '']);
});

test('what may be added is of one currency, or of none that is named', () => {
  const parts = (...all: readonly (string | null)[]) => addableParts(all, (each) => each);
  expect(parts('CLP', null, 'CLP')).toEqual([['CLP', null, 'CLP']]);
  expect(parts('CLP', null, 'USD', 'CLP')).toEqual([
    ['CLP', null, 'CLP'],
    [null, 'USD'],
  ]);
  expect(parts()).toEqual([[]]);
  // More than there are in any account are none: each would be looked through by itself.
  const many = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`);
  expect([parts(...many(60)).length, parts(...many(61)).length, parts('CLP', ...many(900)).length]).toEqual([
    60, 0, 0,
  ]);
});
