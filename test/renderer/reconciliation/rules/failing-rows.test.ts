import { expect, test } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Rows that break a rule, told as what they are of, page by page. */

const TRUTH: readonly NaiveRow[] = [...createWorld({ seed: 3, orders: 40, clock: () => NOW }).truth()];
const KEYS = COLUMNS.map(({ key }) => key);
const PLACES = TRUTH.flatMap((row, at) => (row.Orden !== '' && at % 7 === 0 ? [at] : []));
const rows = TRUTH.map(
  (row, at): NaiveRow =>
    PLACES.includes(at)
      ? { ...row, 'Ingreso Total': (Number(row['Ingreso Total']) + 1 + at).toFixed(2) }
      : row,
);
const page = (offset: number, limit: number, selection = EVERYTHING) =>
  atOnce(
    createQueries(storeOf(rows, 3, KEYS)).tasks.failingRows(
      { selection, id: 'income', group: null },
      offset,
      limit,
    ),
  );

test('each has the order that it is of, its own cells, and what it is off by', () => {
  const { total, lines } = page(0, 1000);
  expect(PLACES.length).toBeGreaterThan(3);
  expect([total, lines.map(({ row }) => row).toSorted((a, b) => a - b)]).toEqual([PLACES.length, PLACES]);
  for (const { row, identity, cells, expected, difference } of lines) {
    const own = rows[row] ?? {};
    for (const column of ['Canal', 'Cuenta', 'Orden'])
      expect([column, identity[column], cells[column]]).toEqual([column, own[column], own[column]]);
    expect(Object.keys(identity)).not.toContain('Fecha de compra');
    expect([cells['Ingreso Total'], cells['SKU Producto']]).toEqual([
      own['Ingreso Total'],
      own['SKU Producto'],
    ]);
    expect(Number(expected)).toBe(Number(TRUTH[row]?.['Ingreso Total']));
    expect(Number(difference)).toBe(1 + row);
  }
});

test('a page is a piece of them', () => {
  const all = page(0, 1000).lines.map(({ row }) => row);
  for (const [offset, limit] of [
    [0, 2],
    [1, 3],
    [all.length - 1, 5],
    [all.length, 5],
  ] as const) {
    const { total, lines } = page(offset, limit);
    expect([total, lines.map(({ row }) => row)]).toEqual([all.length, all.slice(offset, offset + limit)]);
  }
});

test('the newest purchase stands first, and those of other channels are none of a selection', () => {
  const bought = (row: number) => rows[row]?.['Fecha de compra'] ?? '';
  const all = page(0, 1000).lines.map(({ row }) => row);
  expect(all.map(bought)).toEqual(all.map(bought).toSorted().toReversed());
  const canal = rows[PLACES.at(-1) ?? 0]?.Canal ?? '';
  const filters = [{ column: 'Canal', values: [canal] }];
  const some = page(0, 1000, { ...EVERYTHING, filters }).lines.map(({ row }) => row);
  const wanted = PLACES.filter((row) => rows[row]?.Canal === canal);
  expect(some.toSorted((a, b) => a - b)).toEqual(wanted);
  expect([wanted.length > 0, wanted.length < PLACES.length]).toEqual([true, true]);
});

test('in a file they are figures of their rule’s kind; what a percentage is off by is in points', () => {
  const names = { table: 'Filas', expected: 'Esperado', difference: 'Diferencia' };
  const kindsOf = (id: string) =>
    atOnce(
      createQueries(storeOf(rows, 3, KEYS)).tasks.failingTable(
        { selection: EVERYTHING, id, group: null },
        names,
        () => [],
      ),
    )
      .columns.filter(({ name }) => [id, 'Ingreso Total', 'Esperado', 'Diferencia'].includes(name))
      .map(({ name, kind }) => `${name}: ${kind}`);
  expect([kindsOf('income'), kindsOf('% Rentabilidad Total')]).toEqual([
    ['Ingreso Total: money', 'Esperado: money', 'Diferencia: money'],
    ['% Rentabilidad Total: percent', 'Esperado: percent', 'Diferencia: number'],
  ]);
});
