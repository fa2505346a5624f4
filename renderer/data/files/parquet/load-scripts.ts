import type { Manifest, ManifestMonth } from './manifest.ts';
import { type ColumnType, type FileColumn, LONG_DIGITS, PARTITION } from './plan.ts';

/**
 * Scripts that bring the files into an engine's table: rows of the orders that came are deleted and inserted again, and orders
 * that the export no longer holds go. All of it is one transaction where the engine has them.
 */

const TABLE = 'cuadra_filas';
const NEW = 'cuadra_nuevas';
/** Columns that identify an order, as far as the rows carry them. */
const ORDER = ['Canal', 'Cuenta', 'Orden'];

export type Script = { readonly path: string; readonly text: string };

export function loadScripts({ columns, months }: Pick<Manifest, 'columns' | 'months'>): readonly Script[] {
  const keys = columns
    .filter(({ key, type }) => type.kind === 'text' && ORDER.includes(key))
    .map(({ name }) => name);
  return [
    { path: 'cargar-duckdb.sql', text: duckdb(columns, keys) },
    { path: 'cargar-postgresql.sql', text: postgresql(columns, keys, months) },
    { path: 'cargar-clickhouse.sql', text: clickhouse(columns, keys) },
    { path: 'cargar-bigquery.sql', text: bigquery(columns, keys) },
  ];
}

const standardName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tickedName = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

function sameOrder(keys: readonly string[], nameOf: (name: string) => string): string {
  return keys.map((key) => `t.${nameOf(key)} IS NOT DISTINCT FROM n.${nameOf(key)}`).join(' AND ');
}

/** Deletes by order, and inserts, between tables of the same columns. */
function deleteAndInsert(keys: readonly string[], nameOf: (name: string) => string, insert: string): string {
  const same = sameOrder(keys, nameOf);
  return `-- Órdenes que vienen de nuevo.
DELETE FROM ${TABLE} AS t WHERE EXISTS (SELECT 1 FROM ${NEW} AS n WHERE ${same});
-- Órdenes que la copia ya no tiene.
DELETE FROM ${TABLE} AS t WHERE NOT EXISTS (SELECT 1 FROM ${NEW} AS n WHERE ${same});
${insert}`;
}

const READ = `read_parquet('Mes=*/*.parquet', hive_partitioning = true, hive_types_autocast = false)`;

function duckdb(columns: readonly FileColumn[], keys: readonly string[]): string {
  const types = [
    ...columns.map(({ name, type }) => [name, duckdbType(type)]),
    [PARTITION, 'VARCHAR'],
  ] as const;
  // A narrower type would round what is inserted.
  const alters = types.flatMap(([name = '', type]) => [
    `ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS ${standardName(name)} ${type};`,
    ...(type?.startsWith('DECIMAL')
      ? [`ALTER TABLE ${TABLE} ALTER COLUMN ${standardName(name)} TYPE ${type};`]
      : []),
  ]);
  return `-- En esta carpeta: duckdb almacen.db -f cargar-duckdb.sql
CREATE OR REPLACE TEMP TABLE ${NEW} AS SELECT * FROM ${READ};
CREATE TABLE IF NOT EXISTS ${TABLE} AS SELECT * FROM ${NEW} LIMIT 0;
${alters.join('\n')}
BEGIN;
${deleteAndInsert(keys, standardName, `INSERT INTO ${TABLE} BY NAME SELECT * FROM ${NEW};`)}
COMMIT;
DROP TABLE ${NEW};
`;
}

function duckdbType(type: ColumnType): string {
  switch (type.kind) {
    case 'text':
    case 'apart':
      return 'VARCHAR';
    case 'timestamp':
      return type.utc ? 'TIMESTAMPTZ' : 'TIMESTAMP';
    case 'decimal':
      return `DECIMAL(${type.digits}, ${type.scale})`;
  }
}

/**
 * Reads the files of the months that are not as they were when it ran last, and changes the orders that differ. Orders are
 * compared as texts of their keys: PostgreSQL joins by IS NOT DISTINCT FROM only row against row.
 */
