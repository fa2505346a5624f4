import { describe, expect, test } from 'vitest';
import {
  CLOSE_COLUMNS,
  countedSum,
  type MonthOrder,
  ownMove,
  readMonthOrders,
  writeMonthOrders,
} from '#renderer/reconciliation/closing/model/month-orders.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** An order as a close keeps it, with what own costs add to its sums. */

const decimal = (text: string): Decimal => text as Decimal;
const ORDER: MonthOrder = {
  key: '["C","A","1"]' as OrderKey,
  rows: 2,
  sums: {
    Ventas: decimal('100.00'),
    'Costo de Producto': decimal('0'),
    'Rentabilidad Marketplace': decimal('80.00'),
    'Rentabilidad Comercial': decimal('80.00'),
  },
  own: {
    'Costo de Producto': decimal('30.5'),
    'Rentabilidad Comercial': decimal('-30.5'),
    'Rentabilidad Total': decimal('-10'),
  },
};
const counted = (order: MonthOrder) => CLOSE_COLUMNS.map((column) => countedSum(order, column));

describe('an order of a closed month', () => {
  test('has its sums with own costs counted, where they move one; a sum that is not there is what they add', () => {
    expect(counted(ORDER)).toEqual(['100.00', '30.5', '80.00', '49.50', '-10']);
    expect(counted({ ...ORDER, own: null })).toEqual(['100.00', '0', '80.00', '80.00', null]);
    const nothing = decimal('0.00');
    const own = {
      'Costo de Producto': nothing,
      'Rentabilidad Comercial': nothing,
      'Rentabilidad Total': nothing,
    };
    expect(counted({ ...ORDER, own })).toEqual(['100.00', '0', '80.00', '80.00', null]);
    expect(toDecimal(ownMove(ORDER, 'Rentabilidad Total'))).toBe('-10');
    expect(toDecimal(ownMove(ORDER, 'Ventas'))).toBe('0');
    expect(toDecimal(ownMove(null, 'Rentabilidad Total'))).toBe('0');
  });

  test('is read as it was written, one of an earlier version with the cost alone', () => {
    const all = [ORDER, { ...ORDER, own: null }];
    expect(readMonthOrders(writeMonthOrders(all))).toEqual(all);
    expect(readMonthOrders('')).toEqual([]);
    const former = '["k",1,"4.25","10",null,"9","8",null]';
    const [order] = readMonthOrders(former);
    expect(order).toEqual({
      key: 'k',
      rows: 1,
      sums: { Ventas: '10', 'Rentabilidad Marketplace': '9', 'Rentabilidad Comercial': '8' },
      own: { 'Costo de Producto': '4.25', 'Rentabilidad Comercial': '-4.25', 'Rentabilidad Total': '0' },
      isOwnAssumed: true,
    });
    // Taken for granted, it is written as it was found.
    expect(writeMonthOrders(order === undefined ? [] : [order])).toBe(former);
  });

  test('is refused where it is anything else', () => {
    for (const line of [
      '[1,1,null,"1","1","1","1","1"]',
      '["k",1.5,null,"1","1","1","1","1"]',
      '["k","1",null,"1","1","1","1","1"]',
      '["k",1,null,"1","1","1","1"]',
      '["k",1,"2","1","1","1","1","1",["1","2"],"3"]',
      '["k",1,"2","1","1","1","1","1","3"]',
      '["k",1,"2","1","1","1","1",["1","2"]]',
    ])
      expect(() => readMonthOrders(line), line).toThrow(RangeError);
    expect(() => readMonthOrders('["k"')).toThrow();
  });
});
