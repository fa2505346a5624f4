import { readFileSync } from 'node:fs';
import { parse } from 'sql-parser-cst';
import { describe, expect, test } from 'vitest';
import { loadScripts } from '#renderer/data/files/parquet/load-scripts.ts';
import type { Manifest } from '#renderer/data/files/parquet/manifest.ts';
import { planTable } from '#renderer/data/files/parquet/table-columns.ts';
import { VIEW_NAMES } from '#renderer/data/files/parquet/views.ts';
import { keysOf } from '#renderer/data/model/dataset-tables.ts';
import { DATASET_TABLES } from '#renderer/data/worker/dataset-tables.ts';

/** The scripts that no engine of the tests reads, by a parser of their dialect. */

const DOCUMENT = new URL('../../../../../renderer/data/files/parquet/WAREHOUSE.md', import.meta.url);
const replaced = { halves: 0, nul: 0 };
const part = { bytes: 1, sha256: '', copy: null, rows: 1, stamp: null, content: "it's", replaced };
/** An export of every table, with names that are hard to write. */
const MANIFEST: Pick<Manifest, 'account' | 'columns' | 'months' | 'tables'> = {
  account: 'a-1',
  columns: [
    { name: 'Fecha de compra', key: 'Fecha de compra', type: { kind: 'timestamp', utc: false } },
    ...['Canal', 'N° de "Liquidación" `1`', '% Rentabilidad (neta)'].map(
      (name) => ({ name, key: name, type: { kind: 'text' } }) as const,
    ),
    { name: 'Ventas', key: 'Ventas', type: { kind: 'decimal', digits: 38, scale: 12 } },
    { name: 'Ventas (texto)', key: 'Ventas', type: { kind: 'apart', scale: 12 } },
    {
      name: 'Rentabilidad Total',
      key: 'Rentabilidad Total',
      type: { kind: 'decimal', digits: 18, scale: 2 },
    },
  ],
  months: ['2026-01', null].map((month) => ({
    ...{ ...part, month, sums: {} },
    path: `Mes=${month ?? '__HIVE_DEFAULT_PARTITION__'}/filas.parquet`,
  })),
  tables: DATASET_TABLES.map((table) => ({
    ...{ name: table.name, keys: [...keysOf(table)] },
    partBy: table.columns.mes_lectura === undefined ? null : 'mes_lectura',
    columns: [...planTable({ ...table, partBy: null, parts: [] }, [])],
    parts: ['2026-01', '2026-02'].map((month) => ({
      ...part,
      part: month,
      path: `tablas/x-${month}.parquet`,
    })),
  })),
};
const scriptOf = (file: string): string =>
  loadScripts(MANIFEST).find(({ path }) => path === file)?.text ?? '';

describe('the scripts for BigQuery', () => {
  const kindsOf = (file: string): readonly string[] =>
    parse(scriptOf(file), { dialect: 'bigquery', includeComments: true }).statements.map(({ type }) => type);

  test('are of its dialect: the loads stand before one transaction over every table', () => {
    const kinds = kindsOf('cargar-bigquery.sql').filter((kind) => kind !== 'empty');
    const [begin, end] = [
      kinds.indexOf('start_transaction_stmt'),
      kinds.lastIndexOf('commit_transaction_stmt'),
    ];
    expect(begin).toBeGreaterThan(0);
    const inside = kinds.slice(begin + 1, end);
    expect(inside.filter((kind) => !['delete_stmt', 'insert_stmt'].includes(kind))).toEqual([]);
    expect(inside).toHaveLength((DATASET_TABLES.length + 1) * 4);
    expect(kinds.slice(0, begin).filter((kind) => kind === 'if_stmt')).toHaveLength(
      (DATASET_TABLES.length + 1) * 2,
    );
    expect(new Set(kinds.slice(end + 1))).toEqual(new Set(['drop_table_stmt']));
  });

  test('make every view', () => {
    const kinds = kindsOf('vistas-bigquery.sql').filter((kind) => kind !== 'empty');
    expect(kinds.filter((kind) => kind !== 'alter_table_stmt')).toEqual(
      VIEW_NAMES.map(() => 'create_view_stmt'),
    );
    // Columns that others' rows may carry, and these do not.
    expect(kinds.filter((kind) => kind === 'alter_table_stmt')).toHaveLength(13);
  });
});

