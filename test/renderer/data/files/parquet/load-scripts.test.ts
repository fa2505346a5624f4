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
  new Map(
    loadScripts({ account: 'a-1', columns: [...columns], months: [...months], tables: [] }).map(
      ({ path, text }) => [path, text],
    ),
  );
const scriptOf = (engine: string, ...rest: Parameters<typeof scriptsOf>) =>
  scriptsOf(...rest).get(`cargar-${engine}.sql`) ?? '';

const statementsOf = (script: string): readonly string[] =>
  script.split('\n').filter((line) => !line.startsWith('--'));

const CLICKHOUSE_FIELDS = [
  ...['`Canal` Nullable(String)', '`Orden` Nullable(String)', '`N° \\`x\\`.\\\\"` Nullable(String)'],
  "`Fecha de compra` Nullable(DateTime64(3, 'UTC'))",
  "`Leída` Nullable(DateTime64(3, 'UTC'))",
  ...['`Ventas` Nullable(Decimal(18, 9))', '`Fino` Nullable(Decimal(18, 10))'],
  ...['`Largo` Nullable(Decimal(38, 2))', '`Ventas (texto)` Nullable(String)'],
];
const CLICKHOUSE_NAMES = CLICKHOUSE_FIELDS.map((field) => field.replace(/ Nullable.*/, '')).join(', ');
const allFields = (action: string) => CLICKHOUSE_FIELDS.map((field) => `${action} ${field}`).join(', ');
const inText = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
const LOADS =
  '(cuadra_cuenta String, tabla String, parte String, contenido String, cargada DateTime64(3) DEFAULT now64(3)) ENGINE = KIND(cargada) ORDER BY (cuadra_cuenta, tabla, parte)';
const FILAS = `(cuadra_cuenta String, \`Mes\` String, ${CLICKHOUSE_FIELDS.join(', ')}) ENGINE`;
const BY_MONTH = 'PARTITION BY (cuadra_cuenta, `Mes`) ORDER BY tuple()';

/** The statement that tells what is to be widened: of each column its name, quoted too, digits and places. */
const wideningOf = (statement: string, local: string) => [
  expect.stringContaining(`SELECT replaceAll(replaceAll('${statement} «columna» Nullable(Decimal(«tipo»));`),
  "FROM values('columna String, nombre String, digitos Int32, escala Int32', ('Ventas', '`Ventas`', 18, 9), ('Fino', '`Fino`', 18, 10), ('Largo', '`Largo`', 38, 2)) AS n",
  expect.stringContaining(`table = '${local}' AND numeric_scale IS NOT NULL`),
  'WHERE n.digitos > c.numeric_precision OR n.escala > c.numeric_scale FORMAT TSVRaw;',
];

test('begin with how they are run', () => {
  for (const name of ['clickhouse', 'clickhouse-cluster'])
    expect(scriptOf(name).split('\n')[0]).toMatch(
      new RegExp(
        `: clickhouse-client --multiquery --queries-file cargar-${name}\\.sql \\| clickhouse-client --multiquery$`,
      ),
    );
  expect(scriptOf('duckdb')).toMatch(/^-- .*: duckdb almacen\.db -f cargar-duckdb\.sql\n/);
  expect(scriptOf('postgresql')).toMatch(/^-- .*: psql -v ON_ERROR_STOP=1 -f cargar-postgresql\.sql BASE\n/);
  expect(scriptOf('bigquery')).toMatch(/^-- .* gs:\/\/CUBO\/cuadra\/a-1\/ ; /);
});

