import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import { VIEW_NAMES } from '#renderer/data/files/parquet/views.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import { keysOf } from '#renderer/data/model/dataset-tables.ts';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import { targetKey } from '#renderer/data/model/targets.ts';
import { DATASET_TABLES, type TablesQuery } from '#renderer/data/worker/dataset-tables.ts';
import type { IntakeAnswer } from '#renderer/data/worker/reader/intake.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { evidenceOfLines } from '#renderer/reconciliation/closing/model/adjustment.ts';
import { lastingWords } from '#renderer/reconciliation/payouts/model/bank-words.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { PROFITABILITY_COLUMNS } from '#shared/domain/profitability.ts';
import { type Clickhouse, findChdb, startClickhouse } from '#test/renderer/data/files/parquet/clickhouse.ts';
import {
  findPostgresql,
  type Postgresql,
  startPostgresql,
} from '#test/renderer/data/files/parquet/postgresql.ts';
import { damageRecords } from '#test/renderer/data/storage/damaged-records.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { COLUMNS_SENT, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';
import { inventSales, type Sale } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';
import { exportedFolder } from './exported-folder.ts';
import { streamsOf } from './pull-file.ts';
import { clickhouseOver, duckdbOver, type Engine, postgresqlOver } from './warehouse-engines.ts';
import { expectedRates, ratesIn } from './warehouse-rates.ts';
import { expectedTables, plain, type Service } from './warehouse-tables.ts';

/**
 * Tables of what was decided, in engines: what DuckDB, PostgreSQL and, where chdb is there, ClickHouse hold after a first and later
 * exports is what the app's own questions answer.
 */

const MARCH = '2026-03' as Month;
const TODAY = '2026-04-20' as LocalDate;
const ABROAD = { Canal: "Otro 'canal'", Cuenta: 'Principal' };
const ASKED: TablesQuery = {
  today: TODAY,
  views: [
    { currency: 'CLP', scope: { accounts: [ABROAD], isExcluded: true } },
    { currency: 'USD', scope: { accounts: [ABROAD], isExcluded: false } },
  ],
  thresholds: DEFAULT_THRESHOLDS,
  tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
  payoutTolerance: '1' as Decimal,
};
const COLUMNS = [...new Set([...COLUMNS_SENT, ...PROFITABILITY_COLUMNS])];
const SALES = inventSales({ seed: 7, sales: 9, unit: 100 }).filter(({ isRefund }) => !isRefund);
const pesos = (cents: number): string => (cents / 100).toFixed(2);
const BY = { owner: "Ana «1»\n'x'", note: 'cierre \\ a\tb' };

/** @param moved what the third order comes to by now */
const rowsOf = (moved: string | null) =>
  SALES.map((sale, at) =>
    row({
      Orden: sale.order,
      'Nro. suborden': sale.suborder,
      Canal: at % 3 === 0 ? ABROAD.Canal : 'Mercado Uno',
      'Fecha de compra': `2026-03-${String(1 + at).padStart(2, '0')}T10:00:00.000`,
      // Not every cell is a number, nor has every row a cost.
      Ventas: at === 5 ? 'n/d' : pesos(sale.gross),
      'Costo de Marketplace': pesos(sale.commission),
      'Costo Total': at === 1 ? null : pesos(sale.commission + 150),
      'Costo de Producto': at === 3 ? '-2.00' : at % 2 === 0 ? '1.00' : null,
      'Estado de Pago': at === 4 ? 'Pendiente' : 'Pagado',
      'Rentabilidad Marketplace': at === 2 && moved !== null ? moved : pesos(sale.gross - sale.commission),
      'Rentabilidad Comercial': pesos(sale.gross - sale.commission - 100),
      'Rentabilidad Total': at === 2 && moved !== null ? moved : pesos(sale.gross - sale.commission - 150),
    }),
  );

const DOCUMENT = new URL('../../../../renderer/data/files/parquet/WAREHOUSE.md', import.meta.url);
const [programs, chdb] = [findPostgresql(), findChdb()];
let postgresql: Postgresql | undefined;
let clickhouse: Clickhouse | undefined;
beforeAll(() => {
  if (programs !== undefined) postgresql = startPostgresql(programs, process.env.PATH ?? '');
  postgresql?.create('libros');
  if (chdb !== undefined) clickhouse = startClickhouse(chdb);
}, 60_000);
afterAll(() => {
  postgresql?.stop();
  clickhouse?.stop();
});

const enginesOver = async (folder: string): Promise<readonly Engine[]> => [
  await duckdbOver(folder),
  ...(postgresql === undefined ? [] : [postgresqlOver(postgresql, 'libros', folder)]),
  ...(clickhouse === undefined ? [] : [clickhouseOver(clickhouse, folder)]),
];

