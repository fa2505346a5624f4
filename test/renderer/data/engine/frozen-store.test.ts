import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { freezeStore } from '#renderer/data/engine/columns/frozen-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { asked, WORLD_COLUMNS } from './worlds.ts';

/** All that screens may show of a selection, without the numbers that stand for rows. */
function answersOf(store: ColumnStore, selection: Selection, column: string) {
  const queries = createQueries(store);
  const lines = (grouping: 'rows' | 'orders') =>
    queries
      .lines(
        { selection, grouping, sort: { column, direction: 'ascending' }, columns: WORLD_COLUMNS },
        0,
        1000,
      )
      .lines.map(({ id: _, ...line }) => line);
  return {
    facts: queries.facts(),
    totals: queries.totals(selection, ['Ventas', 'Unidades']),
    groups: queries.groups(selection, 'SKU Producto', ['Ventas'], { within: 'month' }),
    values: queries.values(selection, column),
    rows: lines('rows'),
    orders: lines('orders'),
  };
}

/** A commit: some rows die, copies of one come with another figure. */
function commit(
  store: ColumnStore,
  row: { readonly [column: string]: string | null },
  kills: readonly number[],
) {
  store.markDeleted(kills.map((kill) => kill % store.rowSpan));
  const cells = WORLD_COLUMNS.map((key) => (key === 'Ventas' ? '77.77' : (row[key] ?? null)));
  const { bytes, headerLength } = encodeSegment({ columns: WORLD_COLUMNS, rows: [cells, cells] });
  store.addSegment(1000 + store.segments.length, decodeSegment(bytes, headerLength), null);
  store.raiseRevision();
}

test('frozen rows answer as they did, whatever becomes of the others afterwards', () => {
  fc.assert(
    fc.property(
      asked,
      fc.constantFrom(...WORLD_COLUMNS),
      fc.array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
      ([{ store, rows }, selection], column, commits) => {
        const [row] = rows;
        if (row === undefined) return;
        for (const kills of commits) commit(store, row, kills);
        const frozen = atOnce(freezeStore(store));
        const after = answersOf(store, selection, column);
        // Compaction takes the segments away from under the other store.
        store.markDeleted(Array.from({ length: store.rowSpan }, (_, at) => at));
        store.replaceSegments(
          store.segments.map(({ id }) => id),
          null,
        );
        expect(answersOf(frozen, selection, column)).toEqual(after);
      },
    ),
    { numRuns: randomCases(24) },
  );
});

test('rows are those of the moment in which freezing begins, not of that in which it ends', () => {
  fc.assert(
    fc.property(asked, fc.constantFrom(...WORLD_COLUMNS), fc.array(fc.nat()), (made, column, kills) => {
      const [{ store, rows }, selection] = made;
      const [row] = rows;
      if (row === undefined) return;
      const before = answersOf(store, selection, column);
      const freezing = freezeStore(store);
      freezing.next();
      commit(store, row, kills);
      expect(answersOf(atOnce(freezing), selection, column)).toEqual(before);
    }),
    { numRuns: randomCases(24) },
  );
});
