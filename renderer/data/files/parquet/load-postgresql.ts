import {
  columnBeside,
  LOADS,
  type LoadedPart,
  type LoadedTable,
  OWNER,
  standardName,
  standardText,
} from './loaded-table.ts';
import type { ColumnType } from './plan.ts';

/**
 * The script for PostgreSQL: reads the files of the parts that are not as they were when it ran last, and changes the orders, or
 * the rows, that differ. All in one transaction.
 */

/** Columns that identify an order, as far as the rows carry them. */
const ORDER = ['Canal', 'Cuenta', 'Orden'];
/** Of before there were several accounts. */
const FORMER_LOADS = 'cuadra_meses';

export function postgresqlScript(account: string, tables: readonly LoadedTable[], replaced: number): string {
  const steps = tables.map((table) => createdTable(table));
  const names = [...tables.map(({ name }) => name), LOADS].join(', ');
  return `-- En esta carpeta: psql -v ON_ERROR_STOP=1 -f cargar-postgresql.sql BASE
${head(tables, replaced)}-- Sólo se lee lo que cambió desde la última carga.
\\encoding UTF8
\\set ON_ERROR_STOP on
SET client_min_messages = warning;
BEGIN;
CREATE TABLE IF NOT EXISTS ${LOADS} (${OWNER} text, tabla text, parte text, contenido text NOT NULL, PRIMARY KEY (${OWNER}, tabla, parte));
${steps.join('\n')}
-- Dos cargas a la vez van una tras otra.
LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE;
-- De antes de que hubiera varias empresas.
SELECT to_regclass('${FORMER_LOADS}') IS NOT NULL AS era_una \\gset
\\if :era_una
${tables
  .filter((table) => columnBeside(table) !== null)
  .map(({ name }) => `UPDATE ${name} SET ${OWNER} = ${standardText(account)} WHERE ${OWNER} IS NULL;`)
  .join('\n')}
DROP TABLE ${FORMER_LOADS};
\\endif
${tables.map((table) => loaded(account, table)).join('\n')}
COMMIT;
`;
}

type Field = readonly [name: string, type: string];

function fieldsOf(table: LoadedTable): readonly Field[] {
  const beside = columnBeside(table);
  return [
    ...table.columns.map(({ name, type }): Field => [name, postgresqlType(type)]),
    ...(beside === null ? [] : [[beside, 'text'] as const]),
  ];
}

const written = ([name, type]: Field): string => `${standardName(name)} ${type}`;

function createdTable(table: LoadedTable): string {
  const { name, keys } = table;
  const fields = [...fieldsOf(table).map(written), `${OWNER} text`];
  const key = keys.length === 0 ? '' : `, PRIMARY KEY (${[OWNER, ...keys.map(standardName)].join(', ')})`;
  return `CREATE TABLE IF NOT EXISTS ${name} (${fields.join(', ')}${key});
${fields.map((field) => `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS ${field};`).join('\n')}`;
}

function loaded(account: string, table: LoadedTable): string {
  const { name, parts } = table;
  const owned = `${OWNER} = ${standardText(account)}`;
  const beside = columnBeside(table);
  const coming = `${name}_nuevas`;
  const [known, changes] = [`${name}_partes`, `${name}_cambian`];
  return `-- ${name}
CREATE TEMP TABLE ${coming} (${fieldsOf(table).map(written).join(', ')}) ON COMMIT DROP;
CREATE TEMP TABLE ${known} (parte text, contenido text) ON COMMIT DROP;
INSERT INTO ${known} VALUES
${parts.map(({ part, content }) => `  (${standardText(part)}, ${standardText(content)})`).join(',\n')};
-- También las partes que la copia ya no tiene.
CREATE TEMP TABLE ${changes} ON COMMIT DROP AS
  SELECT parte FROM ${known} AS n
  FULL JOIN (SELECT parte, contenido FROM ${LOADS} WHERE ${owned} AND tabla = '${name}') AS m USING (parte)
  WHERE m.contenido IS DISTINCT FROM n.contenido;
${parts.map((part) => copied(table, coming, changes, part)).join('\n')}
ANALYZE ${coming};
${beside === null ? byKey(account, table, coming, changes) : byOrder(account, table, beside, coming, changes)}
DELETE FROM ${LOADS} WHERE ${owned} AND tabla = '${name}';
INSERT INTO ${LOADS} SELECT ${standardText(account)}, '${name}', parte, contenido FROM ${known};`;
}