test('for ClickHouse replaces whole months that are not as they were loaded last', () => {
  const replaced = [
    'DROP TABLE IF EXISTS `cuadra_nuevas_a-1` SYNC;',
    `CREATE TABLE IF NOT EXISTS \`cuadra_nuevas_a-1\` AS cuadra_filas ENGINE = MergeTree ${BY_MONTH};`,
    "ALTER TABLE `cuadra_nuevas_a-1` MODIFY COLUMN cuadra_cuenta DEFAULT 'a-1', MODIFY COLUMN `Mes` DEFAULT '«parte»';",
    `INSERT INTO \`cuadra_nuevas_a-1\` (${CLICKHOUSE_NAMES}) FROM INFILE '«ruta»' FORMAT Parquet;`,
    "ALTER TABLE cuadra_filas REPLACE PARTITION ('a-1', '«parte»') FROM `cuadra_nuevas_a-1`;",
    "INSERT INTO cuadra_cargas (cuadra_cuenta, tabla, parte, contenido) VALUES ('a-1', 'cuadra_filas', '«parte»', '«contenido»');",
    'DROP TABLE IF EXISTS `cuadra_nuevas_a-1` SYNC;',
  ];
  const removed = [
    "ALTER TABLE cuadra_filas DROP PARTITION ('a-1', '«parte»');",
    "INSERT INTO cuadra_cargas (cuadra_cuenta, tabla, parte, contenido) VALUES ('a-1', 'cuadra_filas', '«parte»', '');",
  ];
  const known =
    "(SELECT parte, contenido FROM cuadra_cargas FINAL WHERE cuadra_cuenta = 'a-1' AND tabla = 'cuadra_filas')";
  const statement = (lines: readonly string[]) => lines.map(inText).join('\\n');
  expect(
    statementsOf(scriptOf('clickhouse', [monthOf(), monthOf({ month: null, path: 'p', content: 'bb' })])),
  ).toEqual([
    `CREATE TABLE IF NOT EXISTS cuadra_cargas ${LOADS.replace('KIND', 'ReplacingMergeTree')};`,
    `CREATE TABLE IF NOT EXISTS cuadra_filas ${FILAS} = MergeTree ${BY_MONTH};`,
    "SELECT throwIf(partition_key = '', 'cuadra_filas es de una versión anterior, sin particiones. Déjela aparte con RENAME TABLE cuadra_filas TO cuadra_filas_antes; y cargue de nuevo.') FROM system.tables WHERE database = currentDatabase() AND name = 'cuadra_filas' FORMAT Null;",
    `ALTER TABLE cuadra_filas ${allFields('ADD COLUMN IF NOT EXISTS')};`,
    ...wideningOf('ALTER TABLE cuadra_filas MODIFY COLUMN', 'cuadra_filas'),
    `SELECT replaceAll(replaceAll(replaceAll('${statement(replaced)}', '«parte»', n.parte), '«ruta»', n.ruta), '«contenido»', n.contenido)`,
    "FROM values('parte String, ruta String, contenido String', ('2026-10', 'Mes=2026-10/filas.parquet', 'aa'), ('', 'p', 'bb')) AS n",
    `LEFT JOIN ${known} AS c ON c.parte = n.parte WHERE c.contenido != n.contenido FORMAT TSVRaw;`,
    `SELECT replaceAll('${statement(removed)}', '«parte»', parte)`,
    `FROM ${known} WHERE contenido != '' AND parte NOT IN ('2026-10', '') FORMAT TSVRaw;`,
    '',
  ]);
});