async function openBooks(only?: readonly Engine[]) {
  const account = freshServiceAccount();
  const open = async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: account, line: LINE });
    return page;
  };
  let page = await open();
  let windows = 0;
  const folder = await exportedFolder(() => page.service, account);
  const engines = only ?? (await enginesOver(folder.path));
  return {
    engines,
    folder: folder.path,
    service: () => page.service,
    async sync(rows: ReturnType<typeof rowsOf>): Promise<void> {
      windows += 1;
      await load((await page.main()).calls, `w${windows}`, rows, COLUMNS);
    },
    /** Exports, and loads all engines; gives the tables that were written. */
    async export(): Promise<readonly string[]> {
      const written = await folder.export(ASKED);
      if (written.length > 0) for (const engine of engines) await engine.load();
      return written.filter((path) => path.startsWith('tablas/') && path.endsWith('.parquet'));
    },
    mark: (asked = ASKED) => page.service.readDatasetMark(asked),
    /** Takes steps, each of which has to give another mark: it moves what the tables hold. */
    async move(...steps: readonly (() => unknown)[]): Promise<void> {
      for (const step of steps) {
        const before = await this.mark();
        await step();
        expect(await this.mark(), String(step)).not.toBe(before);
      }
    },
    /** Every table against what the questions of the screens answer; gives those that have no rows. */
    async expectSameAsApp(): Promise<readonly string[]> {
      const expected = await expectedTables(page.service, account, ASKED);
      for (const engine of engines) {
        const found = await engine.ask(expected);
        for (const [at, { from, rows }] of expected.entries())
          expect(sorted(found[at] ?? []), `${engine.name}: ${from}`).toEqual(sorted(rows));
      }
      return expected.flatMap(({ from, rows }) => (rows.length === 0 ? [from] : []));
    },
    /** How many rows of a table each engine holds. */
    async rowsOf(table: string): Promise<readonly number[]> {
      const from = `${table} WHERE cuadra_cuenta = '${account}'`;
      const asked = engines.map((engine) => engine.ask([{ from, columns: ['cuadra_cuenta'] }]));
      return (await Promise.all(asked)).map(([rows]) => rows?.length ?? 0);
    },
    /** What engines say that came whole, by table. */
    async wholeness(): Promise<readonly (readonly [string, string, string | null])[]> {
      const columns = ['tabla', 'estado', 'falta'];
      const from = `cuadra_tablas WHERE cuadra_cuenta = '${account}' AND estado <> 'completa'`;
      const [first, ...others] = await Promise.all(
        engines.map(async (engine) => sorted((await engine.ask([{ from, columns }]))[0] ?? [])),
      );
      for (const other of others) expect(other).toEqual(first);
      return (first ?? []).map((line) => JSON.parse(line));
    },
    /** Spoils what closed months keep of their orders and the lines of statements, and opens the copy again. */
    async damage(): Promise<void> {
      await page.service.close(null);
      await damageRecords(account, 'closedOrders', 'statementLines');
      page = await open();
    },
  };
}

const sorted = (rows: readonly (readonly (string | number | null)[])[]): readonly string[] =>
  rows.map((cells) => JSON.stringify(cells.map(plain))).toSorted();

/** Imports what a layout's writer makes of sales. */
async function importFile(
  service: Service,
  kind: string,
  sales: readonly Sale[],
  name: string,
): Promise<{ readonly id: string }> {
  const made = WRITERS.map((write) => write(sales)).find((each) => each.kind === kind);
  const csv = (made?.rows ?? [])
    .map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'))
    .join('\n');
  const ask = { kind: 'statement', sheet: null, mapping: null } as const;
  const signal = new AbortController().signal;
  const end = await runIntake(streamsOf(service), new Blob([csv]), ask, () => undefined, signal);
  if (end?.kind !== 'done') throw new Error(JSON.stringify(end));
  const { statement } = end.answer as Extract<IntakeAnswer, { readonly kind: 'statement' }>;
  const { readingId, proof } = statement;
  return service.confirmStatement({ readingId, name, owner: 'Ana', leavesOut: proof.doubts });
}

/** Sales of which a bank's lines are what payouts come to, and two of something else. */
async function bankOf(service: Service): Promise<readonly Sale[]> {
  const { payouts } = await service.readPayouts({ scope: null, day: TODAY, tolerance: '1' as Decimal });
  const free = { commission: 0, shipping: 0, taxes: 0 };
  const came = payouts
    .filter(({ amount, day }) => Number(amount) > 0 && day !== null)
    .map(({ amount, day }, at) => ({
      ...(SALES[at] as Sale),
      ...{ gross: Math.round(Number(amount) * 100), ...free },
      released: Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(2026, 0, 1)) / 86_400_000),
    }));
  const others = ['Arriendo', 'Seguro'].map((settlement, at) => ({
    ...{ ...(SALES[at] as Sale), ...free, settlement, operation: `7${at}`, gross: 12_300 + at, released: 95 },
  }));
  return [...came, ...others];
}

