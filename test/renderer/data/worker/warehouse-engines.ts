import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Clickhouse } from '#test/renderer/data/files/parquet/clickhouse.ts';
import type { Postgresql } from '#test/renderer/data/files/parquet/postgresql.ts';

/** Engines over the folder of an export: loaded by its own scripts, and asked in their own words. */

export type Asked = {
  /** What stands behind FROM. */
  readonly from: string;
  /** Its columns, as they are named there. */
  readonly columns: readonly string[];
};
export type Cells = readonly (string | null)[];
export type Engine = {
  readonly name: string;
  /** Behind `cargar-` and `vistas-`. */
  readonly dialect: string;
  readonly load: () => Promise<void>;
  /** The rows of each question, all cells as texts. */
  readonly ask: (questions: readonly Asked[]) => Promise<readonly (readonly Cells[])[]>;
};

const selectOf = ({ from, columns }: Asked, textType: string, quote: string): string =>
  `SELECT ${columns.map((column, at) => `CAST(${quote}${column}${quote} AS ${textType}) AS c${at}`).join(', ')} FROM ${from}`;
const cellsOf = ({ columns }: Asked, row: { readonly [name: string]: unknown }): Cells =>
  columns.map((_, at) => {
    const cell = row[`c${at}`];
    return cell === null || cell === undefined ? null : String(cell);
  });

export async function duckdbOver(folder: string): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  return {
    name: 'DuckDB',
    dialect: 'duckdb',
    load: async () => {
      // Paths are those of the script's own folder.
      await connection.run(`SET file_search_path = '${folder}'; SET TimeZone = 'America/Santiago'`);
      for (const script of ['cargar-duckdb.sql', 'vistas-duckdb.sql'])
        await connection.run(readFileSync(join(folder, script), 'utf8'));
    },
    ask: async (questions) => {
      const answers: Cells[][] = [];
      for (const asked of questions) {
        const read = await connection.runAndReadAll(selectOf(asked, 'VARCHAR', '"'));
        answers.push(read.getRowObjects().map((row) => cellsOf(asked, row)));
      }
      return answers;
    },
  };
}

export const postgresqlOver = (server: Postgresql, database: string, folder: string): Engine => ({
  name: 'PostgreSQL',
  dialect: 'postgresql',
  load: async () => {
    for (const script of ['cargar-postgresql.sql', 'vistas-postgresql.sql'])
      server.runScript(database, folder, script);
  },
  ask: async (questions) =>
    server
      .askAll(
        database,
        questions.map((asked) => selectOf(asked, 'text', '"')),
      )
      .map((rows, at) => rows.map((row) => cellsOf(questions[at] as Asked, row))),
});

export const clickhouseOver = (server: Clickhouse, folder: string): Engine => ({
  name: 'ClickHouse',
  dialect: 'clickhouse',
  load: async () => {
    for (const script of ['cargar-clickhouse.sql', 'vistas-clickhouse.sql']) server.load(folder, script);
  },
  // In one process: each takes its time to begin.
  ask: async (questions) =>
    server
      .askAll(questions.map((asked) => selectOf(asked, 'Nullable(String)', '`')))
      .map((rows, at) => rows.map((row) => cellsOf(questions[at] as Asked, row))),
});
