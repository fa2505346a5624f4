import { describe, expect, test } from 'vitest';
import {
  isMappingFor,
  layoutOfMapping,
  NO_MAPPING,
  type StatementMapping,
  saysColumns,
  withColumn,
} from '#renderer/reconciliation/statements/model/mapping.ts';

/** What a user says of a file's columns, as the layout that it makes. */

const layoutOf = (fields: StatementMapping['fields'], more: Partial<StatementMapping> = {}) =>
  layoutOfMapping({ ...NO_MAPPING, fields, ...more });

describe('the layout of a mapping', () => {
  test('has each column as what it was said to be', () => {
    const { columns } = layoutOf({
      ...{ date: 'D', released: 'R', order: 'O', letter: 'L', amount: 'A', in: 'I', out: 'X' },
      ...{ balance: 'B', gross: 'G', taxes: 'T', description: 'W', currency: 'C' },
    });
    const own = (key: string) => {
      const { headers, need, ...found } = columns.find((each) => each.key === key) ?? {
        headers: [],
        need: '',
      };
      return [...headers, need, ...Object.values(found)];
    };
    expect(own('date')).toEqual(['D', 'needed', 'date', 'date', 'date']);
    expect(own('released')).toEqual(['R', 'needed', 'released', 'date', 'released']);
    expect(own('order')).toEqual(['O', 'needed', 'order', 'text', 'order']);
    expect(own('currency')).toEqual(['C', 'needed', 'currency', 'text', 'currency']);
    expect(own('letter')).toEqual(['L', 'needed', 'letter', 'text', null]);
    expect(own('amount')).toEqual(['A', 'needed', 'amount', 'amount', null, 1]);
    expect(own('in')).toEqual(['I', 'needed', 'in', 'amount', null, 1]);
    expect(own('debit')).toEqual(['X', 'needed', 'debit', 'amount', null, 1]);
    expect(own('balance')).toEqual(['B', 'needed', 'balance', 'amount', 'balance', 1]);
    expect(own('gross')).toEqual(['G', 'needed', 'gross', 'amount', 'gross', 1]);
    expect(own('taxes')).toEqual(['T', 'needed', 'taxes', 'amount', 'taxes', 1]);
    expect(columns).toHaveLength(12);
  });

  test('has the net of its own columns, else of the parts', () => {
    expect(layoutOf({ amount: 'A', gross: 'G' }).net).toEqual([['amount', 1]]);
    expect(layoutOf({ out: 'X', in: 'I' }).net).toEqual([
      ['in', 1],
      ['debit', 1],
    ]);
    const parts = { taxes: 'T', shipping: 'S', gross: 'G', commission: 'C' };
    expect(layoutOf(parts).net).toEqual([
      ['gross', 1],
      ['commission', 1],
      ['shipping', 1],
      ['taxes', 1],
    ]);
    expect(layoutOf({ gross: 'G', taxes: 'T' }, { sign: 'reversed' }).net).toEqual([
      ['gross', -1],
      ['taxes', -1],
    ]);
    const reversed = layoutOf({ amount: 'A', gross: 'G', balance: 'B' }, { sign: 'reversed' });
    expect([reversed.net, reversed.sign]).toEqual([[['amount', -1]], 'written']);
    expect(reversed.columns.map((column) => (column.reads === 'amount' ? column.sign : 0))).toEqual([
      1, -1, 1,
    ]);
  });

  test('has a rule of its rows where they add up and there is something on both sides', () => {
    const all = { amount: 'A', gross: 'G', commission: 'C' };
    expect(layoutOf(all).netRule).toBeNull();
    expect(layoutOf(all, { partsAddUp: true }).netRule).toEqual({
      result: [['amount', 1]],
      variants: [
        [
          ['gross', 1],
          ['commission', 1],
        ],
        [
          ['gross', 1],
          ['commission', -1],
        ],
      ],
    });
    expect(layoutOf(all, { partsAddUp: true, sign: 'reversed' }).netRule?.variants).toEqual([
      [
        ['gross', -1],
        ['commission', -1],
      ],
      [
        ['gross', -1],
        ['commission', 1],
      ],
    ]);
    expect(layoutOf({ amount: 'A' }, { partsAddUp: true }).netRule).toBeNull();
    expect(layoutOf({ gross: 'G', commission: 'C' }, { partsAddUp: true }).netRule).toBeNull();
  });

  test('has its signs and its decimals as they were said', () => {
    const signs = (['written', 'reversed', 'letter', 'balance'] as const).map(
      (sign) => layoutOf({ amount: 'A' }, { sign }).sign,
    );
    expect(signs).toEqual(['written', 'written', 'letter', 'balance']);
    expect(layoutOf({ amount: 'A' }, { decimalSign: ',' })).toMatchObject({
      ...{ id: 'mapping', kind: 'unknown', decimalSign: ',', hasBalance: false },
    });
    expect(layoutOf({ amount: 'A', balance: 'B' }).hasBalance).toBe(true);
  });
});

describe('a field put on a column', () => {
  const headers = ['Fecha', 'Monto', 'Monto', 'Saldo'];

  test('takes it from what it was before, as often as its heading does not stand', () => {
    expect(withColumn({ date: 'Fecha' }, 'amount', 'Saldo', headers)).toEqual({
      date: 'Fecha',
      amount: 'Saldo',
    });
    expect(withColumn({ balance: 'Saldo', date: 'Fecha' }, 'amount', 'Saldo', headers)).toEqual({
      ...{ date: 'Fecha', amount: 'Saldo' },
    });
    const both = withColumn({ gross: 'Monto' }, 'amount', 'Monto', headers);
    expect(both).toEqual({ gross: 'Monto', amount: 'Monto' });
    expect(withColumn(both, 'balance', 'Monto', headers)).toEqual({ amount: 'Monto', balance: 'Monto' });
    expect(withColumn(both, 'amount', 'Monto', headers)).toEqual(both);
    expect(withColumn({ amount: 'Monto' }, 'amount', 'Saldo', headers)).toEqual({ amount: 'Saldo' });
  });

  test('is on none where none is named', () => {
    expect(withColumn({ date: 'Fecha', amount: 'Monto' }, 'date', undefined, headers)).toEqual({
      amount: 'Monto',
    });
  });
});

test('a mapping says columns, and is for a header that has all of them', () => {
  expect(saysColumns(NO_MAPPING)).toBe(false);
  const mapping = { ...NO_MAPPING, fields: { date: 'Fecha', amount: 'Monto neto' } };
  expect(saysColumns(mapping)).toBe(true);
  expect(isMappingFor(mapping, ['MONTO NETO', 'x', 'fecha'])).toBe(true);
  expect(isMappingFor(mapping, ['Monto neto', 'x'])).toBe(false);
  expect(isMappingFor(mapping, ['Fecha', 'x'])).toBe(false);
});
