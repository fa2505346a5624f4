import { describe, expect, test } from 'vitest';
import { knownNumbers } from '#renderer/reconciliation/matching/worker/key-hits.ts';
import { findNear, MAX_NEAR } from '#renderer/reconciliation/matching/worker/near-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { rowOf, storeOf } from './statement-world.ts';

/** Orders whose number is nearly one of a statement's, or just one of them, wherever it stands. */

const NUMBERS = ['2000001234567890', '0012', 'ab-7', '77-A', '500'];
const store = storeOf([
  ...NUMBERS.map((Orden) => rowOf({ Orden, 'Nro. suborden': `S${Orden}` })),
  // A second row of an order is the same order.
  rowOf({ Orden: '0012', 'Nro. suborden': 'S0012-2' }),
]);
const orderOf = (number: string): number => NUMBERS.indexOf(number);
const near = (...texts: readonly string[]) =>
  atOnce(findNear(store, 'Orden', texts))
    .map(({ at, order, how }) => [at, order, how] as const)
    .toSorted(([a, one], [b, other]) => a - b || one - other);

describe('an order of nearly a number', () => {
  test('is found in each way of writing it, with why, once', () => {
    expect(near('12', 'AB-7', ' 77', '5 00', '2,00000E+15')).toEqual([
      [0, orderOf('0012'), ['leading-zeros']],
      [1, orderOf('ab-7'), ['case']],
      [2, orderOf('77-A'), ['blanks', 'suffix']],
      [3, orderOf('500'), ['blanks']],
      [4, orderOf('2000001234567890'), ['scientific']],
    ]);
  });

  test('is not the one of just that number, nor one of another', () => {
    expect(near('0012', '500', '13', '')).toEqual([]);
    expect(near()).toEqual([]);
    // As many digits, and others at the head; the same head, and fewer digits.
    expect(near('2,10000E+15', '2,00000E+14')).toEqual([]);
  });

  test('is looked for in the column that is asked, by each of several equal forms', () => {
    expect(atOnce(findNear(store, 'Nro. suborden', ['s500']))).toMatchObject([{ at: 0, how: ['case'] }]);
    expect(near('12', '012').map(([at]) => at)).toEqual([0, 1]);
    const plain = storeOf(
      NUMBERS.map((Orden) => rowOf({ Orden })),
      2,
      ['Canal', 'Cuenta', 'Orden'],
    );
    expect(atOnce(findNear(plain, 'Nro. suborden', ['s500']))).toEqual([]);
    expect(atOnce(findNear(plain, 'Orden', ['12']))).toMatchObject([{ order: orderOf('0012') }]);
  });

  test('is looked for of so many numbers and no more', () => {
    const many = Array.from({ length: MAX_NEAR }, (_, at) => `9${String(at).padStart(7, '0')}`);
    expect(near(...many.with(MAX_NEAR - 1, '12')).map(([at]) => at)).toEqual([MAX_NEAR - 1]);
    expect(near(...many, '12')).toEqual([]);
  });
});

test('a number is known where an order has it in any column', () => {
  const known = (...numbers: readonly string[]) => [...atOnce(knownNumbers(store, numbers))].toSorted();
  expect(known('500', 'S500', 'S0012-2', '12', '0012')).toEqual(['0012', '500', 'S0012-2', 'S500']);
  expect(known('12', '')).toEqual([]);
  expect(known('500')).toEqual(['500']);
  expect(known()).toEqual([]);
});
