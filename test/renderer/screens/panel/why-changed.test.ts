import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whyChanged } from '#renderer/screens/panel/why-changed.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';

const sums = (parts: { readonly [column: string]: bigint | number }): Sums =>
  Object.fromEntries(Object.entries(parts).map(([column, value]) => [column, String(value) as Decimal]));

const period = fc.record({
  Ventas: fc.bigInt({ min: 1n, max: 10n ** 14n }),
  'Rentabilidad Total': fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
});

describe('why the result changed', () => {
  test('is two amounts that are the difference to the last digit: sales at the rate there was, and the rest', () => {
    fc.assert(
      fc.property(period, period, (own, before) => {
        const why = whyChanged(sums(own), sums(before));
        const difference = own['Rentabilidad Total'] - before['Rentabilidad Total'];
        if (difference === 0n) return expect(why).toBeNull();
        if (why === null) throw new Error('Not told.');
        expect(BigInt(why.difference)).toBe(difference);
        expect(BigInt(why.bySales) + BigInt(why.byMargin)).toBe(difference);
        // Within half a unit of the exact fraction.
        const exact = (own.Ventas - before.Ventas) * before['Rentabilidad Total'];
        const off = 2n * (BigInt(why.bySales) * before.Ventas - exact);
        expect((off < 0n ? -off : off) <= before.Ventas).toBe(true);
      }),
    );
  });

  test('keeps the decimals there are, and names what moved the rate most, a gain above zero', () => {
    const before = sums({
      ...{ Ventas: 1000, 'Ingreso Total': 1000, 'Cobro de Comisiones': 100, 'Costo de Producto': 500 },
      'Rentabilidad Total': 400,
    });
    const own = {
      ...sums({ Ventas: 2000, 'Ingreso Total': 2000, 'Cobro de Comisiones': 300, 'Costo de Producto': 940 }),
      'Rentabilidad Total': '760.50' as Decimal,
    };
    const why = whyChanged(own, before);
    expect(why).toMatchObject({ difference: '360.50', bySales: '400.00', byMargin: '-39.50' });
    // Commissions from 10 to 15 %, cost from 50 to 47 %; what is left over is half a unit of 2000, too little to name.
    expect(why?.parts.map(({ id, points }) => [id, Number(points)])).toEqual([
      ['commissions', -5],
      ['product-cost', 3],
    ]);
  });

  test('names what nothing explains, though it stands in one of the two periods alone', () => {
    const parts = {
      Ventas: 1000,
      'Ingreso Total': 1000,
      'Cobro de Comisiones': 100,
      'Costo de Producto': 500,
    };
    const [explained, less] = [400, 370].map((result) => sums({ ...parts, 'Rentabilidad Total': result }));
    const named = (own: Sums = {}, before: Sums = {}) =>
      whyChanged(own, before)?.parts.map(({ id, points }) => [id, Number(points)]);
    expect(named(less, explained)).toEqual([['rest-total', -3]]);
    expect(named(explained, less)).toEqual([['rest-total', 3]]);
  });

  test('is not told without sales or a result on either side', () => {
    const whole = sums({ Ventas: 10, 'Rentabilidad Total': 5 });
    expect(whyChanged(whole, sums({ Ventas: 10 }))).toBeNull();
    expect(whyChanged(whole, sums({ Ventas: 0, 'Rentabilidad Total': 1 }))).toBeNull();
    expect(whyChanged(sums({ Ventas: -5, 'Rentabilidad Total': 1 }), whole)).toBeNull();
    expect(whyChanged(whole, whole)).toBeNull();
  });
});
