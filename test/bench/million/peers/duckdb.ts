import { AsyncDuckDB, type AsyncDuckDBConnection, VoidLogger } from '@duckdb/duckdb-wasm';
import type { Table } from 'apache-arrow';
import {
  type Answer,
  type Ask,
  type Contestant,
  DUCKDB_ON_CODES,
  DUCKDB_ON_TEXTS,
  exactText,
  groupLine,
} from '#test/bench/million/contestant.ts';
import { COMPARED_RANKS, type Question, type SumsQuestion } from '#test/bench/million/questions.ts';
import { codesName, createBatchWriter, DAY, ROW, readBits } from './arrow-batch.ts';
import { conditionsOf } from './conditions.ts';
import { DUCKDB_FILES } from './duckdb-files.ts';
import type { PeerTable } from './peer-table.ts';

/**
 * DuckDB-WASM as its users have it: in a worker of its own, one thread, asked by SQL, answered in Arrow. One table in
 * its memory holds every dimension twice, as codes in the narrowest integers and as VARCHAR, and measures as DECIMAL
 * of 4 bytes where the values fit, of 8 elsewhere.
 */

export type DuckDb = {
  readonly version: string;
  readonly startMs: number;
  readonly loadMs: number;
  /** What its own account of its memory says that the rows take. */
  readonly heldBytes: number;
  /** A question without work: what asking alone takes. */
  readonly ask: () => Promise<unknown>;
  readonly onCodes: Contestant;
  readonly onTexts: Contestant;
  readonly close: () => Promise<void>;
};

type Dialect = 'codes' | 'texts';

const BATCH_ROWS = 50_000;
const TABLE = 'sales';

export async function startDuckDb(table: PeerTable): Promise<DuckDb> {
  const begin = performance.now();
  const worker = new Worker(`/files/${DUCKDB_FILES.worker}`);
  const database = new AsyncDuckDB(new VoidLogger(), worker);
  await database.instantiate(new URL(`/files/${DUCKDB_FILES.program}`, self.location.href).href);
  const connection = await database.connect();
  const started = performance.now();
  const write = createBatchWriter(table);
  for (let from = 0; from < table.rows; from += BATCH_ROWS) {
    const stream = write(from, Math.min(from + BATCH_ROWS, table.rows));
    await connection.insertArrowFromIPCStream(stream, { name: TABLE, create: from === 0 });
  }
  const loaded = performance.now();
  const held = await connection.query(`SELECT count(*) AS rows FROM ${TABLE}`);
  const rows = Number(held.getChild('rows')?.get(0));
  if (rows !== table.rows) throw new Error(`DuckDB holds ${rows} rows of ${table.rows}.`);
  const memory = await connection.query(
    'SELECT sum(memory_usage_bytes)::DOUBLE AS bytes FROM duckdb_memory()',
  );
  const contestant = (name: string, dialect: Dialect): Contestant => ({
    name,
    prepare: (question) => prepare(connection, table, dialect, question),
  });
  return {
    version: await database.getVersion(),
    startMs: started - begin,
    loadMs: loaded - started,
    heldBytes: Number(memory.getChild('bytes')?.get(0)),
    ask: () => connection.query('SELECT 1'),
    onCodes: contestant(DUCKDB_ON_CODES, 'codes'),
    onTexts: contestant(DUCKDB_ON_TEXTS, 'texts'),
    close: async () => {
      await connection.close();
      await database.terminate();
      worker.terminate();
    },
  };
}

function prepare(
  connection: AsyncDuckDBConnection,
  table: PeerTable,
  dialect: Dialect,
  question: Question,
): Ask {
  if (question.kind === 'sums') {
    const sql = sumsSql(table, dialect, question);
    return async () => {
      const answer = await connection.query(sql);
      return () => readSums(table, dialect, question, answer);
    };
  }
  const { column } = question;
  const sort =
    `CREATE OR REPLACE TEMP TABLE sorted AS ` +
    `SELECT ${name(ROW)} FROM ${TABLE} ORDER BY ${name(column)} DESC`;
  return async () => {
    await connection.query(sort);
    return () => readOrder(connection, table, column);
  };
}

function sumsSql(table: PeerTable, dialect: Dialect, { selection, by, columns }: SumsQuestion): string {
  const { filters, days } = conditionsOf(table, selection);
  const where = filters.map(({ column, texts, codes }) => {
    const values = dialect === 'codes' ? codes : texts.map((text) => `'${text.replaceAll("'", "''")}'`);
    return `${name(dialect === 'codes' ? codesName(column) : column)} IN (${values.join(', ')})`;
  });
  if (days !== null) where.push(`${name(DAY)} BETWEEN ${days.from} AND ${days.to}`);
  const groups = by.map((each) => name(dialect === 'codes' ? codesName(each) : each));
  const sums = columns.map((column, at) => `sum(${name(column)}) AS s${at}`);
  const selected = [...groups.map((group, at) => `${group} AS g${at}`), 'count(*) AS rows', ...sums];
  return (
    `SELECT ${selected.join(', ')} FROM ${TABLE}` +
    `${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`} GROUP BY ${groups.join(', ')}`
  );
}

function readSums(
  { dimensions, measures }: PeerTable,
  dialect: Dialect,
  { by, columns }: SumsQuestion,
  answer: Table,
): Answer {
  return Array.from({ length: answer.numRows }, (_, row) => {
    const at = (column: string) => answer.getChild(column)?.get(row);
    const values = by.map((each, place) => {
      const value = at(`g${place}`);
      return dialect === 'texts' ? String(value) : (dimensions.get(each)?.texts[Number(value)] ?? '');
    });
    const sums = columns.map((column, place) =>
      exactText(readBits(at(`s${place}`)), measures.get(column)?.scale ?? 0),
    );
    return groupLine(values, at('rows'), sums);
  }).sort();
}

async function readOrder(
  connection: AsyncDuckDBConnection,
  { rows, measures }: PeerTable,
  column: string,
): Promise<Answer> {
  const ranks = COMPARED_RANKS.map((share) => Math.floor(rows * share));
  const answer = await connection.query(
    `SELECT sorted.rowid AS rank, ${TABLE}.${name(column)} AS value FROM sorted ` +
      `JOIN ${TABLE} ON ${TABLE}.${name(ROW)} = sorted.${name(ROW)} ` +
      `WHERE sorted.rowid IN (${ranks.join(', ')})`,
  );
  const valueAt = new Map<number, string>();
  for (let row = 0; row < answer.numRows; row += 1) {
    const units = readBits(answer.getChild('value')?.get(row));
    valueAt.set(
      Number(answer.getChild('rank')?.get(row)),
      exactText(units, measures.get(column)?.scale ?? 0),
    );
  }
  return ranks.map((rank) => valueAt.get(rank) ?? '');
}

function name(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}
