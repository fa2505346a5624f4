import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { firstLines } from '#renderer/data/engine/sort/first-lines.ts';
import { orderLines } from '#renderer/data/engine/sort/line-order.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from './queries.ts';
import { asked, WORLD_COLUMNS } from './worlds.ts';

/** Lines that are found without sorting all are those that stand first when all are sorted (queries.test.ts has their order). */

const grouping = fc.constantFrom('rows' as const, 'orders' as const);
const sortOrder: fc.Arbitrary<SortOrder> = fc.record({
  column: fc.constantFrom(...WORLD_COLUMNS),
  direction: fc.constantFrom('ascending', 'descending'),
});

test('first lines are those of all lines, over any selection', () => {
  let found = 0;
  fc.assert(
    fc.property(
      asked,
      grouping,
      fc.option(sortOrder),
      fc.integer({ min: 1, max: 6 }),
      ([{ store }, chosen], by, sort, most) => {
        const selected = selectRows(store, chosen);
        const all = atOnce(orderLines(store, selected, by, sort));
        const first = atOnce(firstLines(store, selected, by, sort, most));
        if (first === null) return;
        found += 1;
        expect(first.total).toBe(all.length);
        expect([...first.lines]).toEqual([...all.subarray(0, most)]);
      },
    ),
    { numRuns: randomCases(80) },
  );
  expect(found).toBeGreaterThan(0);
});

/** More orders than first lines, and many more alike than are put in order; each has two rows, some without a cost. */
const ORDERS = 1_200;
const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Fecha de compra',
  'Ventas',
  'Costo de Producto',
  '% Rentabilidad Total',
];

function rowsOf(order: number): readonly string[][] {
  const day = String(1 + (order % 27)).padStart(2, '0');
  const cost = order % 5 === 0 ? '0.00' : '1.00';
  return [0, 1].map((row) => [
    ...[`Canal ${order % 2}`, 'Una', `O-${order}`, `2026-10-${day}T10:00:00.000`],
    ...[`${(order * 7919) % 1013}.${row}0`, cost, String((order * 31) % 90)],
  ]);
}

function addOrders(store: ReturnType<typeof createColumnStore>, from: number, to: number): void {
  const rows = Array.from({ length: to - from }, (_, at) => rowsOf(from + at)).flat();
  const { bytes, headerLength } = encodeSegment({ columns: COLUMNS, rows });
  store.addSegment(from, decodeSegment(bytes, headerLength), null);
  store.raiseRevision();
}

describe('of many lines', () => {
  const sorts: readonly (SortOrder | null)[] = [
    null,
    ...COLUMNS.flatMap((column) => [
      { column, direction: 'ascending' as const },
      { column, direction: 'descending' as const },
    ]),
  ];

  test.each(['rows', 'orders'] as const)(
    'first %s are found by any column, and anew after a commit',
    (by) => {
      const store = createColumnStore();
      addOrders(store, 0, ORDERS / 2);
      addOrders(store, ORDERS / 2, ORDERS);
      const queries = createQueries(store);
      const expectFirst = (): void => {
        for (const sort of sorts) {
          const query = { selection: EVERYTHING, grouping: by, sort, columns: COLUMNS };
          // Beyond what is found without sorting all.
          const all = queries.lines(query, 0, 500);
          const first = queries.lines(query, 100, 100);
          expect(first.total).toBe(all.total);
          expect(first.lines).toEqual(all.lines.slice(100, 200));
        }
      };
      expectFirst();
      // The newest rows die, others come.
      store.markDeleted(Array.from({ length: 300 }, (_, row) => row * 3));
      store.raiseRevision();
      expectFirst();
      addOrders(store, ORDERS, ORDERS + 500);
      expectFirst();
    },
  );

  test('are not looked for where too few have a value', () => {
    const store = createColumnStore();
    addOrders(store, 0, 10);
    const selected = selectRows(store, EVERYTHING);
    const by = (column: string) => ({ column, direction: 'descending' as const });
    expect(atOnce(firstLines(store, selected, 'orders', by('Marca'), 5))).toBeNull();
    expect(atOnce(firstLines(store, selected, 'orders', by('Ventas'), 10))).toBeNull();
    expect(atOnce(firstLines(store, selected, 'orders', by('Ventas'), 9))?.lines.length).toBe(9);
  });
});