/** Says of the last line that no payout explains that it is of no channel. */
async function sayNoChannel(service: Service): Promise<void> {
  const query = { scope: null, day: TODAY, tolerance: '1' as Decimal };
  const { unexplained } = await service.readPayouts(query);
  const { description = '' } = unexplained.listed.at(-1) ?? {};
  await service.writeAnnotations({
    kind: 'no-channel',
    puts: [
      {
        key: lastingWords(description ?? ''),
        value: { description: description ?? '', owner: 'Ana', atMs: 9 },
      },
    ],
    deletes: [],
  });
}

const OWN_COST = {
  ...{ sku: 'SKU-1', currency: 'CLP', from: null, to: null, note: '', owner: 'Ana', atMs: 7 },
  cost: '2.380238' as Decimal,
  vat: '19' as Decimal,
};
const TARGET: Annotation<'target'> = {
  ...{ measure: 'total', month: MARCH, of: null, currency: 'CLP', owner: 'Ana', atMs: 8 },
  value: '10000000000000000000.5' as Decimal,
};

/** The statements that its document has for PostgreSQL: before the first load, and after it. */
function sharedWarehouse(): readonly string[] {
  const document = readFileSync(DOCUMENT, 'utf8');
  return [...document.matchAll(/```sql\n(.*?)```/gs)].map(([, statements]) => statements ?? '');
}

async function decideFirst(service: Service): Promise<void> {
  await service.writeAnnotations({
    ...{ kind: 'own-cost', puts: [{ key: ownCostKey(OWN_COST), value: OWN_COST }], deletes: [] },
  });
  await service.writeAnnotations({
    ...{ kind: 'target', puts: [{ key: targetKey(TARGET), value: TARGET }], deletes: [] },
  });
  const asked = { month: MARCH, scope: null, currency: 'CLP', day: TODAY, ownCosts: [] };
  const { evidence } = await service.readJournal(asked);
  await service.exportJournal({ ...asked, form: 'csv', owner: 'Ana', evidence, posting: null });
}

async function say(service: Service, state: 'explained' | 'accepted', atMs: number): Promise<void> {
  const { thresholds, tolerance, today } = ASKED;
  const asked = { thresholds, tolerance, today, withCases: true };
  const { groups } = await service.readExceptions({ ...asked, scope: null, currency: 'CLP' });
  const group = groups.find(({ cases }) => cases.length > 0);
  const [found] = group?.cases ?? [];
  if (group === undefined || found === undefined) throw new Error('There is no exception.');
  const value = {
    ...{ state, reason: null, note: state, owner: 'Berta', followUp: null, atMs },
    of: [{ finding: group.head, cases: [found] }],
  };
  await service.writeAnnotations({ kind: 'exception-saying', puts: [{ key: 's', value }], deletes: [] });
}

test('the document names every table with its keys', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  const told = [...document.matchAll(/^\| `(cuadra_(?!panel_)\w+)` \| (.*?) \|/gm)].map(([, name, keys]) => [
    name,
    keys,
  ]);
  expect(told).toEqual(DATASET_TABLES.map((table) => [table.name, keysOf(table).join(', ')]));
});

test('rates are rounded as the app rounds them, exactly', async () => {
  for (const engine of await enginesOver('.')) {
    const [found] = await engine.ask([ratesIn(engine)]);
    expect(sorted(found ?? []), engine.name).toEqual(sorted(expectedRates));
  }
});

