import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { profitabilityOf, rateOf, setRateOf } from '#shared/domain/profitability.ts';
import { toGrains } from './decimal-oracle.ts';

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((units) => {
  const digits = (units < 0n ? -units : units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal;
});

describe('profitability of a set (spec 2.5)', () => {
  it('is sum over sum: the rate reproduces the profit to half a hundredth of a percent of the base', () => {
    fc.assert(
      fc.property(cents, cents, (ventas, profit) => {
        const [marketplace] = profitabilityOf({ Ventas: ventas, 'Rentabilidad Marketplace': profit });
        if (toGrains(ventas) <= 0n) {
          expect(marketplace?.ratePercent).toBeNull();
          return;
        }
        const rate = toGrains(marketplace?.ratePercent ?? 'x');
        const off = rate * toGrains(ventas) - 100n * 10n ** 30n * toGrains(profit);
        const half = (10n ** 28n * toGrains(ventas)) / 2n;
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

  /** Each percentage and the amount it is of (spec 2.4 and 2.5), written down here once more. */
  const PARTS = [
    ['% Rentabilidad Marketplace', 'Rentabilidad Marketplace'],
    ['% Rentabilidad Comercial', 'Rentabilidad Comercial'],
    ['% Rentabilidad Total', 'Rentabilidad Total'],
    ['% Costo de Marketplace', 'Costo de Marketplace'],
    ['% Costo Comercial', 'Costo Comercial'],
    ['% Costo Total', 'Costo Total'],
    ['% Cobro de Comisiones', 'Cobro de Comisiones'],
    ['% Costo de Comisiones', 'Costo de Comisiones'],
    ['% Costo de Publicidad', 'Costos por publicidad'],
    ['% Costo Envío', 'Costo Envío'],
    ['% Costo Producto', 'Costo de Producto'],
  ] as const;

  it('knows every percentage of the catalogue', () => {
    const percentages = COLUMNS.filter(({ kind }) => kind === 'percent').map(({ key }) => key);
    expect(PARTS.map(([percent]) => percent).toSorted()).toEqual(percentages.toSorted());
  });

  it.each(PARTS)('divides %s from %s and Ventas, whatever else is summed', (percent, part) => {
    const others = Object.fromEntries(COLUMNS.map(({ key }, at) => [key, `${at + 100}.00` as Decimal]));
    const sums = { ...others, [part]: '5' as Decimal, Ventas: '40' as Decimal };
    expect(setRateOf(percent, sums)).toBe('12.50');
    const { [part]: _, ...without } = sums;
    expect(setRateOf(percent, without)).toBeNull();
  });

  it('says nothing of a column that is no percentage, nor over nothing', () => {
    expect(setRateOf('Ventas', { Ventas: '40' as Decimal })).toBeNull();
    expect(setRateOf('% Costo Envío', { 'Costo Envío': '5' as Decimal, Ventas: '40' as Decimal })).toBe(
      '12.50',
    );
    expect(rateOf('5' as Decimal, '0' as Decimal)).toBeNull();
    expect(rateOf(undefined, '40' as Decimal)).toBeNull();
    expect(rateOf('5' as Decimal, undefined)).toBeNull();
    expect(profitabilityOf({ 'Rentabilidad Total': '10.00' as Decimal })[2]).toEqual({
      scope: 'total',
      profit: '10.00',
      cost: null,
      ratePercent: null,
    });
  });
});
