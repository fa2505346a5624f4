import { expect, test } from 'vitest';
import { MAX_NUMBER_LENGTH } from '#renderer/data/model/statement-answers.ts';
import { numberShapes } from '#renderer/reconciliation/matching/worker/key-hits.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { rowOf, storeOf } from './statement-world.ts';

test('numbers of orders look like those of their columns, the most frequent first', () => {
  const orders = ['4001', '4002', '#17-a', '5003'];
  const store = storeOf(
    orders.map((Orden) => rowOf({ Orden, 'Nro. suborden': `${Orden}/1`, 'Nro. Paquete': 'ñandú' })),
  );
  const shapes = atOnce(numberShapes(store));
  expect(shapes.slice(0, 2).toSorted()).toEqual(['9999', '9999/9']);
  expect(shapes.slice(2).toSorted()).toEqual(['#99-A', '#99-A/9', 'AAAAA']);
});

test('of numbers that are too long no shape is told, and of many shapes the first five hundred', () => {
  const shapesOf = (numbers: readonly string[]) =>
    atOnce(numberShapes(storeOf(numbers.map((Orden) => ({ Orden })))));
  const longest = '9'.repeat(MAX_NUMBER_LENGTH);
  expect(shapesOf([longest, `${longest}9`])).toEqual([longest]);
  const many = Array.from(
    { length: 625 },
    (_, at) => `${'a'.repeat(1 + (at % 25))}${'1'.repeat(1 + Math.floor(at / 25))}`,
  );
  const shapes = shapesOf(['a', '7', ...many, '8', '9']);
  expect(shapes).toHaveLength(500);
  expect(shapes[0]).toBe('9');
});
