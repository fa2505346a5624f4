import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isVatRate, ratesOfAccount, withoutVat } from '#renderer/data/model/vat-rates.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Amounts less the VAT in them. */

const net = (amount: string, rate: string, places = 6) =>
  withoutVat(amount as Decimal, rate as Decimal, places);

describe('an amount less the VAT in it', () => {
  test.each([
    ['1190', '19', '1000'],
    ['1000', '19', '840.336134'],
    ['110.5', '10.5', '100'],
    ['-1190', '19', '-1000'],
    ['0.000001', '99.9', '0.000001'],
    ['119.00000000', '19', '100'],
  ])('%s at %s %% is %s', (amount, rate, wanted) => {
    expect(net(amount, rate)).toBe(wanted);
  });

  test('is rounded to its places at once, halves away from zero', () => {
    expect(net('10.5', '5', 0)).toBe('10');
    expect(net('11.025', '5', 0)).toBe('11');
    // 1.05 is a half of the last place, which goes up; a digit beyond the places is not cut before.
    expect(net('0.525', '5', 0)).toBe('1');
    expect(net('0.5249', '5', 0)).toBe('0');
  });

  test('comes to the amount with its VAT within half of its last place', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 14n });
    const tenths = fc.bigInt({ min: 1n, max: 999n });
    fc.assert(
      fc.property(cents, tenths, (amount, rate) => {
        const [whole, part = ''] = net(
          `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`,
          `${rate / 10n}.${rate % 10n}`,
        ).split('.');
        const millionths = BigInt(`${whole}${part.padEnd(6, '0')}`);
        // 1000 amount 10^4 = net (1000 + rate), both times 10^6.
        const gap = amount * 10n ** 4n * 1000n - millionths * (1000n + rate);
        expect(2n * (gap < 0n ? -gap : gap) <= 1000n + rate).toBe(true);
      }),
    );
  });
});

test.each([
  ['19', true],
  ['10.5', true],
  ['0', false],
  ['0.0', false],
  ['100', false],
  ['-3', false],
  ['19 %', false],
  ['', false],
])('«%s» is a rate: %s', (text, isRate) => {
  expect(isVatRate(text)).toBe(isRate);
});

test('the rates of an account are those said of it, of no other of its channel; else its country’s', () => {
  const [own, ofCountry] = [['10.5'], ['19']] as unknown as readonly (readonly Decimal[])[];
  if (own === undefined || ofCountry === undefined) throw new Error('There are two.');
  const said = new Map([[accountKey('A', 'B'), { rates: own }]]);
  const ratesOf = (Canal: string, Cuenta: string) => ratesOfAccount({ Canal, Cuenta }, said, ofCountry);
  expect(ratesOf('A', 'B')).toBe(own);
  expect(ratesOf('A', 'C')).toBe(ofCountry);
  expect(ratesOf('A', '')).toBe(ofCountry);
});
