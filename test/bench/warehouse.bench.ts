import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readGroups } from '#renderer/data/engine/answers/figures.ts';
import { createQueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import {
  datasetChunks,
  fileAt,
  filesOfMonth,
  manifestOf,
  prepareDataset,
  rowsByMonth,
} from '#renderer/data/files/parquet/dataset.ts';
import {
  keptFiles,
  manifestTables,
  prepareTables,
  tableChunks,
} from '#renderer/data/files/parquet/dataset-tables.ts';
import { loadScripts } from '#renderer/data/files/parquet/load-scripts.ts';
import type { Manifest } from '#renderer/data/files/parquet/manifest.ts';
import type { GroupsQuery } from '#renderer/data/model/groups.ts';
import { ACCOUNT_TABLE } from '#renderer/data/worker/account-table.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { WrittenFile } from '#shared/contract/app-streams.ts';
import { PROFITABILITY_COLUMNS, RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { findChdb, startClickhouse } from '#test/renderer/data/files/parquet/clickhouse.ts';
import { findPostgresql, startPostgresql } from '#test/renderer/data/files/parquet/postgresql.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { keptStore } from './rows/kept-store.ts';

/**
 * Rows of the demo world exported for engines, loaded by the scripts, and asked the Panel's question there, beside the app.
 *
 *   npm run bench -- warehouse [--rows 10000000] [--rounds 3] [--engines postgresql,clickhouse]
 *
 * PostgreSQL where it is installed, ClickHouse where CUADRA_CHDB names a folder with chdb; both keep nothing over a crash, so that
 * loads are quicker than a server's. EXPORT is Parquet and, for PostgreSQL, the lines of COPY. AGAIN: one order is gone, so that
 * one month is exported and loaded. ASK: the three profitabilities of every month and channel, by the view and, in the app, over the
 * rows and then by its cubes; the median of the rounds, in engines of five queries in one process, without what its start takes. Each sum of Ventas is held
 * against the app's. For 10 million rows it wants some 12 GB of memory and 20 GB of disk.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '3' },
    engines: { type: 'string', default: 'postgresql,clickhouse' },
  },
});
const HOUR_MS = 3_600_000;
const account = 'bench-1';
const wanted = values.engines.split(',');
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function timed<T>(name: string, step: () => T | Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await step();
  say(`${name.padEnd(34)} ${((performance.now() - from) / 1000).toFixed(1).padStart(8)} s`);
  return result;
}

const store = await keptStore(Number(values.rows), say);
const rows = createQueriedRows(store);
const folder = await mkdtemp(join(tmpdir(), 'cuadra-warehouse-bench-'));
const programs = wanted.includes('postgresql') ? findPostgresql() : undefined;
const chdb = wanted.includes('clickhouse') ? findChdb() : undefined;

async function accountTable() {
  if (ACCOUNT_TABLE.partBy !== null) throw new Error('It has parts.');
  const own = await ACCOUNT_TABLE.rows({
    ...{ latest: { rows }, currencyOf: () => 'CLP', leaveOut: () => undefined },
    scheduler: { answer: async (_, start) => atOnce(start()) },
  });
  return { ...ACCOUNT_TABLE, parts: [{ part: '', stamp: null, rows: own }] };
}

type Exported = { readonly manifest: Manifest; readonly files: readonly WrittenFile[] };

/** Writes into the folder what changed since the export before. */
async function exportRows(before: Exported | null): Promise<Exported> {
  const [manifest, lying, hasCopies] = [
    before?.manifest ?? null,
    before?.files ?? [],
    programs !== undefined,
  ];
  const dataset = await prepareDataset(atOnce(rowsByMonth(store)), manifest, lying, pause, hasCopies);
  const tables = await prepareTables([await accountTable()], {
    ...{ before: manifest, files: lying, app: '1', pause, hasCopies },
  });
  const sizes = new Map<string, number>();
  for (const chunks of [datasetChunks(dataset, pause), tableChunks(tables, dataset.rows, pause)]) {
    for await (const { path, bytes } of chunks) {
      const place = join(folder, path);
      await mkdir(dirname(place), { recursive: true });
      if (!sizes.has(path)) await rm(place, { force: true });
      await appendFile(place, bytes);
      sizes.set(path, (sizes.get(path) ?? 0) + bytes.length);
    }
  }
  const written = [...sizes].map(([path, bytes]) => ({ path, bytes, sha256: '' }));
  const megabytes = written.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  say(`${written.length} files written, ${megabytes.toFixed(0)} MB`);
  const made = manifestOf(dataset, written, {
    ...{ account, app: '1', readUntil: null, written: new Date().toISOString() },
    tables: manifestTables(tables, (path) => fileAt(written, path)),
  });
  for (const { path, text } of loadScripts(made)) await writeFile(join(folder, path), text);
  const kept = dataset.months.flatMap((month) => (month.kept === null ? [] : filesOfMonth(month.kept)));
  return { manifest: made, files: [...written, ...kept, ...keptFiles(tables)] };
}

type Engine = {
  readonly name: string;
  readonly load: () => void;
  readonly askAll: (
    queries: readonly string[],
  ) => readonly (readonly { readonly [name: string]: string | null }[])[];
  readonly text: string;
  readonly stop: () => void;
};

function started(): readonly Engine[] {
  const engines: Engine[] = [];
  if (programs === undefined) say('PostgreSQL is not asked: it is not here.');
  else {
    const server = startPostgresql(programs, process.env.PATH ?? '', HOUR_MS);
    server.create('bench');
    engines.push({
      name: 'PostgreSQL',
      load: () => {
        for (const script of ['cargar-postgresql.sql', 'vistas-postgresql.sql'])
          server.runScript('bench', folder, script);
      },
      askAll: (queries) => server.askAll('bench', queries),
      text: 'text',
      stop: server.stop,
    });
  }
  if (chdb === undefined) say('ClickHouse is not asked: there is no chdb here, nor in CUADRA_CHDB.');
  else {
    const server = startClickhouse(chdb, HOUR_MS);
    engines.push({
      name: 'ClickHouse',
      load: () => {
        for (const script of ['cargar-clickhouse.sql', 'vistas-clickhouse.sql']) server.load(folder, script);
      },
      askAll: server.askAll,
      text: 'Nullable(String)',
      stop: server.stop,
    });
  }
  return engines;
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
const asked: GroupsQuery = {
  ...{ selection: EVERYTHING, dimension: { column: 'Fecha de compra', unit: 'month' }, within: 'Canal' },
  columns: [...PROFITABILITY_COLUMNS, 'Costo de Producto'],
};
/** Ventas by month and channel, as the app sums them. */
function salesInApp(): ReadonlyMap<string, bigint> {
  const { groups } = atOnce(readGroups.task(createQueriedRows(store), asked));
  return new Map(
    groups.flatMap(({ value: month, groups: channels = [] }) =>
      channels.map(({ value, totals }) => [
        `${month} ${value}`,
        toGrains(totals.sums[RATE_BASE_COLUMN] ?? '0'),
      ]),
    ),
  );
}

function askApp(): ReadonlyMap<string, bigint> {
  let answer: ReadonlyMap<string, bigint> = new Map();
  const times = Array.from({ length: Number(values.rounds) }, () => {
    // What was answered is kept for the same revision.
    store.raiseRevision();
    const from = performance.now();
    answer = salesInApp();
    return performance.now() - from;
  });
  say(`ASK app, first ${times[0]?.toFixed(0)} ms, median ${median(times).toFixed(0)} ms`);
  return answer;
}

/** So many queries in one process, whose start is none of theirs. */
const TOGETHER = 5;

function askEngine({ name, askAll, text }: Engine, expected: ReadonlyMap<string, bigint>): void {
  const clock = (query: string): number => {
    const from = performance.now();
    askAll(Array.from({ length: TOGETHER }, () => query));
    return performance.now() - from;
  };
  const columns = `mes, canal, CAST(ventas AS ${text}) AS v, CAST(porcentaje_total AS ${text}) AS p`;
  const query = `SELECT ${columns} FROM cuadra_panel_rentabilidad`;
  const rounds = Array.from({ length: Number(values.rounds) }, () => ({
    nothing: clock('SELECT 1 AS n'),
    asked: clock(query),
  }));
  const taken = median(rounds.map((round) => round.asked)) - median(rounds.map((round) => round.nothing));
  const found = new Map(
    (askAll([query])[0] ?? []).map(({ mes, canal, v }) => [`${mes} ${canal}`, toGrains(v ?? '0')]),
  );
  const dated = [...found].filter(([place]) => !place.startsWith(' '));
  const isSame = dated.length === expected.size && dated.every(([place, sum]) => expected.get(place) === sum);
  const verdict = isSame ? 'the same as the app' : 'NOT as the app';
  say(`ASK ${name}, median ${(taken / TOGETHER).toFixed(0)} ms, ${verdict}`);
  if (!isSame) process.exitCode = 1;
}

const engines = started();
try {
  const first = await timed('EXPORT', () => exportRows(null));
  for (const engine of engines) await timed(`LOAD ${engine.name}`, engine.load);
  const inApp = askApp();
  for (const engine of engines) askEngine(engine, inApp);

  const gone = store.orders.keyOf(0);
  store.markDeleted(gone === null ? [] : store.rowsOfOrder(gone));
  store.raiseRevision();
  await timed('AGAIN, EXPORT', () => exportRows(first));
  for (const engine of engines) await timed(`AGAIN, LOAD ${engine.name}`, engine.load);
  const now = askApp();
  for (const engine of engines) askEngine(engine, now);
} finally {
  for (const { stop } of engines) stop();
  await rm(folder, { recursive: true, force: true });
}
