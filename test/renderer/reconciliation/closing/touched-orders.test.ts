import { expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import { touchedOrders } from '#renderer/reconciliation/closing/worker/touched-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** Which orders the log says a closed month may have moved by: rather one too many than one too few. */

const [FEBRUARY, MARCH] = ['2026-02', '2026-03'] as [Month, Month];
const at = (hour: string) => `2026-04-${hour}:00:00.000Z` as UtcInstant;
const figures = (ventas: string, rows = 1) => ({
  ...{ rows, states: [], payments: [] },
  amounts: { Ventas: ventas as Decimal },
});
const change = (order: string, purchase: string | null, more: Partial<OrderChange> = {}): OrderChange => ({
  ...{ order: JSON.stringify(['C', 'A', order]) as OrderKey, purchase: purchase as LocalDateTime | null },
  ...{ before: figures('1'), after: figures('2'), columns: ['Ventas'], correlationIds: [] },
  ...more,
});
function indexOf(...readings: readonly (readonly [UtcInstant | null, readonly OrderChange[]])[]) {
  const index = createChangeIndex();
  for (const [readAt, changes] of readings) {
    const window = { field: 'updated_at' as const, from: at('01T00'), to: at('02T00') };
    index.add({ runId: 'r', purpose: 'changes', windowId: 'w', window, readAt, changes });
  }
  return index;
}
const touched = (index: ReturnType<typeof indexOf>, ...months: Parameters<typeof touchedOrders>[1]) =>
  new Map(
    [...atOnce(touchedOrders(index, months))].map(([month, texts]) => [
      month as string,
      texts.map((text) => (JSON.parse((JSON.parse(text) as string[])[0] ?? '') as string[])[2]),
    ]),
  );

test('they are those bought in it or up to a month before, whose kept figures, rows or day changed', () => {
  const index = indexOf([
    at('01T10'),
    [
      change('long before', '2026-01-28T23:59:59.999'),
      change('a month before', '2026-01-29T00:00:00.000'),
      change('first', '2026-03-01T00:00:00.000'),
      change('last', '2026-03-31T23:59:59.999'),
      change('next', '2026-04-01T00:00:00.000'),
      change('nowhere', null),
      change('other column', '2026-03-05T00:00:00.000', { columns: ['Marca', 'Estado de Orden'] }),
      change('another row', '2026-03-06T00:00:00.000', { columns: ['Marca'], after: figures('1', 2) }),
      change('came', '2026-03-07T00:00:00.000', { before: null, columns: [] }),
      change('unknown columns', '2026-03-08T00:00:00.000', { columns: undefined as never }),
      change('moved', '2026-07-01T00:00:00.000', { columns: ['Fecha de compra'] }),
      change('cost', '2026-03-09T00:00:00.000', { columns: ['Marca', 'Costo de Producto'] }),
    ],
  ]);
  const ofMarch = [
    ...[
      'a month before',
      'another row',
      'came',
      'cost',
      'first',
      'last',
      'moved',
      'nowhere',
      'unknown columns',
    ],
  ];
  expect(touched(index, { month: MARCH, since: null })).toEqual(new Map([['2026-03', ofMarch]]));
  expect(touched(index, { month: FEBRUARY, since: null })).toEqual(
    new Map([['2026-02', ['a month before', 'long before', 'moved', 'nowhere']]]),
  );
  expect(touched(index)).toEqual(new Map());
});

test('they are those of readings that the close did not know, each once and as it was changed last, by month', () => {
  const index = indexOf(
    [at('01T10'), [change('one', '2026-03-05T00:00:00.000'), change('two', '2026-03-05T00:00:00.000')]],
    [at('01T11'), [change('one', '2026-03-05T00:00:00.000')]],
    [null, [change('three', '2026-02-10T00:00:00.000')]],
  );
  const march = (since: UtcInstant | null) =>
    touched(index, { month: MARCH, since }, { month: FEBRUARY, since: at('01T12') });
  const all = ['one', 'three', 'two'];
  expect(march(null).get('2026-03')).toEqual(all);
  expect(march(at('01T10')).get('2026-03')).toEqual(all);
  expect(march(at('01T11'))).toEqual(
    new Map([
      ['2026-03', ['one', 'three']],
      ['2026-02', ['three']],
    ]),
  );
  expect(march(at('01T12')).get('2026-03')).toEqual(['three']);
  const evidence = (month: Month) => [...atOnce(touchedOrders(index, [{ month, since: null }])).values()];
  const again = indexOf([at('01T10'), [change('three', '2026-02-10T00:00:00.000')]]);
  expect(evidence(FEBRUARY)).not.toEqual([
    ...atOnce(touchedOrders(again, [{ month: FEBRUARY, since: null }])).values(),
  ]);
});
