import { describe, expect, test } from 'vitest';
import { loadScripts } from '#renderer/data/files/parquet/load-scripts.ts';
import {
  type Manifest,
  type ManifestMonth,
  manifestText,
  readManifest,
  sameColumns,
} from '#renderer/data/files/parquet/manifest.ts';
import type { ColumnType, FileColumn } from '#renderer/data/files/parquet/plan.ts';

/** Scripts for engines that no test can run here: each column in each of them, as its engine wants it. */

const COLUMNS: readonly FileColumn[] = [
  { name: 'Canal', key: 'Canal', type: { kind: 'text' } },
  { name: 'Orden', key: 'Orden', type: { kind: 'text' } },
  { name: 'N° `x`.\\"', key: 'otra', type: { kind: 'text' } },
  { name: 'Fecha de compra', key: 'Fecha de compra', type: { kind: 'timestamp', utc: false } },
  { name: 'Leída', key: 'leida', type: { kind: 'timestamp', utc: true } },
  { name: 'Ventas', key: 'Ventas', type: { kind: 'decimal', digits: 18, scale: 9 } },
  { name: 'Fino', key: 'fino', type: { kind: 'decimal', digits: 18, scale: 10 } },
  { name: 'Largo', key: 'largo', type: { kind: 'decimal', digits: 38, scale: 2 } },
  { name: 'Ventas (texto)', key: 'Ventas', type: { kind: 'apart', scale: 9 } },
];
const monthOf = (parts: Partial<ManifestMonth> = {}): ManifestMonth => ({
  ...{ month: '2026-10', path: 'Mes=2026-10/filas.parquet', bytes: 5, sha256: 'f', copy: null, rows: 2 },
  ...{ content: 'aa', sums: {}, replaced: { halves: 0, nul: 0 }, ...parts },
});
const scriptsOf = (months: readonly ManifestMonth[] = [monthOf()], columns = COLUMNS) =>
  new Map(loadScripts({ columns: [...columns], months: [...months] }).map(({ path, text }) => [path, text]));
const scriptOf = (engine: string, ...rest: Parameters<typeof scriptsOf>) =>
  scriptsOf(...rest).get(`cargar-${engine}.sql`) ?? '';

test('for ClickHouse is its own, step by step', () => {
  const fields = [
    ...['`Canal` Nullable(String)', '`Orden` Nullable(String)', '`N° \\`x\\`.\\\\"` Nullable(String)'],
    "`Fecha de compra` Nullable(DateTime64(3, 'UTC'))",
    "`Leída` Nullable(DateTime64(3, 'UTC'))",
    ...['`Ventas` Nullable(Decimal(18, 9))', '`Fino` Nullable(Decimal(18, 10))'],
    ...['`Largo` Nullable(Decimal(38, 2))', '`Ventas (texto)` Nullable(String)'],
  ];
  const names = fields.map((field) => field.replace(/ Nullable.*/, '')).join(', ');
  const order = "ifNull(`Canal`, ''), ifNull(`Orden`, '')";
  const all = (action: string) => fields.map((field) => `${action} ${field}`).join(', ');
  expect(
    scriptOf('clickhouse')
      .split('\n')
      .filter((line) => !line.startsWith('--')),
  ).toEqual([
    `CREATE TABLE IF NOT EXISTS cuadra_filas (${fields.join(', ')}) ENGINE = MergeTree ORDER BY tuple();`,
    `ALTER TABLE cuadra_filas ${all('ADD COLUMN IF NOT EXISTS')};`,
    `ALTER TABLE cuadra_filas ${all('MODIFY COLUMN')};`,
    `CREATE OR REPLACE TABLE cuadra_nuevas (${fields.join(', ')}) ENGINE = MergeTree ORDER BY tuple();`,
    `INSERT INTO cuadra_nuevas (${names}) FROM INFILE 'Mes=*/*.parquet' FORMAT Parquet;`,
    `DELETE FROM cuadra_filas WHERE (${order}) IN (SELECT ${order} FROM cuadra_nuevas);`,
    `DELETE FROM cuadra_filas WHERE (${order}) NOT IN (SELECT ${order} FROM cuadra_nuevas);`,
    `INSERT INTO cuadra_filas (${names}) SELECT ${names} FROM cuadra_nuevas;`,
    'DROP TABLE cuadra_nuevas;',
    '',
  ]);
});