function postgresql(
  columns: readonly FileColumn[],
  keys: readonly string[],
  months: readonly ManifestMonth[],
): string {
  const types = [
    ...columns.map(({ name, type }) => [name, postgresqlType(type)] as const),
    [PARTITION, 'text'] as const,
  ];
  const fields = types.map(([name, type]) => `${standardName(name)} ${type}`);
  const names = types.map(([name]) => standardName(name)).join(', ');
  const month = `coalesce(t.${standardName(PARTITION)}, '')`;
  const order = `ROW(${[...keys, PARTITION].map((name) => `t.${standardName(name)}`).join(', ')})::text`;
  const prints = (table: string): string =>
    `SELECT ${order} AS orden, count(*) AS filas, sum(hashtextextended(ROW(${names})::text, 0)) AS huella
    FROM ${table} AS t JOIN cuadra_cambian AS c ON c.mes = ${month} GROUP BY 1`;
  const differs = `${order} = d.orden`;
  return `-- En esta carpeta: psql -v ON_ERROR_STOP=1 -f cargar-postgresql.sql BASE
${postgresqlHead(months)}-- Sólo se leen los meses que cambiaron desde la última carga.
\\encoding UTF8
\\set ON_ERROR_STOP on
SET client_min_messages = warning;
BEGIN;
CREATE TABLE IF NOT EXISTS ${TABLE} (${fields.join(', ')});
${fields.map((field) => `ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS ${field};`).join('\n')}
CREATE TABLE IF NOT EXISTS cuadra_meses (mes text PRIMARY KEY, contenido text NOT NULL);
-- Dos cargas a la vez van una tras otra.
LOCK TABLE ${TABLE}, cuadra_meses IN SHARE ROW EXCLUSIVE MODE;
CREATE TEMP TABLE ${NEW} (${fields.join(', ')}) ON COMMIT DROP;
CREATE TEMP TABLE cuadra_meses_nuevos (mes text, contenido text) ON COMMIT DROP;
INSERT INTO cuadra_meses_nuevos VALUES
${months.map(({ month: mes, content }) => `  ('${mes ?? ''}', '${content}')`).join(',\n')};
-- También los meses que la copia ya no tiene.
CREATE TEMP TABLE cuadra_cambian ON COMMIT DROP AS
  SELECT mes FROM cuadra_meses_nuevos AS n FULL JOIN cuadra_meses AS m USING (mes)
  WHERE m.contenido IS DISTINCT FROM n.contenido;
${months.map(postgresqlMonth).join('\n')}
ANALYZE ${NEW};
-- Órdenes que vienen de nuevo, y las que la copia ya no tiene.
CREATE TEMP TABLE cuadra_distintas ON COMMIT DROP AS
  SELECT orden FROM (${prints(TABLE)}) AS antes
  FULL JOIN (${prints(NEW)}) AS ahora USING (orden)
  WHERE (antes.filas, antes.huella) IS DISTINCT FROM (ahora.filas, ahora.huella);
ANALYZE cuadra_distintas;
DELETE FROM ${TABLE} AS t USING cuadra_distintas AS d WHERE ${differs};
INSERT INTO ${TABLE} (${names}) SELECT ${names} FROM ${NEW} AS t JOIN cuadra_distintas AS d ON ${differs};
DELETE FROM cuadra_meses;
INSERT INTO cuadra_meses SELECT mes, contenido FROM cuadra_meses_nuevos;
COMMIT;
`;
}

/** By `tar` where the lines for COPY are there, else by the program duckdb. */
function postgresqlMonth({ month, path, copy }: ManifestMonth): string {
  const mes = month === null ? 'NULL' : `''${month}''`;
  const [program, format] =
    copy === null
      ? [
          `duckdb -c "COPY (SELECT *, ${mes} FROM read_parquet(''${path}'', hive_partitioning = false)) TO ''/dev/stdout'' (FORMAT csv, HEADER false)"`,
          'csv',
        ]
      : [`tar -xzOf ${copy.path}`, 'text'];
  return `SELECT EXISTS (SELECT FROM cuadra_cambian WHERE mes = '${month ?? ''}') AS cambia \\gset
\\if :cambia
\\copy ${NEW} FROM PROGRAM '${program}' WITH (FORMAT ${format}, ENCODING 'UTF8')
\\endif`;
}

function postgresqlHead(months: readonly ManifestMonth[]): string {
  const texts = months.reduce((sum, { replaced }) => sum + replaced.halves + replaced.nul, 0);
  const needs = months.some(({ copy }) => copy === null)
    ? '-- PostgreSQL no lee Parquet: lo lee el programa duckdb, que debe estar instalado. Sin él: exportar «para PostgreSQL».'
    : '-- Basta con psql y tar, que todo sistema tiene.';
  const lost =
    texts === 0
      ? ''
      : `-- Textos con NUL o medio carácter, que PostgreSQL no tiene: ${texts}; las líneas llevan U+FFFD en su lugar.\n`;
  return `${needs}\n${lost}`;
}

function postgresqlType(type: ColumnType): string {
  switch (type.kind) {
    case 'text':
    case 'apart':
      return 'text';
    case 'timestamp':
      return type.utc ? 'timestamptz' : 'timestamp';
    case 'decimal':
      // Exact, with any number of digits.
      return 'numeric';
  }
}

