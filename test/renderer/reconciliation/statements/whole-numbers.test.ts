import { describe, expect, it } from 'vitest';
import { type FileCell, mayBeRounded } from '#renderer/data/model/file-cells.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import { numbersInDoubt, withKnownNumbers } from '#renderer/reconciliation/statements/model/whole-numbers.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

const HEADER = ['ORDEN DE COMPRA', 'TIPO', 'TOTAL', 'COMISIÓN', 'SHIPPING', 'PAGO'];
const number = (text: string): FileCell => ({ kind: 'number', text });

/** A settlement with these order numbers, as a workbook holds them. */
const read = (orders: readonly FileCell[]) =>
  readStatementAtOnce(
    [HEADER, ...orders.map((order) => [order, 'Venta', ...['1000', '100', '100', '800'].map(number)])].map(
      (cells, at) => ({ line: at + 1, cells }),
    ),
    { today: '2026-09-05' as LocalDate, mappings: new Map() },
  );
const viewOf = (reading: ReturnType<typeof read>) => ({
  orders: reading.lines.map(({ order }) => order),
  doubts: reading.notUnderstood.map(({ line, why }) => [line, why]),
});

const ENDING_IN_ZERO = ['2000001234567890', '2000001234567880', '2000001234567870'];

describe('order numbers of sixteen digits that a workbook holds', () => {
  it('are whole where one of their column cannot be a rounded one', () => {
    const orders = [...ENDING_IN_ZERO, '2000001234567891'];
    expect(viewOf(read(orders.map(number)))).toEqual({ orders, doubts: [] });
  });

  it('are whole where an order has them', () => {
    const reading = read(ENDING_IN_ZERO.map(number));
    expect(numbersInDoubt(reading)).toEqual(ENDING_IN_ZERO);
    expect(viewOf(withKnownNumbers(reading, new Set(ENDING_IN_ZERO)))).toEqual({
      orders: ENDING_IN_ZERO,
      doubts: [],
    });
  });

  it('are damaged where three of a column that no order has all end as rounded ones do', () => {
    const [first = '', ...others] = [...ENDING_IN_ZERO, '2000001234567860'];
    const reading = withKnownNumbers(read([first, ...others].map(number)), new Set([first]));
    expect(viewOf(reading)).toEqual({
      orders: [first, null, null, null],
      doubts: [3, 4, 5].map((line) => [line, 'lost-digits']),
    });
  });

  it('are asked about where there are fewer, and stay with their lines', () => {
    const reading = withKnownNumbers(read(ENDING_IN_ZERO.map(number)), new Set(ENDING_IN_ZERO.slice(1)));
    expect(viewOf(reading)).toEqual({ orders: ENDING_IN_ZERO, doubts: [[2, 'maybe-lost-digits']] });
    expect(reading.proof.doubts).toBe(0);
  });

  it('are asked about where one alone stands in several lines', () => {
    const [one = ''] = ENDING_IN_ZERO;
    const reading = withKnownNumbers(read([one, one, one].map(number)), new Set());
    expect(viewOf(reading).doubts.map(([, why]) => why)).toEqual(Array(3).fill('maybe-lost-digits'));
  });

  it('in a short form have lost digits whatever is known', () => {
    const reading = read(['2,00000E+15']);
    expect(viewOf(withKnownNumbers(reading, new Set(['2,00000E+15'])))).toEqual({
      orders: [null],
      doubts: [[2, 'lost-digits']],
    });
  });

  it.each([
    ['2000001234567890', true],
    ['2000001234567891', false],
    ['20000012345678900', true],
    // Beyond 2^53 a double has even numbers alone.
    ['20000012345678901', false],
    ['20000012345678904', true],
  ])('%s may be rounded: %s', (digits, isRounded) => {
    expect(mayBeRounded(digits)).toBe(isRounded);
  });
});
