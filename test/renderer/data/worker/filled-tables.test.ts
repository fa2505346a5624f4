import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { FilledTable } from '#renderer/data/model/dataset-tables.ts';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import { DATASET_TABLES, fillTables, type TablesQuery } from '#renderer/data/worker/dataset-tables.ts';
import {
  type Figures,
  freeze,
  latestFigures,
  type OpenCopy,
  startCopy,
} from '#renderer/data/worker/open-copy.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshAccount, open, read } from '#test/renderer/data/storage/real-ledger.ts';
import { MARCH } from '#test/renderer/data/storage/started-page.ts';

/** All tables beside the rows, of the newest rows whatever is shown. */

const ASKED: TablesQuery = {
  ...{ today: '2026-04-10' as LocalDate, views: [{ currency: null, scope: null }] },
  ...{ thresholds: DEFAULT_THRESHOLDS, tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal } },
  payoutTolerance: '0' as Decimal,
};
const sale = (Orden: string, more: object = {}) =>
  row({
    ...{
      Orden,
      Ventas: '10.00',
      'Estado de Orden': 'Regular',
      'SKU Producto': 'S',
      'Costo de Producto': '0',
    },
    ...more,
  });

/** A copy with the work of its worker, without a page. */
async function openCopy() {
  const ledger = await open(freshAccount());
  const latest = latestFigures(ledger);
  const held: { frozen: Figures | null } = { frozen: null };
  const idle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const started = startCopy(ledger, { latest, shown: () => copy.frozen ?? latest }, idle, 0);
  const copy = Object.assign(held, { ...started, latest }) as unknown as OpenCopy;
  const never = new AbortController();
  return {
    ledger,
    copy,
    fill: (months: readonly (Month | null)[], today = ASKED.today, signal = never.signal) =>
      fillTables(copy, { ...ASKED, today }, months, signal),
    stop: () => {
      for (const work of [copy.compaction, copy.warming, copy.cubeKeeping]) work.stop();
    },
  };
}
const rowsOf = (tables: readonly FilledTable[], name: string) =>
  tables.find((table) => table.name === name)?.parts.flatMap(({ rows }) => rows.slice(0, rows.length)) ?? [];

test('are all that there are, of the newest rows while figures stand still, and without own costs', async () => {
  const { ledger, copy, fill, stop } = await openCopy();
  await read(ledger, 'w1', MARCH, [sale('A'), sale('B', { Canal: 'Otro' })], { pages: 1 });
  const cost = { sku: 'S', currency: null, from: null, to: null, cost: '4' as Decimal };
  await ledger.annotate({
    kind: 'own-cost',
    puts: [{ key: ownCostKey(cost), value: { ...cost, note: '', owner: 'Ana', atMs: 0 } }],
    deletes: [],
  });
  await freeze(copy);
  await read(ledger, 'w2', MARCH, [sale('A'), sale('B', { Canal: 'Otro' }), sale('C')], { pages: 1 });
  const tables = await fill(['2026-03' as Month]);
  expect(tables.map(({ name }) => name)).toEqual(DATASET_TABLES.map(({ name }) => name));
  expect(rowsOf(tables, 'cuadra_exportacion')).toMatchObject([{ n: 1, filas: 3 }]);
  expect(rowsOf(tables, 'cuadra_cuentas').map(({ canal, filas }) => [canal, filas])).toEqual(
    expect.arrayContaining([
      ['Mercado Uno', 2],
      ['Otro', 1],
    ]),
  );
  const missing = rowsOf(tables, 'cuadra_excepciones').filter(({ tipo }) => tipo === 'missing-cost');
  expect(missing.reduce((sum, { filas }) => sum + Number(filas), 0)).toBe(3);
  expect(rowsOf(tables, 'cuadra_costos_propios')).toMatchObject([{ sku: 'S', costo: '4' }]);
  const whole = rowsOf(tables, 'cuadra_tablas').map(({ tabla, filas, estado }) => [tabla, filas, estado]);
  expect(whole).toEqual(
    DATASET_TABLES.slice(0, -2).map(({ name }) => [name, rowsOf(tables, name).length, 'completa']),
  );
  // What is partitioned has a part at least, and its parts in their order.
  for (const { parts } of tables) {
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.map(({ part }) => part)).toEqual(parts.map(({ part }) => part).toSorted());
  }
  stop();
});

test('are asked of each month of the rows and of today’s, up to it', async () => {
  const { ledger, fill, stop } = await openCopy();
  await read(ledger, 'w1', MARCH, [sale('A')], { pages: 1 });
  const months = async (today: string, months: readonly (string | null)[]) =>
    rowsOf(await fill(months as never, today as LocalDate), 'cuadra_por_cobrar').map(({ mes }) => mes);
  expect(await months('2026-04-10', ['2026-03', null, '2026-03'])).toEqual(['2026-03']);
  expect(await months('2026-03-31', [])).toEqual(['2026-03']);
  expect(await months('2026-02-28', ['2026-03'])).toEqual([]);
  stop();
});

test('are none where the export is given up', async () => {
  const { fill, stop } = await openCopy();
  const given = new AbortController();
  given.abort();
  await expect(fill([], ASKED.today, given.signal)).rejects.toThrow();
  stop();
});