test('for ClickHouse on several machines has each month on one of them and its replicas', () => {
  const cluster = "ON CLUSTER '{cluster}'";
  const of = (table: string) => `currentDatabase(), ${table}`;
  const lines = statementsOf(scriptOf('clickhouse-cluster'));
  const settings = [
    "SET distributed_ddl_output_mode = 'none';",
    'SET distributed_foreground_insert = 1, alter_sync = 2;',
  ];
  expect(lines.slice(0, 13)).toEqual([
    ...settings,
    `CREATE TABLE IF NOT EXISTS cuadra_cargas_local ${cluster} ${LOADS.replace('KIND', 'ReplicatedReplacingMergeTree')};`,
    `CREATE TABLE IF NOT EXISTS cuadra_cargas ${cluster} AS cuadra_cargas_local ENGINE = Distributed('{cluster}', ${of('cuadra_cargas_local')}, cityHash64(cuadra_cuenta));`,
    `CREATE TABLE IF NOT EXISTS cuadra_filas_local ${cluster} ${FILAS} = ReplicatedMergeTree ${BY_MONTH};`,
    `CREATE TABLE IF NOT EXISTS cuadra_filas ${cluster} AS cuadra_filas_local ENGINE = Distributed('{cluster}', ${of('cuadra_filas_local')}, cityHash64(cuadra_cuenta, \`Mes\`));`,
    `ALTER TABLE cuadra_filas_local ${cluster} ${allFields('ADD COLUMN IF NOT EXISTS')};`,
    `ALTER TABLE cuadra_filas ${cluster} ${allFields('ADD COLUMN IF NOT EXISTS')};`,
    // They hold for those who do what is told, too.
    `SELECT '${settings.map(inText).join('\\n')}' FORMAT TSVRaw;`,
    ...wideningOf(inText(`ALTER TABLE cuadra_filas_local ${cluster} MODIFY COLUMN`), 'cuadra_filas_local'),
  ]);
  const told = lines[13] ?? '';
  const coming = '`cuadra_nuevas_a-1_local`';
  const order = [
    `DROP TABLE IF EXISTS ${coming} ${cluster} SYNC;`,
    `CREATE TABLE IF NOT EXISTS ${coming} ${cluster} AS cuadra_filas_local ENGINE = ReplicatedMergeTree ${BY_MONTH};`,
    `ALTER TABLE ${coming} ${cluster} MODIFY COLUMN cuadra_cuenta DEFAULT 'a-1'`,
    `CREATE TABLE IF NOT EXISTS \`cuadra_nuevas_a-1\` ${cluster} AS ${coming} ENGINE = Distributed(`,
    `INSERT INTO \`cuadra_nuevas_a-1\` (${CLICKHOUSE_NAMES}) FROM INFILE '«ruta»'`,
    // A replica that has not got its rows yet would replace the month by nothing.
    `SYSTEM SYNC REPLICA ${cluster} ${coming};`,
    `ALTER TABLE cuadra_filas_local ${cluster} REPLACE PARTITION ('a-1', '«parte»') FROM ${coming};`,
    'INSERT INTO cuadra_cargas ',
  ].map((line) => told.indexOf(inText(line)));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(lines[16]).toContain(
    inText(`ALTER TABLE cuadra_filas_local ${cluster} DROP PARTITION ('a-1', '«parte»');`),
  );
});