/** What each engine says its own way, as one says it that the tests run: DuckDB. */
const SAYS: {
  readonly [engine: string]: {
    readonly names: RegExp;
    readonly percent: (part: string, scale: number) => string;
    readonly others: readonly (readonly [said: string, inDuckdb: string])[];
  };
} = {
  duckdb: {
    names: /"((?:""|[^"])*)"/g,
    percent: (part, scale) => {
      const units = (sum: string) =>
        `CAST(s.${sum} * CAST(1${'0'.repeat(scale)} AS DECIMAL(38, 0)) AS HUGEINT)`;
      return `CAST(sign(s.${part}) * ((2 * 10000 * abs(${units(part)}) + ${units('ventas')}) // (2 * ${units('ventas')})) AS DECIMAL(36, 0)) * CAST(0.01 AS DECIMAL(2, 2))`;
    },
    others: [],
  },
  postgresql: {
    names: /"((?:""|[^"])*)"/g,
    percent: (part) => `sign(s.${part}) * div(2 * 10000 * abs(s.${part}) + s.ventas, 2 * s.ventas) * 0.01`,
    others: [
      [' numeric;', ' DECIMAL(18, 2);'],
      [' text;', ' VARCHAR;'],
    ],
  },
  clickhouse: {
    names: /`((?:\\.|[^`\\])*)`/g,
    percent: (part, scale) => {
      const wide = (sum: string) => `toDecimal256(s.${sum}, ${scale})`;
      return `sign(s.${part}) * toDecimal128(divideDecimal(2 * 10000 * abs(${wide(part)}) + ${wide('ventas')}, 2 * ${wide('ventas')}, 0), 2) * toDecimal64('0.01', 2)`;
    },
    others: [
      [' Nullable(Decimal(18, 2));', ' DECIMAL(18, 2);'],
      [' Nullable(String);', ' VARCHAR;'],
    ],
  },
  'clickhouse-cluster': {
    names: /`((?:\\.|[^`\\])*)`/g,
    percent: (part, scale) => SAYS.clickhouse?.percent(part, scale) ?? '',
    others: [
      [' Nullable(Decimal(18, 2));', ' DECIMAL(18, 2);'],
      [' Nullable(String);', ' VARCHAR;'],
      ['GLOBAL LEFT JOIN', 'LEFT JOIN'],
      ["ALTER TABLE cuadra_filas ON CLUSTER '{cluster}' ADD", 'ALTER TABLE cuadra_filas ADD'],
      [" ON CLUSTER '{cluster}' AS\n", ' AS\n'],
    ],
  },
  bigquery: {
    names: /`([^`]*)`/g,
    percent: (part) => {
      const wide = (sum: string) => `CAST(s.${sum} AS BIGNUMERIC)`;
      return `SIGN(s.${part}) * DIV(2 * 10000 * abs(${wide(part)}) + ${wide('ventas')}, 2 * ${wide('ventas')}) * BIGNUMERIC '0.01'`;
    },
    others: [
      ['CONJUNTO.', ''],
      [' NUMERIC;', ' DECIMAL(18, 2);'],
      [' STRING;', ' VARCHAR;'],
      ["FORMAT_DATETIME('%E4Y-%m', f.«Fecha de compra»)", 'f.«Mes»'],
    ],
  },
};
const SCOPES = ['marketplace', 'comercial', 'total'];
/** The most places of the two that are divided, or as many as another company may have. */
const PLACES: readonly number[] = [12, 14];

/** A script of views with what its engine says its own way as DuckDB says it; its first line apart. */
function saidAlike(engine: string, manifest: typeof MANIFEST, scale: number) {
  const text = loadScripts(manifest).find(({ path }) => path === `vistas-${engine}.sql`)?.text ?? '';
  const says = SAYS[engine];
  if (says === undefined) throw new Error(engine);
  const [head, ...lines] = text.split('\n');
  // What BigQuery's names may not hold; of the others, what is escaped in them.
  const alike = (name: string) =>
    name
      .replaceAll('""', '"')
      .replace(/\\(.)/g, '$1')
      .replace(/[!"$()*,./;?@[\\\]^`{}~]/g, '_');
  let said = lines.join('\n').replaceAll(says.names, (_, name: string) => `«${alike(name)}»`);
  for (const [own, inDuckdb] of says.others) {
    expect(said).toContain(own);
    said = said.replaceAll(own, inDuckdb);
  }
  for (const scope of SCOPES) {
    const own = says.percent(`rentabilidad_${scope}`, scale);
    expect(said).toContain(own);
    said = said.replaceAll(own, `PERCENT ${scope}`);
  }
  return { head, said };
}

test.each(PLACES)(
  'the views are the same in every engine but for what it says its own way, at %i places',
  (scale) => {
    const columns = MANIFEST.columns.map((column) =>
      column.name === 'Ventas'
        ? { ...column, type: { ...column.type, scale } as typeof column.type }
        : column,
    );
    const manifest = { ...MANIFEST, columns };
    const { said } = saidAlike('duckdb', manifest, scale);
    expect(said.match(/PERCENT/g)).toHaveLength(3);
    for (const engine of ['postgresql', 'clickhouse', 'bigquery'])
      expect(saidAlike(engine, manifest, scale).said).toBe(said);
    // On several machines each column is added where the rows lie, and then to what is distributed.
    const lines = saidAlike('clickhouse-cluster', manifest, scale).said.split('\n');
    const local = "ALTER TABLE cuadra_filas_local ON CLUSTER '{cluster}' ";
    expect(lines.filter((line) => !line.startsWith(local)).join('\n')).toBe(said);
    for (const [at, line] of lines.entries())
      if (line.startsWith(local))
        expect(lines[at + 1]).toBe(line.replace(local, 'ALTER TABLE cuadra_filas '));
    for (const [engine, { head }] of Object.keys(SAYS).map(
      (each) => [each, saidAlike(each, manifest, scale)] as const,
    ))
      expect(head).toMatch(
        engine === 'bigquery' ? /^-- .*CONJUNTO/ : new RegExp(`^-- .*vistas-${engine}\\.sql`),
      );
  },
);

