import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  amountIn,
  identityHolds,
  isRateBase,
  PROFITABILITY_COLUMNS,
  pointChange,
  profitabilityOf,
  ROW_IDENTITIES,
  rateOf,
  setRateOf,
} from '#shared/domain/profitability.ts';
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
    const third = { 'Costo Envío': '1' as Decimal, Ventas: '3' as Decimal };
    expect([0, 1, 4].map((places) => setRateOf('% Costo Envío', third, places))).toEqual([
      ...['33', '33.3', '33.3333'],
    ]);
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

  it('says nothing over sales of less than nothing, and rounds once, half away from zero', () => {
    const rate = (part: string, base: string, places?: number) =>
      rateOf(part as Decimal, base as Decimal, places);
    expect([rate('-5', '-10'), rate('5', '-10'), rate('0', '8'), rate('-5', '8')]).toEqual([
      ...[null, null, '0.00', '-62.50'],
    ]);
    expect([rate('12.345', '100'), rate('-12.345', '100'), rate('12.344', '100')]).toEqual([
      ...['12.35', '-12.35', '12.34'],
    ]);
    expect([rate('1', '3', 0), rate('1', '3', 6)]).toEqual(['33', '33.333333']);
    expect([-1n, 0n, 1n].map((units) => isRateBase({ units }))).toEqual([false, false, true]);
  });

  it('tells profits and costs of the three scopes in their order, over what is summed for them', () => {
    expect(PROFITABILITY_COLUMNS).toEqual([
      'Ventas',
      ...['Rentabilidad Marketplace', 'Costo de Marketplace'],
      ...['Rentabilidad Comercial', 'Costo Comercial'],
      ...['Rentabilidad Total', 'Costo Total'],
    ]);
    const sums = Object.fromEntries(
      PROFITABILITY_COLUMNS.map((column, at) => [column, `${8 - at}.0` as Decimal]),
    );
    expect(profitabilityOf(sums, 1)).toEqual([
      { scope: 'marketplace', profit: '7.0', cost: '6.0', ratePercent: '87.5' },
      { scope: 'comercial', profit: '5.0', cost: '4.0', ratePercent: '62.5' },
      { scope: 'total', profit: '3.0', cost: '2.0', ratePercent: '37.5' },
    ]);
    expect([amountIn(sums, 'Costo Total'), amountIn(sums, 'Orden')]).toEqual([
      { units: 20n, scale: 1 },
      { units: 0n, scale: 0 },
    ]);
  });

  it('tells by how many points a rate moved, where both are there', () => {
    expect(pointChange('12.50' as Decimal, '-2.5' as Decimal)).toBe('15.00');
    expect(pointChange(null, '2.50' as Decimal)).toBeNull();
    expect(pointChange('2.50' as Decimal, null)).toBeNull();
  });

  it('checks a row by what it takes in, gives back and takes off, to the last digit', () => {
    const row: { readonly [column: string]: string } = {
      ...{
        'Ingreso Total': '100.00',
        'Reembolso Total': '3',
        'Cobro Total': '40.5',
        'Cobros Comercial': '30',
      },
      ...{ 'Costo de Producto': '20', 'Rentabilidad Total': '42.500', 'Rentabilidad Comercial': '53' },
    };
    const holds = (over: object = {}) =>
      ROW_IDENTITIES.map((identity) => identityHolds(identity, (column) => ({ ...row, ...over })[column]));
    expect(ROW_IDENTITIES.map(({ result }) => result)).toEqual([
      ...['Rentabilidad Total', 'Rentabilidad Comercial'],
    ]);
    expect(holds()).toEqual([true, true]);
    expect(holds({ 'Rentabilidad Total': '42.501' })).toEqual([false, true]);
    expect(holds({ 'Cobros Comercial': '' })).toEqual([true, undefined]);
    expect(holds({ 'Reembolso Total': null })).toEqual([undefined, undefined]);
    expect(holds({ 'Rentabilidad Comercial': 'x' })).toEqual([true, undefined]);
    for (const column of ['Ingreso Total', 'Reembolso Total', 'Costo de Producto'])
      expect([column, holds({ [column]: '1' })]).toEqual([column, [false, false]]);
  });
});
