import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type LeftOut,
  leftOutBy,
  leftOutQuestions,
  selectionOf,
} from '#renderer/features/filters/left-out.ts';
import { DASHBOARD_FILTERS, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { naiveSelects } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { asked, type World } from '#test/renderer/data/engine/worlds.ts';

function reasonsOf({ store }: World, selection: Selection): readonly LeftOut[] {
  const queries = createQueries(store);
  return leftOutBy(
    leftOutQuestions(selection).map((question, index) =>
      queries.groups(question, { column: DASHBOARD_FILTERS[index]?.column ?? '', unit: null }, ['Ventas']),
    ),
  );
}

/** Now and then what is chosen is of a column that the dashboard has a condition of. */
const ownFilter = fc.option(
  fc.constantFrom(...DASHBOARD_FILTERS).chain(({ column, values }) =>
    fc.record({
      column: fc.constant(column),
      values: fc.subarray([...values, 'Marketplace', 'Sin Información', 'Cancelada'], { minLength: 1 }),
    }),
  ),
);

test('what the dashboard leaves out is told row by row once, and leads to those rows', () => {
  fc.assert(
    fc.property(asked, ownFilter, ([world, drawn], own) => {
      const chosen = own === null ? drawn : { ...drawn, filters: [...drawn.filters, own] };
      const selection = { ...chosen, dashboardPreset: false };
      const rowsOf = (of: Selection) => world.rows.filter((row) => naiveSelects(of, row));
      const all = new Set(rowsOf(selection));
      for (const row of rowsOf({ ...selection, dashboardPreset: true })) all.delete(row);
      const reasons = reasonsOf(world, chosen);
      expect(reasons.reduce((sum, { rows }) => sum + rows, 0)).toBe(all.size);
      const sizes = reasons.map(({ rows }) => rows);
      expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
      expect(sizes).not.toContain(0);
      for (const reason of reasons) {
        const led = selectionOf(selection, reason);
        // One filter a column, as the bar shows and changes them.
        for (const { column } of DASHBOARD_FILTERS)
          expect(led.filters.filter((filter) => filter.column === column).length).toBeLessThanOrEqual(1);
        const shown = rowsOf(led);
        expect(shown.length).toBe(reason.rows);
        for (const row of shown) {
          expect(all.delete(row)).toBe(true);
          expect(row[reason.column] ?? '').toBe(reason.value);
        }
      }
      expect(all.size).toBe(0);
    }),
    { numRuns: randomCases(60) },
  );
});

test('the greatest of what is left out comes first, and what holds no row is no reason', () => {
  const group = (value: string, rows: number) => ({ value, totals: { rows, sums: {} } });
  const answers = [
    [group('Orden', 9), group('Marketplace', 2), group('Otro', 0)],
    [group('Sin Información', 5)],
    [group('Cancelada', 3), group('Regular', 7)],
  ].map((groups) => ({ groups })) as unknown as Parameters<typeof leftOutBy>[0];
  expect(leftOutBy(answers).map(({ column, value, rows }) => [column, value, rows])).toEqual([
    ['Estado de Pago', 'Sin Información', 5],
    ['Estado de Orden', 'Cancelada', 3],
    ['Tipo de Dato', 'Marketplace', 2],
  ]);
  expect(leftOutBy([])).toEqual([]);
});
