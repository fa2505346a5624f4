import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedSteps, waterfallOf } from '#renderer/screens/panel/waterfall.tsx';
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

describe('the steps of two periods', () => {
  const parts = { Ventas: 1000, 'Ingreso Total': 1000, 'Cobro de Comisiones': 100, 'Costo de Producto': 500 };
  const way = (result: number, marketplace: number, more: { readonly [column: string]: number } = {}) => {
    const all = { ...parts, 'Rentabilidad Marketplace': marketplace, 'Rentabilidad Total': result, ...more };
    const found = waterfallOf(sums(all), sums({ 'Cobro de Comisiones': 5 }));
    if (found === null) throw new Error('There is a way.');
    return found;
  };
  const told = (...[now, before]: Parameters<typeof comparedSteps>) =>
    comparedSteps(now, before).flatMap(({ step, before: other, points }) =>
      /commissions|rest|marketplace|total/.test(step.id)
        ? [
            [
              ...[step.id, step.kind, step.amount, step.from, step.to, step.ratePercent],
              ...[step.ofAccount?.amount, '|', other?.amount, other?.ratePercent, '|', points],
            ].join(' '),
          ]
        : [],
    );

  test('are compared one by one; what nothing explains is nothing in the one that it does not stand in', () => {
    // Nothing unexplained before Marketplace then, 30 now; 20 after it then, nothing now.
    const now = way(370, 870);
    const before = way(380, 900, { Ventas: 2000, 'Cobro de Comisiones': 100 });
    expect(told(now, before)).toEqual([
      'commissions cost 100 1000 900 10.000000 5 | 100 5.000000 | 5.000000',
      'rest-marketplace rest 30 900 870 3.000000  | 0 0 | 3.000000',
      'marketplace result 870 0 870 87.000000  | 900 45.000000 | 42.000000',
      'rest-total rest 0 370 370 0  | 20 1.000000 | -1.000000',
      'total result 370 0 370 37.000000  | 380 19.000000 | 18.000000',
    ]);
    expect(told(before, now).filter((line) => line.startsWith('rest'))).toEqual([
      'rest-marketplace rest 0 900 900 0  | 30 3.000000 | -3.000000',
      'rest-total rest 20 400 380 1.000000  | 0 0 | 1.000000',
    ]);
  });

  test('are told of no points where one of them sold nothing or there is none', () => {
    const [now, unsold] = [way(370, 870), way(380, 900, { Ventas: 0 })];
    expect(told(now, unsold).map((line) => line.slice(line.indexOf('|')))).toEqual([
      '| 100  | ',
      '| 0  | ',
      '| 900  | ',
      '| 20  | ',
      '| 380  | ',
    ]);
    expect(told(now, null).map((line) => line.slice(line.indexOf('|')))).toEqual(Array(4).fill('|   | '));
  });
});
