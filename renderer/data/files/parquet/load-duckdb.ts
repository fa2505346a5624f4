import {
  columnBeside,
  type LoadedTable,
  OWNER,
  standardName,
  standardText,
  WIDENED,
} from './loaded-table.ts';
import type { ColumnType } from './plan.ts';

/** The script for DuckDB: all files are read, and what differs of them is changed in one transaction. */

const COMING = 'cuadra_nuevas';
/** Columns that identify an order, as far as the rows carry them. */
const ORDER = ['Canal', 'Cuenta', 'Orden'];

export function duckdbScript(account: string, tables: readonly LoadedTable[]): string {
  const steps = tables.map((table) => stepsOf(account, table));
  return `-- En esta carpeta: duckdb almacen.db -f cargar-duckdb.sql
${steps.map(({ prepare }) => prepare).join('\n')}
BEGIN;
${steps.map(({ take }) => take).join('\n')}
COMMIT;
${steps.map(({ clear }) => clear).join('\n')}
`;
}

function stepsOf(account: string, table: LoadedTable) {
  const { name, columns, keys } = table;
  const partColumn = columnBeside(table);
  const added = [
    ...columns.map((column) => [column.name, duckdbType(column.type)] as const),
    ...(partColumn === null ? [] : [[partColumn, 'VARCHAR'] as const]),
  ].map(([column, type]) => `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS ${standardName(column)} ${type};`);
  const coming = `${COMING}_${name}`;
  const source =
    partColumn === null
      ? `read_parquet([${table.parts.map(({ path }) => standardText(path)).join(', ')}], hive_partitioning = false)`
      : `read_parquet('${partColumn}=*/*.parquet', hive_partitioning = true, hive_types_autocast = false)`;
  const owned = `${OWNER} = ${standardText(account)}`;
  const prepare = `CREATE OR REPLACE TEMP TABLE ${coming} AS SELECT *, ${standardText(account)} AS ${OWNER} FROM ${source};
CREATE TABLE IF NOT EXISTS ${name} AS SELECT * FROM ${coming} LIMIT 0;
ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS ${OWNER} VARCHAR;
${added.join('\n')}
${widened(table)}`;
  const take =
    partColumn === null
      ? `DELETE FROM ${name} WHERE ${owned};`
      : `-- De antes de que hubiera varias empresas.
UPDATE ${name} SET ${owned} WHERE ${OWNER} IS NULL;
${byOrder(name, coming, owned, orderKeys(table))}`;
  return {
    prepare: keys.length === 0 ? prepare : `-- ${name}: ${keys.map(standardName).join(', ')}\n${prepare}`,
    take: `${take}\nINSERT INTO ${name} BY NAME SELECT * FROM ${coming};`,
    clear: `DROP TABLE ${coming};`,
  };
}

/**
 * Columns of amounts hold the digits and places of every company: a narrower type would round what is there, or what is inserted.
 * The statement is made of what the table has by then.
 */
function widened({ name, columns }: LoadedTable): string {
  const amounts = columns.flatMap(({ name: column, type }) =>
    type.kind === 'decimal'
      ? [`(${standardText(column)}, ${standardText(standardName(column))}, ${type.digits}, ${type.scale})`]
      : [],
  );
  if (amounts.length === 0) return '';
  const cast = `'CAST(' || n.nombre || ' AS DECIMAL(' || ${WIDENED.digits} || ', ' || ${WIDENED.scale} || ')) AS ' || n.nombre`;
  return `SET VARIABLE cuadra_ancha = (SELECT 'SELECT * REPLACE (' || string_agg(${cast}, ', ') || ') FROM ${name}'
  FROM (VALUES ${amounts.join(', ')}) AS n(columna, nombre, digitos, escala)
  JOIN duckdb_columns() AS c ON c.column_name = n.columna
  WHERE c.database_name = current_database() AND c.schema_name = current_schema() AND c.table_name = '${name}' AND c.numeric_scale IS NOT NULL);
CREATE OR REPLACE TABLE ${name} AS FROM query(getvariable('cuadra_ancha'));`;
}

const orderKeys = ({ columns }: LoadedTable): readonly string[] =>
  columns.filter(({ key, type }) => type.kind === 'text' && ORDER.includes(key)).map(({ name }) => name);

function byOrder(name: string, coming: string, owned: string, keys: readonly string[]): string {
  const same = keys.map((key) => `t.${standardName(key)} IS NOT DISTINCT FROM n.${standardName(key)}`);
  const among = `(SELECT 1 FROM ${coming} AS n WHERE ${same.join(' AND ')})`;
  return `-- Órdenes que vienen de nuevo.
DELETE FROM ${name} AS t WHERE t.${owned} AND EXISTS ${among};
-- Órdenes que la copia ya no tiene.
DELETE FROM ${name} AS t WHERE t.${owned} AND NOT EXISTS ${among};`;
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
