import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DRIFT_CAUSES } from '#renderer/data/model/drift-causes.ts';
import { driftOf as driftInSteps } from '#renderer/reconciliation/closing/model/drift.ts';
import {
  CLOSE_COLUMNS,
  type MonthOrder,
  readMonthOrders,
  writeMonthOrders,
} from '#renderer/reconciliation/closing/model/month-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { randomCases } from '#test/random-cases.ts';

/** Cents as the oracle counts them: plain bigints. */
const cents = (text: Decimal | null | undefined): bigint => {
  if (text === null || text === undefined) return 0n;
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(2, '0'));
  return text.startsWith('-') ? -units : units;
};
const amount = fc.integer({ min: -50_000, max: 50_000 }).map((units) => {
  const digits = String(Math.abs(units)).padStart(3, '0');
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return (units < 0 ? `-${text}` : text) as Decimal;
});
const order = (number: number) =>
  fc
    .record({
      rows: fc.integer({ min: 1, max: 3 }),
      sums: fc.record(Object.fromEntries(CLOSE_COLUMNS.map((column) => [column, amount])), {
        requiredKeys: ['Ventas'],
      }),
      own: fc.option(
        fc.record({
          'Costo de Producto': amount,
          'Rentabilidad Comercial': amount,
          'Rentabilidad Total': amount,
        }),
      ),
    })
    .map((made): MonthOrder => ({ key: JSON.stringify(['C', 'A', `${number}`]) as OrderKey, ...made }));
const month = fc
  .uniqueArray(fc.nat({ max: 12 }), { maxLength: 8 })
  .chain((numbers) => fc.tuple(...numbers.map(order)) as fc.Arbitrary<MonthOrder[]>);

const OF_30 = {
  'Costo de Producto': '30.00',
  'Rentabilidad Comercial': '-30.00',
  'Rentabilidad Total': '-30.00',
} as unknown as NonNullable<MonthOrder['own']>;

const PROFITS = {
  marketplace: 'Rentabilidad Marketplace',
  comercial: 'Rentabilidad Comercial',
  total: 'Rentabilidad Total',
} as const;

const driftOf = (...input: Parameters<typeof driftInSteps>) => atOnce(driftInSteps(...input));

