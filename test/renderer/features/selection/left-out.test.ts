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

test('what the dashboard leaves out is told row by row once, and leads to those rows', () => {
  fc.assert(
    fc.property(asked, ([world, chosen]) => {
      const selection = { ...chosen, dashboardPreset: false };
      const rowsOf = (of: Selection) => world.rows.filter((row) => naiveSelects(of, row));
      const all = new Set(rowsOf(selection));
      for (const row of rowsOf({ ...selection, dashboardPreset: true })) all.delete(row);
      const reasons = reasonsOf(world, chosen);
      expect(reasons.reduce((sum, { rows }) => sum + rows, 0)).toBe(all.size);
      for (const reason of reasons) {
        const shown = rowsOf(selectionOf(selection, reason));
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