test('for BigQuery is its own, with what its names may not hold replaced', () => {
  const fields = [
    ...['`Canal` STRING', '`Orden` STRING', '`N° _x____` STRING', '`Fecha de compra` DATETIME'],
    ...['`Leída` TIMESTAMP', '`Ventas` NUMERIC', '`Fino` BIGNUMERIC', '`Largo` BIGNUMERIC'],
    '`Ventas _texto_` STRING',
  ];
  const names = fields.map((field) => field.replace(/` [A-Z]+$/, '`')).join(', ');
  const order = 'TO_JSON_STRING(STRUCT(`Canal`, `Orden`))';
  const table = 'CONJUNTO.cuadra_filas';
  const lines = scriptOf('bigquery')
    .split('\n')
    .filter((line) => !line.startsWith('--'));
  expect(lines).toEqual([
    `CREATE TABLE IF NOT EXISTS ${table} (${fields.join(', ')});`,
    `ALTER TABLE ${table} ${fields.map((field) => `ADD COLUMN IF NOT EXISTS ${field}`).join(', ')};`,
    `ALTER TABLE ${table} ALTER COLUMN \`Fino\` SET DATA TYPE BIGNUMERIC;`,
    `ALTER TABLE ${table} ALTER COLUMN \`Largo\` SET DATA TYPE BIGNUMERIC;`,
    `LOAD DATA OVERWRITE CONJUNTO.cuadra_nuevas (${fields.join(', ')})`,
    "  FROM FILES (format = 'PARQUET', uris = ['gs://CUBO/cuadra/*.parquet'], column_name_character_map = 'V2');",
    'BEGIN TRANSACTION;',
    `DELETE FROM ${table} WHERE ${order} IN (SELECT ${order} FROM CONJUNTO.cuadra_nuevas);`,
    `DELETE FROM ${table} WHERE ${order} NOT IN (SELECT ${order} FROM CONJUNTO.cuadra_nuevas);`,
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM CONJUNTO.cuadra_nuevas;`,
    'COMMIT TRANSACTION;',
    'DROP TABLE CONJUNTO.cuadra_nuevas;',
    '',
  ]);
});

test.each([
  [
    'duckdb',
    ['VARCHAR', 'TIMESTAMP', 'TIMESTAMPTZ', 'DECIMAL(18, 9)', 'DECIMAL(38, 2)', 'VARCHAR', 'VARCHAR'],
  ],
  ['postgresql', ['text', 'timestamp', 'timestamptz', 'numeric', 'numeric', 'text', 'text']],
])('for %s each kind of column is of its type, and the month a text', (engine, types) => {
  const script = scriptOf(engine);
  const named = ['Orden', 'Fecha de compra', 'Leída', 'Ventas', 'Largo', 'Ventas (texto)', 'Mes'];
  for (const [at, name] of named.entries())
    expect(script).toContain(`ADD COLUMN IF NOT EXISTS "${name}" ${types[at]};`);
  expect(script).toContain('"N° `x`.\\""" ');
});

test('an order is what the rows carry of its keys, as texts', () => {
  const keyed = COLUMNS.map((column): FileColumn => {
    const type: ColumnType = { kind: 'decimal', digits: 18, scale: 0 };
    return column.key === 'Canal' ? { ...column, type } : column;
  });
  expect(scriptOf('duckdb', [monthOf()], keyed)).toContain(
    'WHERE NOT EXISTS (SELECT 1 FROM cuadra_nuevas AS n WHERE t."Orden" IS NOT DISTINCT FROM n."Orden");',
  );
  expect(scriptOf('duckdb')).toContain(
    'WHERE t."Canal" IS NOT DISTINCT FROM n."Canal" AND t."Orden" IS NOT DISTINCT FROM n."Orden");',
  );
});

describe('for PostgreSQL', () => {
  const copy = { path: 'Mes=2026-10/_filas.tar.gz', bytes: 1, sha256: 'e' };

  test('what is needed is the program that its files are read by', () => {
    const both = scriptOf('postgresql', [monthOf({ copy }), monthOf({ month: null, path: 'p' })]);
    expect(both).toContain('lo lee el programa duckdb');
    expect(both).toContain("FROM PROGRAM 'tar -xzOf Mes=2026-10/_filas.tar.gz' WITH (FORMAT text,");
    expect(both).toContain("SELECT *, NULL FROM read_parquet(''p'', hive_partitioning = false)");
    expect(both).toContain("  ('2026-10', 'aa'),\n  ('', 'aa');");
    const copies = scriptOf('postgresql', [monthOf({ copy })]);
    expect(copies).toContain('Basta con psql y tar');
    expect(copies).not.toContain('duckdb -c');
    expect(scriptOf('postgresql')).toContain("SELECT *, ''2026-10'' FROM read_parquet");
  });

  test('rows go in column by column, the month last', () => {
    const names = [...COLUMNS.map(({ name }) => name), 'Mes'].map(
      (name) => `"${name.replaceAll('"', '""')}"`,
    );
    const list = names.join(', ');
    const script = scriptOf('postgresql');
    expect(script).toContain(`INSERT INTO cuadra_filas (${list}) SELECT ${list} FROM cuadra_nuevas AS t`);
    expect(script).toContain(`sum(hashtextextended(ROW(${list})::text, 0)) AS huella`);
    const key = 'ROW(t."Canal", t."Orden", t."Mes")::text';
    expect(script).toContain(
      `DELETE FROM cuadra_filas AS t USING cuadra_distintas AS d WHERE ${key} = d.orden;`,
    );
  });

  test('texts that it cannot hold are counted, where there are any', () => {
    const lost = (halves: number, nul: number) => monthOf({ replaced: { halves, nul } });
    expect(scriptOf('postgresql', [lost(1, 2), lost(3, 0)])).toContain('que PostgreSQL no tiene: 6;');
    expect(scriptOf('postgresql', [lost(0, 0)])).not.toContain('U+FFFD');
  });
});

describe('a manifest', () => {
  const manifest: Manifest = {
    ...{ version: 1, account: 'a', written: '2026-11-22T00:00:00.000Z', app: '1', readUntil: null },
    ...{ partition: 'Mes', rows: 2, sums: { Ventas: '1.5' }, columns: [...COLUMNS], months: [monthOf()] },
  };

  test('is read as it was written, and what is none of ours is none', () => {
    expect(readManifest(manifestText(manifest))).toEqual(manifest);
    expect(readManifest(null)).toBeNull();
    const other = (parts: object) => readManifest(JSON.stringify({ ...manifest, ...parts }));
    expect(other({})).toEqual(manifest);
    for (const parts of [
      ...[{ version: 2 }, { partition: 'Month' }, { rows: 1.5 }, { months: null }, { readUntil: 3 }],
      { columns: [{ ...COLUMNS[0], type: { kind: 'decimal', digits: 20, scale: 0 } }] },
      { columns: [{ ...COLUMNS[0], type: { kind: 'apart', scale: -1 } }] },
    ])
      expect(other(parts), JSON.stringify(parts)).toBeNull();
  });

  test('has the same columns where names, keys and types are, in their order', () => {
    const turned = COLUMNS.map(
      ({ name, key, type }): FileColumn => ({
        ...{
          type: Object.fromEntries(Object.entries(type).toReversed()) as unknown as ColumnType,
          key,
          name,
        },
      }),
    );
    expect(sameColumns(COLUMNS, turned)).toBe(true);
    expect(sameColumns(COLUMNS, COLUMNS.toReversed())).toBe(false);
    expect(sameColumns(COLUMNS, COLUMNS.slice(1))).toBe(false);
    const [first = COLUMNS[0], ...others] = COLUMNS;
    for (const parts of [{ name: 'x' }, { key: 'x' }, { type: { kind: 'apart', scale: 1 } as const }])
      expect(sameColumns(COLUMNS, [{ ...(first as FileColumn), ...parts }, ...others])).toBe(false);
  });
});
