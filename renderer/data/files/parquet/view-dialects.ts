import { bigqueryName, bigqueryTable } from './load-bigquery.ts';
import { clickhouseName, ON_CLUSTER } from './load-clickhouse.ts';
import { standardName } from './loaded-table.ts';
import type { FileColumn } from './plan.ts';
import { PARTITION } from './plan.ts';

/** What engines say differently in the views over their tables. */

/** Sums to divide, with the places that they have. */
export type Ratio = { readonly part: string; readonly base: string; readonly scale: number };

export type Dialect = {
  /** Behind `vistas-` and `.sql`. */
  readonly name: string;
  readonly head: string;
  readonly table: (name: string) => string;
  readonly column: (name: string) => string;
  readonly create: (view: string) => string;
  readonly leftJoin: string;
  /** An amount of a column whose cells are no amounts. */
  readonly absent: string;
  /** Types of columns that no row of a company fills. */
  readonly amount: string;
  readonly string: string;
  readonly addColumn: (table: string, field: string) => string;
  /** The month of a row, as it stands in the column beside the files or is told by the date. */
  readonly monthOf: (date: FileColumn | undefined) => string;
  /** part / base × 100 of sums with base > 0, exact, rounded half away from zero to two places. */
  readonly percent: (ratio: Ratio) => string;
};

/** (2 · |part| · 10000 + base) ÷ (2 · base), whole: hundredths of percent, rounded half up. */
const halvesOf = (part: string, base: string): readonly [above: string, below: string] => [
  `2 * 10000 * abs(${part}) + ${base}`,
  `2 * ${base}`,
];

const POSTGRESQL: Dialect = {
  name: 'postgresql',
  head: '-- Después de cargar: psql -v ON_ERROR_STOP=1 -f vistas-postgresql.sql BASE. Los permisos dados sobre las vistas siguen.',
  table: (name) => name,
  column: standardName,
  create: (view) => `CREATE OR REPLACE VIEW ${view} AS`,
  leftJoin: 'LEFT JOIN',
  absent: 'CAST(NULL AS DECIMAL)',
  amount: 'numeric',
  string: 'text',
  addColumn: (table, field) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${field};`,
  monthOf: () => `f.${standardName(PARTITION)}`,
  percent: ({ part, base }) => `sign(${part}) * div(${halvesOf(part, base).join(', ')}) * 0.01`,
};

const DUCKDB: Dialect = {
  ...POSTGRESQL,
  name: 'duckdb',
  amount: 'DECIMAL(18, 2)',
  string: 'VARCHAR',
  head: '-- Después de cada carga: duckdb almacen.db -f vistas-duckdb.sql',
  percent: ({ part, base, scale }) => {
    const units = (sum: string): string =>
      `CAST(${sum} * CAST(1${'0'.repeat(scale)} AS DECIMAL(38, 0)) AS HUGEINT)`;
    const [above, below] = halvesOf(units(part), units(base));
    return `CAST(sign(${part}) * ((${above}) // (${below})) AS DECIMAL(36, 0)) * CAST(0.01 AS DECIMAL(2, 2))`;
  },
};

const CLICKHOUSE: Dialect = {
  name: 'clickhouse',
  head: '-- Después de cada carga: clickhouse-client --multiquery --queries-file vistas-clickhouse.sql',
  table: (name) => name,
  column: clickhouseName,
  create: (view) => `CREATE OR REPLACE VIEW ${view} AS`,
  leftJoin: 'LEFT JOIN',
  absent: 'CAST(NULL AS Nullable(Decimal(38, 2)))',
  amount: 'Nullable(Decimal(18, 2))',
  string: 'Nullable(String)',
  addColumn: POSTGRESQL.addColumn,
  monthOf: () => `f.${clickhouseName(PARTITION)}`,
  percent: ({ part, base, scale }) => {
    const [above, below] = halvesOf(`toDecimal256(${part}, ${scale})`, `toDecimal256(${base}, ${scale})`);
    return `sign(${part}) * toDecimal128(divideDecimal(${above}, ${below}, 0), 2) * toDecimal64('0.01', 2)`;
  },
};

/** Views over the distributed tables: each machine asks for all rows of the smaller side. */
const CLUSTER: Dialect = {
  ...CLICKHOUSE,
  name: 'clickhouse-cluster',
  head: CLICKHOUSE.head.replace('vistas-clickhouse', 'vistas-clickhouse-cluster'),
  create: (view) => `CREATE OR REPLACE VIEW ${view}${ON_CLUSTER} AS`,
  addColumn: (table, field) =>
    [`${table}_local`, table].map((each) => POSTGRESQL.addColumn(`${each}${ON_CLUSTER}`, field)).join('\n'),
  leftJoin: 'GLOBAL LEFT JOIN',
};

const BIGQUERY: Dialect = {
  name: 'bigquery',
  head: '-- Después de cada carga; cambie CONJUNTO.',
  table: bigqueryTable,
  column: bigqueryName,
  create: (view) => `CREATE OR REPLACE VIEW ${bigqueryTable(view)} AS`,
  leftJoin: 'LEFT JOIN',
  absent: 'CAST(NULL AS NUMERIC)',
  amount: 'NUMERIC',
  string: 'STRING',
  addColumn: (table, field) => POSTGRESQL.addColumn(bigqueryTable(table), field),
  monthOf: (date) => (date === undefined ? `''` : `FORMAT_DATETIME('%E4Y-%m', f.${bigqueryName(date.name)})`),
  percent: ({ part, base }) => {
    const [above, below] = halvesOf(`CAST(${part} AS BIGNUMERIC)`, `CAST(${base} AS BIGNUMERIC)`);
    return `SIGN(${part}) * DIV(${above}, ${below}) * BIGNUMERIC '0.01'`;
  },
};

export const DIALECTS: readonly Dialect[] = [DUCKDB, POSTGRESQL, CLICKHOUSE, CLUSTER, BIGQUERY];
