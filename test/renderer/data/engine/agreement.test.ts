import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompareWith, Group } from '#renderer/data/model/groups.ts';
import type { RowsQuery, TableRow } from '#renderer/data/model/rows.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { SUMMED } from './expected.ts';
import { naiveUnits, naiveValue } from './naive.ts';
import { asked, period, WORLD_COLUMNS } from './worlds.ts';

/**
 * Whatever a screen shows of a selection agrees with what another shows of it: totals, groups, groups of groups, lines
 * by row and by order, an order's rows, the counts of filters, the file. Nothing here knows which rows are right.
 */

type Figures = {
  readonly rows: number;
  readonly sums: { readonly [column: string]: bigint };
  readonly withCost: bigint;
  readonly lackingCost: number;
};

const NOTHING: Figures = { rows: 0, sums: {}, withCost: 0n, lackingCost: 0 };

function figuresOf(totals: Group['totals']): Figures {
  const sums = SUMMED.map((column) => [column, naiveUnits(totals.sums[column] ?? null) ?? 0n]);
  return {
    rows: totals.rows,
    sums: Object.fromEntries(sums),
    withCost: naiveUnits(totals.ventasWithProductCost) ?? 0n,
    lackingCost: totals.rowsWithoutProductCost,
  };
}

function addUp(all: readonly Figures[]): Figures {
  return all.reduce(
    (sum, each) => ({
      rows: sum.rows + each.rows,
      sums: Object.fromEntries(
        SUMMED.map((column) => [column, (sum.sums[column] ?? 0n) + (each.sums[column] ?? 0n)]),
      ),
      withCost: sum.withCost + each.withCost,
      lackingCost: sum.lackingCost + each.lackingCost,
    }),
    { ...NOTHING, sums: Object.fromEntries(SUMMED.map((column) => [column, 0n])) },
  );
}

/** What the lines of a table add up to: their rows and the sums they show. */
function shown(lines: readonly TableRow[], read: typeof naiveUnits) {
  const sumOf = (column: string) =>
    lines.reduce((sum, { cells }) => sum + (read(cells[WORLD_COLUMNS.indexOf(column)] ?? null) ?? 0n), 0n);
  return {
    rows: lines.reduce((sum, line) => sum + line.rows, 0),
    sums: Object.fromEntries(SUMMED.map((column) => [column, sumOf(column)])),
  };
}

const by = fc.constantFrom(
  'month' as const,
  'Canal' as const,
  { column: 'Producto', unit: null },
  { column: 'Fecha de Pago', unit: 'week' as const },
  { column: 'Fecha de compra', unit: 'quarter' as const },
  { column: 'Unidades', unit: null },
);

test('totals, groups, groups of groups, lines, orders, values and the file of a selection agree', () => {
  fc.assert(
    fc.property(
      asked,
      by,
      by,
      fc.constantFrom(...WORLD_COLUMNS),
      ([{ store }, chosen], dimension, within, column) => {
        const queries = createQueries(store);
        const totals = queries.totals(chosen, SUMMED);
        const expected = figuresOf(totals);
        const { revision, ...total } = totals;

        const answer = queries.groups(chosen, dimension, SUMMED, { within });
        expect(answer.total).toEqual({ revision, ...total });
        expect(addUp(answer.groups.map((group) => figuresOf(group.totals)))).toEqual(expected);
        for (const group of answer.groups) {
          const inner = (group.groups ?? []).map((each) => figuresOf(each.totals));
          expect(addUp(inner)).toEqual(figuresOf(group.totals));
        }

        const query: RowsQuery = { selection: chosen, grouping: 'rows', sort: null, columns: WORLD_COLUMNS };
        const rows = queries.lines(query, 0, 10_000);
        expect(rows.total).toBe(totals.rows);
        expect(shown(rows.lines, naiveValue)).toEqual({ rows: expected.rows, sums: expected.sums });
        const ofOrders = { ...query, grouping: 'orders' as const };
        const orders = queries.lines(ofOrders, 0, 10_000);
        expect(orders.total).toBe(totals.orders);
        expect(shown(orders.lines, naiveUnits)).toEqual({ rows: expected.rows, sums: expected.sums });
        const opened = orders.lines.flatMap(({ id }) => queries.orderRows(ofOrders, id)?.lines ?? []);
        expect(opened.map(({ id }) => id).sort()).toEqual(rows.lines.map(({ id }) => id).sort());

        const unfiltered = { ...chosen, filters: chosen.filters.filter((each) => each.column !== column) };
        const counts = queries.values(chosen, column).values.map((value) => value.rows);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(queries.totals(unfiltered, []).rows);
        const file = atOnce(queries.tasks.table(query, 'Filas'));
        expect(file.lineCount).toBe(totals.rows);
        expect(file.read(0, 10_000).map(({ cells }) => cells)).toEqual(rows.lines.map(({ cells }) => cells));
      },
    ),
    { numRuns: randomCases(24) },
  );
});

test('a compared period is what a selection of it shows', () => {
  fc.assert(
    fc.property(
      asked,
      period,
      fc.constantFrom<CompareWith[]>('previous-period', 'previous-year'),
      by,
      ([{ store }, chosen], days, compareWith, dimension) => {
        const queries = createQueries(store);
        const own: Selection = { ...chosen, period: days };
        const { compared, groups, total } = queries.groups(own, dimension, SUMMED, { compareWith });
        if (compared === undefined) throw new Error('Nothing compared.');
        expect(total).toEqual(queries.totals(own, SUMMED));
        expect(compared.total).toEqual(queries.totals({ ...own, period: compared.period }, SUMMED));
        const added = addUp(
          groups.map((group) => (group.compared === undefined ? NOTHING : figuresOf(group.compared))),
        );
        expect(added).toEqual(figuresOf(compared.total));
      },
    ),
    { numRuns: 50 },
  );
});