/** By `tar` where the lines for COPY are there, else by the program duckdb. */
function copied(
  table: LoadedTable,
  coming: string,
  changes: string,
  { part, path, copy }: LoadedPart,
): string {
  const month = part === '' ? 'NULL' : `''${part}''`;
  const last = columnBeside(table) === null ? '' : `, ${month}`;
  const [program, format] =
    copy === null
      ? [
          `duckdb -c "COPY (SELECT *${last} FROM read_parquet(''${path}'', hive_partitioning = false)) TO ''/dev/stdout'' (FORMAT csv, HEADER false)"`,
          'csv',
        ]
      : [`tar -xzOf ${copy}`, 'text'];
  return `SELECT EXISTS (SELECT FROM ${changes} WHERE parte = ${standardText(part)}) AS cambia \\gset
\\if :cambia
\\copy ${coming} FROM PROGRAM '${program}' WITH (FORMAT ${format}, ENCODING 'UTF8')
\\endif`;
}

/**
 * Orders are compared as texts of their keys: PostgreSQL joins by IS NOT DISTINCT FROM only row against row.
 */
function byOrder(
  account: string,
  table: LoadedTable,
  beside: string,
  coming: string,
  changes: string,
): string {
  const { name, columns } = table;
  const part = standardName(beside);
  const keys = columns.filter(({ key, type }) => type.kind === 'text' && ORDER.includes(key));
  const order = `ROW(${[...keys.map((key) => standardName(key.name)), part].map((key) => `t.${key}`).join(', ')})::text`;
  const names = fieldsOf(table)
    .map(([field]) => standardName(field))
    .join(', ');
  const owned = `t.${OWNER} = ${standardText(account)}`;
  const prints = (from: string, where: string): string =>
    `SELECT ${order} AS orden, count(*) AS filas, sum(hashtextextended(ROW(${names})::text, 0)) AS huella
    FROM ${from} AS t JOIN ${changes} AS c ON c.parte = coalesce(t.${part}, '')${where} GROUP BY 1`;
  const differing = `${name}_distintas`;
  return `-- Órdenes que vienen de nuevo, y las que la copia ya no tiene.
CREATE TEMP TABLE ${differing} ON COMMIT DROP AS
  SELECT orden FROM (${prints(name, ` WHERE ${owned}`)}) AS antes
  FULL JOIN (${prints(coming, '')}) AS ahora USING (orden)
  WHERE (antes.filas, antes.huella) IS DISTINCT FROM (ahora.filas, ahora.huella);
ANALYZE ${differing};
DELETE FROM ${name} AS t USING ${differing} AS d WHERE ${owned} AND ${order} = d.orden;
INSERT INTO ${name} (${names}, ${OWNER}) SELECT ${names}, ${standardText(account)} FROM ${coming} AS t JOIN ${differing} AS d ON ${order} = d.orden;`;
}

/** Rows that are no more, or not as they were, go; those that are not there come. */
function byKey(account: string, table: LoadedTable, coming: string, changes: string): string {
  const { name, keys, parted } = table;
  const columns = fieldsOf(table).map(([field]) => standardName(field));
  const names = columns.join(', ');
  const owned = `t.${OWNER} = ${standardText(account)}`;
  const same = keys.map((key) => `t.${standardName(key)} = n.${standardName(key)}`).join(' AND ');
  const rowOf = (row: string): string => `ROW(${columns.map((column) => `${row}.${column}`).join(', ')})`;
  const part = parted === null ? `''` : `t.${standardName(parted.by)}`;
  return `DELETE FROM ${name} AS t WHERE ${owned} AND ${part} IN (SELECT parte FROM ${changes})
  AND NOT EXISTS (SELECT FROM ${coming} AS n WHERE ${same} AND ${rowOf('n')} IS NOT DISTINCT FROM ${rowOf('t')});
INSERT INTO ${name} (${names}, ${OWNER}) SELECT ${names}, ${standardText(account)} FROM ${coming} AS n
  WHERE NOT EXISTS (SELECT FROM ${name} AS t WHERE ${owned} AND ${same});`;
}

/** @param replaced texts that PostgreSQL does not have */
function head(tables: readonly LoadedTable[], replaced: number): string {
  const needs = tables.some(({ parts }) => parts.some(({ copy }) => copy === null))
    ? '-- PostgreSQL no lee Parquet: lo lee el programa duckdb, que debe estar instalado. Sin él: exportar «para PostgreSQL».'
    : '-- Basta con psql y tar, que todo sistema tiene.';
  const lost =
    replaced === 0
      ? ''
      : `-- Textos con NUL o medio carácter, que PostgreSQL no tiene: ${replaced}; las líneas llevan U+FFFD en su lugar.\n`;
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