test('for BigQuery loads the months that changed, by name, into a table with a partition a month', () => {
  const fields = [
    ...['`Canal` STRING', '`Orden` STRING', '`N° _x____` STRING', '`Fecha de compra` DATETIME'],
    ...['`Leída` TIMESTAMP', '`Ventas` NUMERIC', '`Fino` BIGNUMERIC', '`Largo` BIGNUMERIC'],
    '`Ventas _texto_` STRING',
  ];
  const names = fields.map((field) => field.replace(/` [A-Z]+$/, '`')).join(', ');
  const table = 'CONJUNTO.cuadra_filas';
  const [coming, changes] = [`${table}_nuevas_a_1`, `${table}_cambian_a_1`];
  const owned = "cuadra_cuenta = 'a-1'";
  const all = ['cuadra_cuenta STRING', ...fields];
  expect(statementsOf(scriptOf('bigquery'))).toEqual([
    'CREATE TABLE IF NOT EXISTS CONJUNTO.cuadra_cargas (cuadra_cuenta STRING, tabla STRING, parte STRING, contenido STRING);',
    `CREATE TABLE IF NOT EXISTS ${table} (${all.join(', ')}) PARTITION BY DATETIME_TRUNC(\`Fecha de compra\`, MONTH) CLUSTER BY cuadra_cuenta;`,
    `ALTER TABLE ${table} ${all.map((field) => `ADD COLUMN IF NOT EXISTS ${field}`).join(', ')};`,
    `ALTER TABLE ${table} ALTER COLUMN \`Fino\` SET DATA TYPE BIGNUMERIC;`,
    `ALTER TABLE ${table} ALTER COLUMN \`Largo\` SET DATA TYPE BIGNUMERIC;`,
    `UPDATE ${table} SET ${owned} WHERE cuadra_cuenta IS NULL;`,
    `CREATE OR REPLACE TABLE ${changes} AS SELECT parte, n.contenido FROM UNNEST([STRUCT('2026-10' AS parte, 'aa' AS contenido)]) AS n FULL JOIN (SELECT parte, contenido FROM CONJUNTO.cuadra_cargas WHERE ${owned} AND tabla = 'cuadra_filas') AS m USING (parte) WHERE m.contenido IS DISTINCT FROM n.contenido;`,
    `CREATE OR REPLACE TABLE ${coming} (${fields.join(', ')});`,
    `IF EXISTS (SELECT 1 FROM ${changes} WHERE parte = '2026-10') THEN`,
    `  LOAD DATA INTO ${coming} (${fields.join(', ')})`,
    "    FROM FILES (format = 'PARQUET', uris = ['gs://CUBO/cuadra/a-1/Mes=2026-10/filas.parquet'], column_name_character_map = 'V2');",
    'END IF;',
    'BEGIN TRANSACTION;',
    `DELETE FROM ${table} WHERE ${owned} AND EXISTS (SELECT 1 FROM ${changes}) AND IFNULL(FORMAT_DATETIME('%E4Y-%m', \`Fecha de compra\`), '') IN (SELECT parte FROM ${changes});`,
    `INSERT INTO ${table} (cuadra_cuenta, ${names}) SELECT 'a-1', ${names} FROM ${coming};`,
    `DELETE FROM CONJUNTO.cuadra_cargas WHERE ${owned} AND tabla = 'cuadra_filas' AND parte IN (SELECT parte FROM ${changes});`,
    `INSERT INTO CONJUNTO.cuadra_cargas SELECT 'a-1', 'cuadra_filas', parte, contenido FROM ${changes} WHERE contenido IS NOT NULL;`,
    'COMMIT TRANSACTION;',
    `DROP TABLE ${coming};`,
    `DROP TABLE ${changes};`,
    '',
  ]);
});

test('for PostgreSQL each kind of column is of its type, and the month a text', () => {
  const script = scriptOf('postgresql');
  const types = ['text', 'timestamp', 'timestamptz', 'numeric', 'numeric', 'text', 'text'];
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
    `WHERE t.cuadra_cuenta = 'a-1' AND NOT EXISTS (SELECT 1 FROM cuadra_nuevas_cuadra_filas AS n WHERE t."Orden" IS NOT DISTINCT FROM n."Orden");`,
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
    expect(script).toContain(
      `INSERT INTO cuadra_filas (${list}, cuadra_cuenta) SELECT ${list}, 'a-1' FROM cuadra_filas_nuevas AS t`,
    );
    expect(script).toContain(`sum(hashtextextended(ROW(${list})::text, 0)) AS huella`);
    const changed = `JOIN cuadra_filas_cambian AS c ON c.parte = coalesce(t."Mes", '')`;
    expect(script).toContain(`FROM cuadra_filas AS t ${changed} WHERE t.cuadra_cuenta = 'a-1' GROUP BY 1`);
    expect(script).toContain(`FROM cuadra_filas_nuevas AS t ${changed} GROUP BY 1`);
    const key = 'ROW(t."Canal", t."Orden", t."Mes")::text';
    expect(script).toContain(
      `DELETE FROM cuadra_filas AS t USING cuadra_filas_distintas AS d WHERE t.cuadra_cuenta = 'a-1' AND ${key} = d.orden;`,
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
    ...{
      partition: 'Mes',
      rows: 2,
      sums: { Ventas: '1.5' },
      columns: [...COLUMNS],
      months: [monthOf()],
      tables: [],
    },
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
