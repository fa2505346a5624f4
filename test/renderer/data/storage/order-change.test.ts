import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedColumns } from '#renderer/data/storage/commit/order-change.ts';
import { type PlannedRow, plannedRow, rowSource } from '#renderer/data/storage/commit/planned-rows.ts';
import type { Cell } from '#shared/domain/row-table.ts';

const COLUMNS = ['Canal', 'Ventas', 'Comprador', 'Fecha de actualización', 'Nueva columna'];
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
    return before.length === after.length
      ? cells.some((cell) => count(was, cell) !== count(is, cell))
      : cells.some((cell) => count(was, cell) > 0 !== count(is, cell) > 0);
  });
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
