import { serialize } from 'node:v8';
import { startService } from '#electron/demo/service/start-service.ts';
import { MAX_LOG_BYTES, packedBytes, packValues } from '#renderer/data/engine/changes/kept-values.ts';
import { changedColumns, changeRecords, orderChange } from '#renderer/data/storage/commit/order-change.ts';
import { orderValues } from '#renderer/data/storage/commit/order-values.ts';
import { type PlannedRow, plannedRow, rowSource } from '#renderer/data/storage/commit/planned-rows.ts';
import { groupBy } from '#shared/base/group-by.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { medianMs, report } from './measure.ts';

/**
 * What the change log's values cost a commit: 2,000 orders of the demo company, each with another shipping charge, which
 * moves eight more columns, and another state of dispatch. Time of all, and of the values in it; bytes as a structured clone of the records has them (V8's, which is Chromium's), with values and without.
 * What storing them takes is in the commits of `million`.
 */

const ORDERS = 2_000;
const MOVED = [
  'Cobro de Envío',
  'Costo Envío',
  'Costo de Marketplace',
  'Cobro Total',
  'Cobros Comercial',
  'Costo Comercial',
  'Costo Total',
  'Rentabilidad Marketplace',
  'Rentabilidad Total',
];

const service = await startService({
  keys: ['bench'],
  plan: 'pro',
  orders: 3_000,
  seed: 3,
  clock: () => Date.UTC(2026, 10, 15, 15),
  limits: { perMinute: 1e9, perDay: 1e9 },
});
const rows = [...service.world.truth((row) => (row.Orden ?? '') !== '')];
const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
type Row = (typeof rows)[number];

/** As stored rows and as rows that came: each side has a source of its own. */
const planned = (source: ReturnType<typeof rowSource>, row: Row): PlannedRow =>
  plannedRow(
    source,
    columns.map((column) => row[column] ?? null),
    'c',
  );
const changed = (row: Row, order: number): Row => ({
  ...row,
  'Estado de Despacho': order % 2 === 0 ? 'Entregado' : 'En camino',
  ...Object.fromEntries(
    MOVED.map((column) => [column, (Number(row[column] ?? 0) + 12.5 + (order % 97) / 100).toFixed(2)]),
  ),
});

const stored = rowSource(columns);
const came = rowSource(columns);
const orders = [...groupBy(rows, (row) => JSON.stringify([row.Canal, row.Cuenta, row.Orden]) as OrderKey)]
  .slice(0, ORDERS)
  .map(([key, own], order) => ({
    key,
    before: own.map((row) => planned(stored, row)),
    after: own.map((row) => planned(came, changed(row, order))),
  }));
if (orders.length < ORDERS) throw new Error('There are too few orders.');
const instant = '2026-11-15T15:00:00.000Z' as UtcInstant;
const head = {
  runId: 'bench',
  purpose: 'changes',
  windowId: 'w',
  window: { field: 'updated_at', from: instant, to: instant },
  readAt: instant,
} as const;
const draw = () =>
  changeRecords(
    head,
    orders.map(({ key, before, after }) => orderChange(key, before, after, [])),
  );

const whole = medianMs(15, draw);
const ofColumns = orders.map(({ before, after }) => changedColumns(before, after));
const valuesOnly = medianMs(15, () =>
  packValues(orders.map(({ before, after }, at) => orderValues(before, after, ofColumns[at] ?? []))),
);
report(`${ORDERS.toLocaleString('en')} changed orders as records of the log`, whole);
report('of it, their values taken and packed', valuesOnly);
const records = draw();
const bare = records.map(({ values: _, ...record }) => record);
const bytes = (of: readonly unknown[]) =>
  of.reduce<number>((sum, record) => sum + serialize(record).length, 0);
const values = records.reduce(
  (sum, record) => sum + (record.values === undefined ? 0 : packedBytes(record.values)),
  0,
);
const each = (all: number) => `${(all / ORDERS).toFixed(0)} B`;
process.stdout.write(
  `  an order: ${each(bytes(bare))} without values, ${each(bytes(records))} with; the log counts ${each(values)} of them,\n` +
    `  so that ${Math.floor((MAX_LOG_BYTES / values) * ORDERS).toLocaleString('en')} such changes keep theirs\n`,
);
await service.close();