test('a row is of the currency of its own account', () => {
  const script = loadScripts({
    ...MANIFEST,
    columns: [...MANIFEST.columns, { name: 'Cuenta', key: 'Cuenta', type: { kind: 'text' } }],
  }).find(({ path }) => path === 'vistas-postgresql.sql')?.text;
  expect(script).toContain(`coalesce(f."Canal", '') AS canal`);
  expect(script).toContain('LEFT JOIN cuadra_cuentas AS c ON');
  // Each column that is no sum is one that is grouped by.
  const groups = [
    ...(script ?? '').matchAll(
      /SELECT (?:s\.\*.*\nFROM \(\n {2}SELECT )?(.*?) AS \w+,[^;]*?GROUP BY ([\d, ]+)/g,
    ),
  ];
  expect(groups.map(([, , by]) => by)).toEqual([
    ...['1, 2, 3, 4', '1, 2, 3, 4', '1, 2, 3, 4', '1, 2, 3, 4, 5', '1, 2, 3, 4'],
  ]);
  expect(script).toContain(
    `c.cuadra_cuenta = f.cuadra_cuenta AND c.canal = coalesce(f."Canal", '') AND c.cuenta = coalesce(f."Cuenta", '')`,
  );
});

test('amounts that no row carries as numbers are none, and rows without their columns are of no channel', () => {
  const apart = MANIFEST.columns.filter(({ name }) => name !== 'Ventas');
  const none = {
    ...{ duckdb: 'CAST(NULL AS DECIMAL)', postgresql: 'CAST(NULL AS DECIMAL)' },
    ...{ clickhouse: 'CAST(NULL AS Nullable(Decimal(38, 2)))', bigquery: 'CAST(NULL AS NUMERIC)' },
  };
  for (const [engine, absent] of Object.entries(none)) {
    const script = loadScripts({ ...MANIFEST, columns: apart }).find(
      ({ path }) => path === `vistas-${engine}.sql`,
    );
    expect(script?.text).toContain(`, ${absent} AS ventas, CAST(0 AS DECIMAL) AS ventas_con_costo,`);
    expect(script?.text).toContain(`${absent} AS porcentaje_total`);
    expect(script?.text).not.toContain('WHEN s.ventas');
  }
  // Of sales that are numbers a profitability that is none has no rate, and the others have theirs.
  const total = loadScripts({
    ...MANIFEST,
    columns: MANIFEST.columns.map((column) =>
      column.key === 'Rentabilidad Total'
        ? { ...column, name: 'Rentabilidad Total (texto)', type: { kind: 'apart', scale: 2 } as const }
        : column,
    ),
  }).find(({ path }) => path === 'vistas-duckdb.sql')?.text;
  expect(total?.match(/WHEN s\.ventas > 0/g)).toHaveLength(2);
  expect(total).toContain('CAST(NULL AS DECIMAL) AS porcentaje_total');
  const bare = loadScripts({ ...MANIFEST, columns: [] }).filter(({ path }) => path.startsWith('vistas-'));
  for (const { path, text } of bare) {
    expect(text).toContain("'' AS canal, coalesce(c.moneda, '') AS moneda");
    expect(text).toContain("AND c.canal = '' AND c.cuenta = ''");
    if (path === 'vistas-bigquery.sql') expect(text).toContain("coalesce('', '') AS mes");
  }
  expect(bare).toHaveLength(5);
});

test('a view whose tables the export does not have is not made', () => {
  const pathsOf = (names: readonly string[]) =>
    loadScripts({ ...MANIFEST, tables: MANIFEST.tables.filter(({ name }) => names.includes(name)) });
  expect(pathsOf([]).some(({ path }) => path.startsWith('vistas-'))).toBe(false);
  const [script] = pathsOf(['cuadra_por_cobrar']).filter(({ path }) => path === 'vistas-duckdb.sql');
  expect(script?.text.match(/VIEW \w+/g)).toEqual(['VIEW cuadra_panel_por_cobrar']);
});

test('a column that these rows do not carry is summed for companies whose rows do', () => {
  const script = scriptOf('vistas-duckdb.sql');
  const added = 'ALTER TABLE cuadra_filas ADD COLUMN IF NOT EXISTS "Costo Comercial" DECIMAL(18, 2);';
  expect(script.indexOf(added)).toBeGreaterThan(0);
  expect(script.indexOf('sum(f."Costo Comercial") AS costo_comercial')).toBeGreaterThan(
    script.indexOf(added),
  );
});

test('the document names every view', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  expect([...document.matchAll(/^\| `(cuadra_panel_\w+)` \|/gm)].map(([, name]) => name)).toEqual(VIEW_NAMES);
});
