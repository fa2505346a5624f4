import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedColumns, orderChange } from '#renderer/data/storage/commit/order-change.ts';
import { type PlannedRow, plannedRow, rowSource } from '#renderer/data/storage/commit/planned-rows.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { randomCases } from '#test/random-cases.ts';

const COLUMNS = ['Canal', 'Ventas', 'Comprador', 'Fecha de actualización', 'Nueva columna', 'Costo Envío'];
const FIGURES = ['Ventas', 'Costo Envío'];
const UPDATED = 'Fecha de actualización';
type Values = { readonly [column: string]: Cell };

const value = fc.constantFrom<Cell>(null, '', 'a', 'b', 'null', '1.00', '1.0');
const values = fc.record(Object.fromEntries(COLUMNS.map((column) => [column, value])), { requiredKeys: [] });
/** Rows as tables of some columns in some order give them: a column that is not there is null. */
const rows = fc
  .tuple(fc.shuffledSubarray(COLUMNS, { minLength: 1 }), fc.array(values, { minLength: 1, maxLength: 4 }))
  .map(([columns, many]) => ({
    known: many.map(
      (one): Values => Object.fromEntries(columns.map((column) => [column, one[column] ?? null])),
    ),
    planned: ((source) =>
      many.map(
        (one): PlannedRow =>
          plannedRow(
            source,
            columns.map((column) => one[column] ?? null),
            null,
          ),
      ))(rowSource(columns)),
  }));

/** The same, column by column and value by value. */
function naive(before: readonly Values[], after: readonly Values[]): readonly string[] {
  return COLUMNS.filter((column) => {
    if (column === UPDATED) return false;
    const [was, is] = [before, after].map((all) => all.map((one) => one[column] ?? null));
    const count = (cells: readonly Cell[] | undefined, cell: Cell) =>
      (cells ?? []).filter((other) => other === cell).length;
    const cells = [...(was ?? []), ...(is ?? [])];
    if (before.length === after.length) return cells.some((cell) => count(was, cell) !== count(is, cell));
    return (
      cells.some((cell) => count(was, cell) > 0 !== count(is, cell) > 0) ||
      (FIGURES.includes(column) && hundredths(was) !== hundredths(is))
    );
  });
}

/** Of the values of this test; null where one cannot be read, or there is none. */
function hundredths(cells: readonly Cell[] = []): number | null {
  const views = cells.filter((cell) => cell !== null && cell !== '');
  return views.length === 0 || views.some((cell) => !cell?.startsWith('1.')) ? null : 100 * views.length;
}

test('names the columns that differ, whatever the order of rows and columns', () => {
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      expect([...changedColumns(before.planned, after.planned)].sort()).toEqual(
        [...naive(before.known, after.known)].sort(),
      );
    }),
    { numRuns: 1000 },
  );
});

test('tells what the other columns held: the sum of a figure that can be read, else distinct values', () => {
  const shown = (cells: readonly Cell[], column: string): unknown => {
    const sum = FIGURES.includes(column) ? hundredths(cells) : null;
    return sum === null ? new Set(cells) : sum;
  };
  let sums = 0;
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const { values } = orderChange(
        JSON.stringify(['a', 'b', 'c']) as OrderKey,
        before.planned,
        after.planned,
        [],
      );
      const named = naive(before.known, after.known).filter((column) => column !== 'Ventas');
      expect(values.map(({ column }) => column).sort()).toEqual([...named].sort());
      for (const { column, ...kept } of values) {
        for (const side of ['before', 'after'] as const) {
          const cells = (side === 'before' ? before : after).known.map((one) => one[column] ?? null);
          const expected = shown(cells, column);
          if (typeof expected === 'number') sums += 1;
          const view = typeof expected === 'number' ? Number(kept[side]) * 100 : new Set(kept[side]);
          expect(view).toEqual(expected);
          if (typeof expected !== 'number') expect(new Set(kept[side]).size).toBe(kept[side].length);
        }
      }
    }),
    { numRuns: randomCases(400) },
  );
  expect(sums).toBeGreaterThan(50);
});

test('keeps no values of an order that came or went: there is nothing to compare', () => {
  fc.assert(
    fc.property(rows, ({ planned }) => {
      const key = JSON.stringify(['a', 'b', 'c']) as OrderKey;
      expect(orderChange(key, planned, [], []).values).toEqual([]);
      expect(orderChange(key, [], planned, []).values).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