function clickhouse(columns: readonly FileColumn[], keys: readonly string[]): string {
  const fields = columns.map(({ name, type }) => `${tickedName(name)} Nullable(${clickhouseType(type)})`);
  const names = columns.map(({ name }) => tickedName(name)).join(', ');
  const order = keys.map((key) => `ifNull(${tickedName(key)}, '')`).join(', ');
  const all = (action: string): string =>
    `ALTER TABLE ${TABLE} ${fields.map((field) => `${action} ${field}`).join(', ')};`;
  return `-- En esta carpeta: clickhouse-client --multiquery --queries-file cargar-clickhouse.sql
-- ClickHouse no tiene transacciones: quien consulte entre los pasos ve la tabla a medias.
CREATE TABLE IF NOT EXISTS ${TABLE} (${fields.join(', ')}) ENGINE = MergeTree ORDER BY tuple();
${all('ADD COLUMN IF NOT EXISTS')}
${all('MODIFY COLUMN')}
CREATE OR REPLACE TABLE ${NEW} (${fields.join(', ')}) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO ${NEW} (${names}) FROM INFILE 'Mes=*/*.parquet' FORMAT Parquet;
-- Órdenes que vienen de nuevo.
DELETE FROM ${TABLE} WHERE (${order}) IN (SELECT ${order} FROM ${NEW});
-- Órdenes que la copia ya no tiene.
DELETE FROM ${TABLE} WHERE (${order}) NOT IN (SELECT ${order} FROM ${NEW});
INSERT INTO ${TABLE} (${names}) SELECT ${names} FROM ${NEW};
DROP TABLE ${NEW};
`;
}

function clickhouseType(type: ColumnType): string {
  switch (type.kind) {
    case 'text':
    case 'apart':
      return 'String';
    case 'timestamp':
      // Local times are kept as they read.
      return "DateTime64(3, 'UTC')";
    case 'decimal':
      return `Decimal(${type.digits}, ${type.scale})`;
  }
}

/** Orders are told apart as JSON: what is correlated by IS NOT DISTINCT FROM may not be joined there. */
function bigquery(columns: readonly FileColumn[], keys: readonly string[]): string {
  const fields = columns.map(({ name, type }) => `${bigqueryName(name)} ${bigqueryType(type)}`);
  const names = columns.map(({ name }) => bigqueryName(name)).join(', ');
  const order = `TO_JSON_STRING(STRUCT(${keys.map(bigqueryName).join(', ')}))`;
  const [table, coming] = [`CONJUNTO.${TABLE}`, `CONJUNTO.${NEW}`];
  const widened = columns.filter(({ type }) => bigqueryType(type) === 'BIGNUMERIC');
  return `-- Antes: gcloud storage cp --recursive "Mes=*" gs://CUBO/cuadra/ ; cambie CUBO y CONJUNTO abajo.
CREATE TABLE IF NOT EXISTS ${table} (${fields.join(', ')});
-- En una sola instrucción: una tabla se altera pocas veces por minuto.
ALTER TABLE ${table} ${fields.map((field) => `ADD COLUMN IF NOT EXISTS ${field}`).join(', ')};
${widened.map(({ name }) => `ALTER TABLE ${table} ALTER COLUMN ${bigqueryName(name)} SET DATA TYPE BIGNUMERIC;\n`).join('')}\
LOAD DATA OVERWRITE ${coming} (${fields.join(', ')})
  FROM FILES (format = 'PARQUET', uris = ['gs://CUBO/cuadra/*.parquet'], column_name_character_map = 'V2');
BEGIN TRANSACTION;
-- Órdenes que vienen de nuevo.
DELETE FROM ${table} WHERE ${order} IN (SELECT ${order} FROM ${coming});
-- Órdenes que la copia ya no tiene.
DELETE FROM ${table} WHERE ${order} NOT IN (SELECT ${order} FROM ${coming});
INSERT INTO ${table} (${names}) SELECT ${names} FROM ${coming};
COMMIT TRANSACTION;
DROP TABLE ${coming};
`;
}

/** With what its names may not hold replaced as loading does (the character map V2). */
function bigqueryName(name: string): string {
  return `\`${name.replace(/[!"$()*,./;?@[\\\]^`{}~]/g, '_')}\``;
}

/** Places that NUMERIC does not have. */
const NUMERIC_PLACES = 9;

function bigqueryType(type: ColumnType): string {
  switch (type.kind) {
    case 'text':
    case 'apart':
      return 'STRING';
    case 'timestamp':
      return type.utc ? 'TIMESTAMP' : 'DATETIME';
    case 'decimal':
      return type.digits === LONG_DIGITS || type.scale > NUMERIC_PLACES ? 'BIGNUMERIC' : 'NUMERIC';
  }
}
