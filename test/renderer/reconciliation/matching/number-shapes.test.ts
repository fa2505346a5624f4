import { expect, test } from 'vitest';
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