describe('the drift of a closed month', () => {
  test('is the difference of its sums, in parts that add up to it', () => {
    fc.assert(
      fc.property(month, month, (before, after) => {
        const drift = driftOf(before, after, () => 'source');
        for (const [scope, column] of Object.entries(PROFITS)) {
          const sum = (orders: readonly MonthOrder[]) =>
            orders.reduce(
              (total, { sums, own }) =>
                total +
                cents(sums[column]) +
                (column === 'Rentabilidad Marketplace' ? 0n : cents(own?.[column])),
              0n,
            );
          const expected = sum(after) - sum(before);
          const ofScope = (sums: { readonly [scope: string]: Decimal }) => cents(sums[scope]);
          expect(ofScope(drift.sums)).toBe(expected);
          expect(drift.causes.reduce((total, { sums }) => total + ofScope(sums), 0n)).toBe(expected);
          expect(
            drift.orders.flatMap(({ parts }) => parts).reduce((total, { sums }) => total + ofScope(sums), 0n),
          ).toBe(expected);
        }
        for (const { cause, orders } of drift.causes) {
          const own = drift.orders.filter(({ parts }) => parts.some((part) => part.cause === cause));
          expect([cause, orders]).toEqual([cause, own.length]);
        }
        const rows = (orders: readonly MonthOrder[]) => orders.reduce((total, each) => total + each.rows, 0);
        expect(drift.rows).toBe(rows(after) - rows(before));
        const sizes = drift.orders.map(({ differences }) => cents(differences['Rentabilidad Total']));
        const magnitudes = sizes.map((size) => (size < 0n ? -size : size));
        expect(magnitudes).toEqual(magnitudes.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
      }),
      { numRuns: randomCases(120) },
    );
  });

  test('is nothing where nothing changed, in whatever order it is told', () => {
    fc.assert(
      fc.property(month, (orders) => {
        const again = readMonthOrders(writeMonthOrders(orders));
        expect(again).toEqual(orders);
        expect(driftOf(orders, again.toReversed(), () => 'source')).toMatchObject({
          orders: [],
          causes: [],
          rows: 0,
        });
      }),
    );
  });

  test('tells a cost that came apart from what else changed, and from own costs', () => {
    const key = 'k' as OrderKey;
    const sums = {
      Ventas: '100.00',
      'Costo de Producto': '0',
      'Rentabilidad Marketplace': '80.00',
      'Rentabilidad Comercial': '80.00',
      'Rentabilidad Total': '75.00',
    } as unknown as MonthOrder['sums'];
    const before: MonthOrder = { key, rows: 1, sums, own: OF_30 };
    const after: MonthOrder = {
      key,
      rows: 1,
      own: null,
      sums: {
        ...sums,
        'Costo de Producto': '40.00' as Decimal,
        'Rentabilidad Marketplace': '79.00' as Decimal,
        'Rentabilidad Comercial': '39.00' as Decimal,
        'Rentabilidad Total': '34.00' as Decimal,
      },
    };
    const [drifted] = driftOf([before], [after], () => 'reread').orders;
    expect(drifted?.parts).toEqual([
      { cause: 'product-cost', sums: { marketplace: '0', comercial: '-40.00', total: '-40.00' } },
      { cause: 'own-cost', sums: { marketplace: '0', comercial: '30.00', total: '30.00' } },
      { cause: 'reread', sums: { marketplace: '-1.00', comercial: '-1.00', total: '-1.00' } },
    ]);
    const onlyCost = {
      ...after,
      own: before.own,
      sums: {
        ...after.sums,
        'Rentabilidad Marketplace': '80.00' as Decimal,
        'Rentabilidad Comercial': '40.00' as Decimal,
        'Rentabilidad Total': '35.00' as Decimal,
      },
    };
    expect(driftOf([before], [onlyCost], () => 'source').causes.map(({ cause }) => cause)).toEqual([
      'product-cost',
    ]);
    expect(DRIFT_CAUSES).toContain('own-cost');
  });

  test('gives a reason beside the cost where rows came or went with it, though the cost explains every figure', () => {
    const of = (cost: string, profit: string, rows: number): MonthOrder => ({
      key: 'k' as OrderKey,
      rows,
      sums: {
        Ventas: '100',
        'Costo de Producto': cost,
        'Rentabilidad Marketplace': '80',
        'Rentabilidad Comercial': profit,
        'Rentabilidad Total': profit,
      } as unknown as MonthOrder['sums'],
      own: null,
    });
    const causes = (before: MonthOrder, after: MonthOrder) =>
      driftOf([before], [after], () => 'reread').causes.map(({ cause, orders }) => [cause, orders]);
    expect(causes(of('0', '80', 1), of('5', '75', 1))).toEqual([['product-cost', 1]]);
    expect(causes(of('0', '80', 1), of('5', '75', 2))).toEqual([
      ['product-cost', 1],
      ['reread', 1],
    ]);
    // Rows alone moved: no cost did.
    expect(causes(of('5', '75', 1), of('5', '75', 2))).toEqual([['reread', 1]]);
  });

  test('names orders that came and that went, with their cost', () => {
    fc.assert(
      fc.property(order(1), (one) => {
        const came = driftOf([], [one], () => 'first');
        expect(came.orders).toMatchObject([{ kind: 'new', before: null, after: one }]);
        expect(came.causes.map(({ cause }) => cause)).not.toContain('product-cost');
        const went = driftOf([one], [], () => 'decision');
        expect(went.orders).toMatchObject([{ kind: 'removed', before: one, after: null }]);
        for (const scope of ['marketplace', 'comercial', 'total'] as const)
          expect(cents(went.sums[scope])).toBe(-cents(came.sums[scope]));
      }),
    );
  });

  test('of a close that kept the own cost alone is none where nothing moved, and of all sums where something did', () => {
    const key = JSON.stringify(['C', 'A', '1']) as OrderKey;
    // As it was written: Comercial of one of the two rows was not readable, which nobody kept.
    const text = `["${key.replaceAll('"', '\\"')}",2,"30.00","100.00","0","80.00","40.00","75.00"]`;
    const [was] = readMonthOrders(text);
    if (was === undefined) throw new Error('It was not read.');
    expect(was).toMatchObject({ own: OF_30, isOwnAssumed: true });
    expect(writeMonthOrders([was])).toBe(text);
    const own = {
      ...OF_30,
      'Costo de Producto': '30' as Decimal,
      'Rentabilidad Comercial': '-10.00' as Decimal,
    };
    const { isOwnAssumed: _, ...asNow } = { ...was, own };
    const same = driftOf([was], [asNow], () => 'source');
    expect([same.orders, same.causes]).toEqual([[], []]);
    // Said of one that is not assumed, it is a drift.
    expect(driftOf([{ ...asNow, own: OF_30 }], [asNow], () => 'source').causes).toMatchObject([
      { cause: 'own-cost', sums: { comercial: '20.00' } },
    ]);
    const sums = { ...was.sums, 'Rentabilidad Comercial': '41.00' as Decimal };
    const moved = driftOf([was], [{ ...asNow, sums }], () => 'source');
    expect(SCOPES.map((scope) => cents(moved.sums[scope]))).toEqual([0n, 2100n, 0n]);
    expect(() => readMonthOrders(text.replace('"75.00"', '"75.00",["1","2"],3'))).toThrow(RangeError);
    expect(() => readMonthOrders(text.replace(',"75.00"', ''))).toThrow(RangeError);
  });
});
