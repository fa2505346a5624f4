import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findColumn } from '#shared/columns/catalogue.ts';
import type { Decimal } from '#shared/decimal.ts';
import { profitabilityOf, RATE_COLUMNS, rateOf, setRateOf } from '#shared/profitability.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((units) => {
  const digits = (units < 0n ? -units : units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal;
});

describe('profitability of a set (spec 2.5)', () => {
  it('is sum over sum: the rate reproduces the profit to half a hundredth of a percent of the base', () => {
    fc.assert(
      fc.property(cents, cents, (ventas, profit) => {
        const [marketplace] = profitabilityOf({ Ventas: ventas, 'Rentabilidad Marketplace': profit });
        if (toGrains(ventas) === 0n) {
          expect(marketplace?.ratePercent).toBeNull();
          return;
        }
        const rate = toGrains(marketplace?.ratePercent ?? 'x');
        const off = rate * toGrains(ventas) - 100n * 10n ** 30n * toGrains(profit);
        const half = (10n ** 28n * (toGrains(ventas) < 0n ? -toGrains(ventas) : toGrains(ventas))) / 2n;
        expect((off < 0n ? -off : off) <= half).toBe(true);
      }),
    );
  });

  it('says nothing where a scope has no column', () => {
    const results = profitabilityOf({
      Ventas: '100.00' as Decimal,
      'Rentabilidad Total': '10.00' as Decimal,
    });
    expect(results.map((result) => [result.scope, result.profit, result.ratePercent])).toEqual([
      ['marketplace', null, null],
      ['comercial', null, null],
      ['total', '10.00', '10.00'],
    ]);
  });

  it('names only catalogue columns in its rates', () => {
    for (const [percent, part] of Object.entries(RATE_COLUMNS)) {
      expect(findColumn(percent)?.kind).toBe('percent');
      expect(findColumn(part)?.kind).toBe('money');
    }
    expect(setRateOf('% Costo Envío', { 'Costo Envío': '5' as Decimal, Ventas: '40' as Decimal })).toBe(
      '12.50',
    );
    expect(rateOf('5' as Decimal, '0' as Decimal)).toBeNull();
  });
});
