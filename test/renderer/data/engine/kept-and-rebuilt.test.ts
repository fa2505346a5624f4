import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeDimension, type GroupSlots, slotsOf } from '#renderer/data/engine/aggregate/group-codes.ts';
import { productCaptions } from '#renderer/data/engine/aggregate/product-captions.ts';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { membersOf, selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { newestFirst } from '#renderer/data/engine/sort/line-order.ts';
import { warmCaches } from '#renderer/data/engine/warm-caches.ts';
import type { CompareWith, GroupBy } from '#renderer/data/model/groups.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING, type Period, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import { PRESENT } from './naive.ts';
import { asked, WORLD_COLUMNS, world } from './worlds.ts';

/** What is kept from commit to commit, or done another way for size, must give what starting anew gives. */

/** The same rows in a store that has answered nothing yet. */
function rebuilt(store: ColumnStore): ColumnStore {
  const made = createColumnStore();
  made.setPresent(PRESENT as UtcInstant);
  for (const { id, rowCount, isLive, columns } of store.segments) {
    const dead = new Set([...isLive.keys()].filter((row) => isLive[row] === 0));
    made.addSegment(id, { rowCount, columns }, dead);
  }
  return made;
}

function linesOf(store: ColumnStore, grouping: 'rows' | 'orders', column: string | null) {
  const sort = column === null ? null : { column, direction: 'descending' as const };
  const query = { selection: EVERYTHING, grouping, sort, columns: WORLD_COLUMNS };
  return createQueries(store).lines(query, 0, 1000).lines;
}

test('an order of lines that lived through commits is that of a store just opened', () => {
  fc.assert(
    fc.property(
      world,
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('rows' as const, 'orders' as const),
      fc.option(fc.constantFrom(...WORLD_COLUMNS)),
      ({ store, rows }, picks, grouping, column) => {
        linesOf(store, grouping, column);
        // Copies of rows there are: ties everywhere.
        for (const pick of picks) {
          const row = rows[pick % Math.max(1, rows.length)];
          if (row === undefined) return;
          store.markDeleted([pick % store.rowSpan]);
          const cells = WORLD_COLUMNS.map((key) => row[key] ?? null);
          const { bytes, headerLength } = encodeSegment({ columns: WORLD_COLUMNS, rows: [cells] });
          store.addSegment(1000 + store.segments.length, decodeSomewhere(bytes, headerLength), null);
          store.raiseRevision();
          expect(linesOf(store, grouping, column)).toEqual(linesOf(rebuilt(store), grouping, column));
          expect(createQueries(store).facts().orders).toBe(linesOf(store, 'orders', null).length);
        }
      },
    ),
    { numRuns: randomCases(24) },
  );
});

/** Rows of a few orders bought at a few times, so that most are alike in one or the other. */
const bought = fc.record({ order: fc.nat(12), day: fc.option(fc.integer({ min: 1, max: 9 })) });
const BOUGHT_COLUMNS = ['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Fecha de compra'];

test('rows that come a few at a time find their places among many as in a store just opened', () => {
  const commit = fc.record({ rows: fc.array(bought, { minLength: 1, maxLength: 3 }), dead: fc.nat() });
  fc.assert(
    fc.property(
      fc.array(bought, { minLength: 60, maxLength: 90 }),
      fc.array(commit, { minLength: 2, maxLength: 4 }),
      (first, commits) => {
        const store = createColumnStore();
        store.setPresent(PRESENT as UtcInstant);
        const take = (rows: typeof first) => {
          const cells = rows.map(({ order, day }) => [
            'Uno',
            'Principal',
            `A-${order}`,
            '1',
            day === null ? null : `2026-03-0${day}T10:00:00.000`,
          ]);
          const { bytes, headerLength } = encodeSegment({ columns: BOUGHT_COLUMNS, rows: cells });
          store.addSegment(store.segments.length + 1, decodeSomewhere(bytes, headerLength), null);
          store.raiseRevision();
        };
        take(first);
        atOnce(newestFirst(store));
        for (const { rows, dead } of commits) {
          store.markDeleted([dead % store.rowSpan]);
          take(rows);
          const found = atOnce(newestFirst(store));
          expect(found).toEqual(atOnce(newestFirst(rebuilt(store))));
          expect(new Set(found).size).toBe(found.length);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('what a commit came into the middle of is not kept as if it were made after it', () => {
  fc.assert(
    fc.property(world, fc.nat(8), fc.nat(), ({ store, rows }, steps, pick) => {
      const row = rows[pick % Math.max(1, rows.length)];
      if (row === undefined) return;
      const begun = [newestFirst(store), productCaptions(store)];
      for (const slices of begun) for (let step = 0; step < steps; step += 1) slices.next();
      const cells = WORLD_COLUMNS.map((key) => (key === 'SKU Producto' ? 'NEW' : (row[key] ?? null)));
      const { bytes, headerLength } = encodeSegment({ columns: WORLD_COLUMNS, rows: [cells] });
      store.addSegment(1000, decodeSomewhere(bytes, headerLength), null);
      store.raiseRevision();
      for (const slices of begun) atOnce<unknown>(slices);
      expect(atOnce(newestFirst(store))).toEqual(atOnce(newestFirst(rebuilt(store))));
      expect(atOnce(productCaptions(store))('NEW')).toBe(atOnce(productCaptions(rebuilt(store)))('NEW'));
    }),
    { seed: 13, numRuns: 60 },
  );
});

test('what was prepared ahead, wholly or in part, changes no answer', () => {
  fc.assert(
    fc.property(
      asked,
      fc.constantFrom('rows' as const, 'orders' as const),
      fc.constantFrom(...WORLD_COLUMNS),
      fc.array(fc.record({ steps: fc.nat(300), markDeleted: fc.nat() }), { minLength: 1, maxLength: 3 }),
      ([{ store }, chosen], grouping, column, rounds) => {
        const queries = createQueries(store);
        const sort = { column, direction: 'ascending' as const };
        const query = { selection: chosen, grouping, sort, columns: WORLD_COLUMNS };
        const answersOf = (from: ReturnType<typeof createQueries>) => {
          const { revision: _, ...lines } = from.lines(query, 0, 1000);
          const { revision: __, ...values } = from.values(chosen, column);
          const { total, groups } = from.groups(chosen, 'SKU Producto', ['Ventas'], { within: 'month' });
          return { lines, groups, orders: total.orders, values };
        };
        for (const { steps, markDeleted } of rounds) {
          const slices = warmCaches(store);
          for (let step = 0; step < steps; step += 1) if (slices.next().done === true) break;
          expect(answersOf(queries)).toEqual(answersOf(createQueries(rebuilt(store))));
          store.markDeleted([markDeleted % store.rowSpan]);
          store.raiseRevision();
        }
      },
    ),
    { numRuns: randomCases(16) },
  );
});

test('what is kept of other questions changes no answer', () => {
  // Few selections, and questions of them that differ in one thing only.
  const question = fc.record(
    {
      dashboardPreset: fc.boolean(),
      period: fc.constantFrom(null, MARCH, FEBRUARY, FEBRUARY),
      dimension: fc.constantFrom<GroupBy[]>('Canal', 'SKU Producto'),
      columns: fc.constantFrom(['Ventas'], ['Unidades']),
      within: fc.constant<GroupBy>('month'),
      compareWith: fc.constantFrom<CompareWith[]>('previous-period', 'previous-year'),
      limit: fc.constantFrom(1, 2),
      withinLimit: fc.constantFrom(null, 1),
      order: fc.constant({ column: 'Unidades', direction: 'ascending' as const }),
      /** A commit came in between, and took a row. */
      markDeleted: fc.nat(),
    },
    { requiredKeys: ['dashboardPreset', 'period', 'dimension', 'columns'] },
  );
  fc.assert(
    fc.property(world, fc.array(question, { minLength: 8, maxLength: 24 }), ({ store }, asked) => {
      const queries = createQueries(store);
      for (const { dashboardPreset, period, dimension, columns, markDeleted, ...more } of asked) {
        if (markDeleted !== undefined) {
          store.markDeleted([markDeleted % store.rowSpan]);
          store.raiseRevision();
        }
        const chosen: Selection = { ...EVERYTHING, dashboardPreset, period };
        const fresh = createQueries(store);
        expect(queries.groups(chosen, dimension, columns, more)).toEqual(
          fresh.groups(chosen, dimension, columns, more),
        );
        expect(queries.totals(chosen, columns)).toEqual(fresh.totals(chosen, columns));
      }
    }),
    { numRuns: randomCases(12) },
  );
});

const MARCH = { from: '2026-03-01', to: '2026-03-31' } as Period;
const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' } as Period;

test('pairs of keys that are numbered as they come lie where those with a slot of their own do', () => {
  fc.assert(
    fc.property(asked, fc.constantFrom(...WORLD_COLUMNS.slice(0, 10)), ([{ store }, chosen], column) => {
      const members = membersOf(selectRows(store, chosen));
      const dimensions = [
        atOnce(codeDimension(store, { column, unit: null }, null)),
        atOnce(codeDimension(store, { column: 'Fecha de compra', unit: 'month' }, null)),
      ];
      const keysOfRows = (slots: GroupSlots) =>
        store.segments.flatMap(({ rowCount }, index) => {
          const places = new Uint32Array(rowCount);
          for (const layer of members.layers) slots.fill(index, layer, places);
          return Array.from(places, (slot) =>
            slot === 0 ? null : [slots.firstKeyOf(slot - 1), slots.secondKeyOf(slot - 1)],
          );
        });
      const direct = atOnce(slotsOf(store, members, dimensions));
      const numbered = atOnce(slotsOf(store, members, dimensions, 0));
      expect(keysOfRows(numbered)).toEqual(keysOfRows(direct));
      expect(numbered.slotCount).toBeLessThanOrEqual(1 + store.rowSpan);
    }),
    { numRuns: 60 },
  );
});
