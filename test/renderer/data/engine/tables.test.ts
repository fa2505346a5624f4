import { expect, test } from 'vitest';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { createQueries } from './queries.ts';

/** Answers over a few rows of known figures, each told as it is. */

const PART = 'Rentabilidad Total';
const RATE = `% ${PART}`;
const COLUMNS = ['Canal', 'Cuenta', 'Orden', 'SKU Producto', 'Producto', 'Fecha de compra', 'Ventas', PART];
const queriesOf = (rows: Parameters<typeof storeOf>[0], segments = 1) =>
  createQueries(storeOf(rows, segments, COLUMNS));

test('the table of a file keeps what stands up to the number of the order, and has its rates by what is beside them', () => {
  const queries = queriesOf([
    rowOf({ Orden: '1', Ventas: '150', [PART]: '30' }),
    rowOf({ Orden: '2', Ventas: '50', [PART]: '20' }),
  ]);
  const tableOf = (...columns: readonly string[]) => {
    const query = { selection: EVERYTHING, grouping: 'orders', sort: null, columns } as const;
    return atOnce(queries.tasks.table(query, 'Órdenes'));
  };
  const keys = (...columns: readonly string[]) => tableOf(...columns).keyColumns;
  expect([
    keys('Orden', 'Ventas'),
    keys('Canal', 'Orden'),
    keys('Canal', 'Cuenta', 'Producto', 'Orden'),
    keys('Canal', 'Cuenta', 'Producto', 'Ventas', 'Orden'),
    keys('Canal', 'Ventas'),
  ]).toEqual([1, 2, 4, 0, 0]);
  const totals = (...columns: readonly string[]) => tableOf(...columns).columns.map(({ total }) => total);
  const alone = totals('Canal', RATE);
  expect(alone).toEqual([null, { kind: 'value', value: expect.stringMatching(/^25(\.0*)?$/) }]);
  expect(totals('Ventas', PART, RATE)).toEqual([
    { kind: 'sum', value: '200' },
    { kind: 'sum', value: '50' },
    { kind: 'rate', value: expect.stringMatching(/^25(\.0*)?$/), part: 1, base: 0 },
  ]);
});

test('a product is called as in its newest row; of two of one moment as in the first', () => {
  const named = (Producto: string, moment: string, Orden: string) =>
    rowOf({ Orden, Producto, 'Fecha de compra': moment });
  const [older, one, other] = [
    named('Antes', '2026-10-04T10:00:00.000', '1'),
    named('Uno', '2026-10-05T10:00:00.000', '2'),
    named('Otro', '2026-10-05T10:00:00.000', '3'),
  ];
  const captions = (rows: Parameters<typeof storeOf>[0], segments: number) =>
    queriesOf(rows, segments)
      .groups(EVERYTHING, 'SKU Producto', [])
      .groups.map(({ caption }) => caption);
  for (const segments of [1, 3]) {
    expect(captions([older, one, other], segments)).toEqual(['Uno']);
    expect(captions([other, older, one], segments)).toEqual(['Otro']);
  }
});

test('the running month is of all days, whatever period is selected', () => {
  const queries = queriesOf([
    rowOf({ Orden: '1', Ventas: '7', 'Fecha de compra': '2026-09-02T10:00:00.000' }),
    rowOf({ Orden: '2', Ventas: '9', 'Fecha de compra': '2026-10-02T10:00:00.000' }),
  ]);
  const days = { from: '2026-08-01' as LocalDate, to: '2026-08-31' as LocalDate };
  const outlook = (period: typeof days | null) =>
    atOnce(
      queries.tasks.monthOutlook({ selection: { ...EVERYTHING, period }, today: '2026-10-05' as LocalDate }),
    );
  expect(outlook(days).figures.Ventas).toMatchObject({ soFar: '9', sameDays: '7' });
  expect(outlook(days)).toEqual(outlook(null));
});
