import { columnBeside, LOADS, type LoadedTable, OWNER, escapedText as text } from './loaded-table.ts';
import { type ColumnType, type FileColumn, LONG_DIGITS } from './plan.ts';

/** The script for BigQuery: only the parts that changed are loaded, and take the place of theirs in one transaction. */

export const bigqueryTable = (table: string): string => `CONJUNTO.${table}`;
const MONTH_COLUMN = 'Fecha de compra';

export function bigqueryScript(account: string, tables: readonly LoadedTable[]): string {
  const steps = tables.map((table) => stepsOf(account, table));
  return `-- Antes: gcloud storage cp --recursive "Mes=*" tablas gs://CUBO/cuadra/${account}/ ; cambie CUBO y CONJUNTO abajo.
-- Las tablas tienen una partición por mes. Una tabla de una versión anterior sigue sin ellas: para tenerlas, bórrela y cargue.
${[
  `CREATE TABLE IF NOT EXISTS ${bigqueryTable(LOADS)} (${OWNER} STRING, tabla STRING, parte STRING, contenido STRING);`,
  ...steps.flatMap(({ prepare }) => prepare),
  'BEGIN TRANSACTION;',
  ...steps.flatMap(({ take }) => take),
  'COMMIT TRANSACTION;',
  ...steps.flatMap(({ clear }) => clear),
].join('\n')}
`;
}

function stepsOf(account: string, table: LoadedTable) {
  const { columns, parts } = table;
  // Two accounts may load at once.
  const own = account.replaceAll('-', '_');
  const [loaded, coming, changes] = [
    table.name,
    `${table.name}_nuevas_${own}`,
    `${table.name}_cambian_${own}`,
  ].map(bigqueryTable);
  const fields = columns.map((column) => `${bigqueryName(column.name)} ${bigqueryType(column.type)}`);
  const names = columns.map((column) => bigqueryName(column.name)).join(', ');
  const all = [`${OWNER} STRING`, ...fields];
  const isMonthly = columnBeside(table) !== null && hasMonths(columns);
  const ownLoads = `${OWNER} = ${text(account)} AND tabla = ${text(table.name)}`;
  const rows = parts.map(
    ({ part, content }) => `STRUCT(${text(part)} AS parte, ${text(content)} AS contenido)`,
  );
  const monthOfRow = `IFNULL(FORMAT_DATETIME('%E4Y-%m', ${bigqueryName(MONTH_COLUMN)}), '')`;
  const partOfRow = isMonthly ? monthOfRow : table.parted?.isInFiles ? bigqueryName(table.parted.by) : null;
  const ofPart = partOfRow === null ? '' : ` AND ${partOfRow} IN (SELECT parte FROM ${changes})`;
  const widened = columns.filter(({ type }) => bigqueryType(type) === 'BIGNUMERIC');
  const prepare = [
    `CREATE TABLE IF NOT EXISTS ${loaded} (${all.join(', ')})${isMonthly ? ` PARTITION BY DATETIME_TRUNC(${bigqueryName(MONTH_COLUMN)}, MONTH)` : ''} CLUSTER BY ${OWNER};`,
    // In a single statement: a table is altered few times a minute.
    `ALTER TABLE ${loaded} ${all.map((field) => `ADD COLUMN IF NOT EXISTS ${field}`).join(', ')};`,
    ...widened.map(
      (column) => `ALTER TABLE ${loaded} ALTER COLUMN ${bigqueryName(column.name)} SET DATA TYPE BIGNUMERIC;`,
    ),
    // Before there were several accounts.
    ...(columnBeside(table) === null
      ? []
      : [`UPDATE ${loaded} SET ${OWNER} = ${text(account)} WHERE ${OWNER} IS NULL;`]),
    `-- También las partes que la copia ya no tiene.`,
    `CREATE OR REPLACE TABLE ${changes} AS SELECT parte, n.contenido FROM UNNEST([${rows.join(', ')}]) AS n FULL JOIN (SELECT parte, contenido FROM ${bigqueryTable(LOADS)} WHERE ${ownLoads}) AS m USING (parte) WHERE m.contenido IS DISTINCT FROM n.contenido;`,
    `CREATE OR REPLACE TABLE ${coming} (${fields.join(', ')});`,
    ...parts.map(
      ({ part, path }) => `IF EXISTS (SELECT 1 FROM ${changes} WHERE parte = ${text(part)}) THEN
  LOAD DATA INTO ${coming} (${fields.join(', ')})
    FROM FILES (format = 'PARQUET', uris = [${text(`gs://CUBO/cuadra/${account}/${path}`)}], column_name_character_map = 'V2');
END IF;`,
    ),
  ];
  const take = [
    `DELETE FROM ${loaded} WHERE ${OWNER} = ${text(account)} AND EXISTS (SELECT 1 FROM ${changes})${ofPart};`,
    `INSERT INTO ${loaded} (${OWNER}, ${names}) SELECT ${text(account)}, ${names} FROM ${coming};`,
    `DELETE FROM ${bigqueryTable(LOADS)} WHERE ${ownLoads} AND parte IN (SELECT parte FROM ${changes});`,
    `INSERT INTO ${bigqueryTable(LOADS)} SELECT ${text(account)}, ${text(table.name)}, parte, contenido FROM ${changes} WHERE contenido IS NOT NULL;`,
  ];
  return { prepare, take, clear: [`DROP TABLE ${coming};`, `DROP TABLE ${changes};`] };
}

/** Where no row has a month, there is but one part. */
const hasMonths = (columns: readonly FileColumn[]): boolean =>
  columns.some(({ name, type }) => name === MONTH_COLUMN && type.kind === 'timestamp' && !type.utc);

/** With what its names may not hold replaced as loading does (the character map V2). */
export function bigqueryName(name: string): string {
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