const sharesAsDocumented = async (): Promise<void> => {
  const books = await openBooks([]);
  await books.sync(rowsOf(null));
  await books.export();
  const server = postgresql as Postgresql;
  const statements = sharedWarehouse();
  const as = (user: string): string => `dbname=almacen user=${user}`;
  const load = (): void => {
    for (const script of ['cargar-postgresql.sql', 'vistas-postgresql.sql'])
      server.runScript(as('cuadra_carga'), books.folder, script);
  };
  server.create('almacen');
  server.execute('almacen', statements[0] ?? '');
  load();
  server.execute(as('cuadra_carga'), statements[1] ?? '');
  // Rights hold over a load that brings something.
  await books.sync(rowsOf('9'));
  await books.export();
  load();
  const has = (user: string, rights: string): readonly (string | null | undefined)[] =>
    server
      .ask(
        'almacen',
        `SELECT relname FROM pg_class WHERE relnamespace = 'cuadra'::regnamespace AND relkind IN ('r', 'v')
         AND has_table_privilege('${user}', oid, '${rights}')`,
      )
      .map(({ relname }) => relname)
      .toSorted();
  const all = ['cuadra_filas', 'cuadra_cargas', ...DATASET_TABLES.map(({ name }) => name), ...VIEW_NAMES];
  expect(has('ana', 'SELECT')).toEqual(all.toSorted());
  expect(has('carla', 'SELECT')).toEqual(['cuadra_exportacion', ...VIEW_NAMES].toSorted());
  for (const user of ['ana', 'carla']) expect(has(user, 'INSERT, UPDATE, DELETE, TRUNCATE')).toEqual([]);
  // A view tells of tables that who asks it may not read.
  expect(server.ask(as('carla'), 'SELECT sum(filas) AS n FROM cuadra_panel_rentabilidad')).toEqual([
    { n: SALES.length },
  ]);
  expect(() => server.ask(as('carla'), 'SELECT * FROM cuadra_filas')).toThrow('permission denied');
  expect(() => server.execute(as('ana'), 'CREATE TABLE own (a int)')).toThrow(/permission denied|no schema/);
};
if (programs !== undefined)
  test('the rights of a shared warehouse are what its document says', sharesAsDocumented);
else test('not run: there is no PostgreSQL here to try rights in', () => {});

test('every table is what the app says, after a first export and after each later one', async () => {
  const books = await openBooks();
  const service = books.service();
  await books.sync(rowsOf(null));
  await service.closeMonth({ month: MARCH, ownCosts: [], ...BY });
  const { id } = await importFile(service, 'falabella-transactions', SALES, "l'arch.csv");
  await decideFirst(service);
  expect((await books.export()).length).toBeGreaterThanOrEqual(DATASET_TABLES.length);
  await books.expectSameAsApp();
  expect(await books.wholeness()).toEqual([]);
  // Nothing moved: nothing is written, and that can be told before. Another day is nothing that moved; a setting is.
  const first = await books.mark();
  expect(await books.export()).toEqual([]);
  expect(await books.mark({ ...ASKED, today: '2026-04-21' as LocalDate })).toBe(first);
  expect(await books.mark({ ...ASKED, payoutTolerance: '2' as Decimal })).not.toBe(first);

  // An order of the closed month moves and is taken to another's books, somebody says something, a bank tells what came.
  await books.move(() => books.sync(rowsOf('0.0001')));
  const drift = await service.readDrift({ month: MARCH, scope: null, cause: null, offset: 0, limit: 0 });
  const evidence = evidenceOfLines(drift.byAccount);
  await books.move(
    () => service.takeAdjustment({ ...BY, month: MARCH, datedIn: '2026-04' as Month, scope: null, evidence }),
    () => say(service, 'explained', 10),
    async () => importFile(service, 'bank', await bankOf(service), 'banco.csv'),
    () => sayNoChannel(service),
  );
  const second = await books.export();
  expect(second).toContain('tablas/cierres_cuentas.parquet');
  expect(second).toContain('tablas/ajustes.parquet');
  expect(second).not.toContain('tablas/metas.parquet');
  expect(await books.expectSameAsApp()).toEqual([]);

  // The close is opened again, the decision is another, a statement and a target are taken out; figures stand still on the screen.
  await service.freeze(null);
  await books.move(
    () => books.sync(rowsOf('-3.5')),
    () => service.reopenMonth({ month: MARCH, ...BY }),
    () => say(service, 'accepted', 11),
    () => service.writeAnnotations({ kind: 'target', puts: [], deletes: [targetKey(TARGET)] }),
    () => service.deleteStatement({ id }),
  );
  await books.export();
  await service.release(null);
  await books.expectSameAsApp();

  // What a closed month and a statement kept cannot be read any more: that alone is left out, and told.
  await service.closeMonth({ month: MARCH, ownCosts: [], ...BY });
  await books.sync(rowsOf('7'));
  const before = await books.rowsOf('cuadra_pagos_banco');
  const mark = await books.mark();
  await books.damage();
  expect(await books.mark()).toBe(mark);
  await books.export();
  expect(await books.wholeness()).toEqual([
    ['cuadra_cierres_causas', 'parcial', '["2026-03"]'],
    ['cuadra_extractos_lineas', 'parcial', '["banco.csv"]'],
    ['cuadra_pagos', 'anterior', null],
    ['cuadra_pagos_banco', 'anterior', null],
  ]);
  expect(await books.rowsOf('cuadra_pagos_banco')).toEqual(before);
}, 120_000);
