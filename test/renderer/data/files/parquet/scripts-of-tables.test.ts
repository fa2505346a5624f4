import { expect, test } from 'vitest';
import { loadScripts } from '#renderer/data/files/parquet/load-scripts.ts';
import type { ManifestMonth, ManifestPart, ManifestTable } from '#renderer/data/files/parquet/manifest.ts';
import type { FileColumn } from '#renderer/data/files/parquet/plan.ts';

/** Tables beside the rows, in the scripts for engines that no test can run here: in parts that their files name, and whole. */

const column = (name: string, type: FileColumn['type'] = { kind: 'text' }): FileColumn => ({
  ...{ name, key: name, type },
});
const amount = (name: string, scale: number, digits: 18 | 38 = 18): FileColumn =>
  column(name, { kind: 'decimal', digits, scale });
const part = (of: string, content: string, rows = 1): ManifestPart => ({
  ...{
    part: of,
    path: `tablas/${content}.parquet`,
    bytes: 1,
    sha256: '',
    copy: null,
    rows,
    stamp: null,
    content,
  },
  replaced: { halves: 0, nul: 0 },
});
/** Bought when is told of other things, too: that is no month of its rows. */
const BOUGHT = column('Fecha de compra', { kind: 'timestamp', utc: false });
const PARTED: ManifestTable = {
  ...{ name: 'cuadra_x', keys: ['clave', 'n'], partBy: 'mes' },
  columns: [column('clave'), column('mes'), amount('n', 0), amount('importe', 12), BOUGHT],
  parts: [part('2026-01', 'a'), part('2026-02', 'b', 2), part('2026-03', 'empty', 0)],
};
const WHOLE: ManifestTable = {
  ...{ name: 'cuadra_y', keys: ['clave'], partBy: null },
  columns: [column('clave'), amount('cuánto', 9, 38)],
  parts: [part('', 'y')],
};
const EMPTY: ManifestTable = { ...WHOLE, name: 'cuadra_z', parts: [part('', 'z', 0)] };

const { part: _, stamp: __, ...OF_MONTH } = part('', 'rows');
const MONTH: ManifestMonth = { ...OF_MONTH, month: '2026-01', sums: {} };
const scriptOf = (engine: string, tables: readonly ManifestTable[], columns: readonly FileColumn[] = []) =>
  loadScripts({ account: 'a-1', columns: [...columns], months: [MONTH], tables: [...tables] })
    .filter(({ path }) => path === `cargar-${engine}.sql`)
    .flatMap(({ text }) => text.split('\n').filter((line) => !line.startsWith('--')));

/** The lines of a script that are of a table: those that name it, and what goes on from them. */
function statementsOf(engine: string, table: ManifestTable): readonly string[] {
  const ofRows = new Set(scriptOf(engine, []));
  return scriptOf(engine, [table]).filter((line) => !ofRows.has(line));
}

const asText = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const known = (name: string) =>
  `(SELECT parte, contenido FROM cuadra_cargas FINAL WHERE cuadra_cuenta = 'a-1' AND tabla = '${name}')`;
const former = (name: string) =>
  `SELECT throwIf(partition_key = '', '${name} es de una versión anterior, sin particiones. Déjela aparte con RENAME TABLE ${name} TO ${name}_antes; y cargue de nuevo.') FROM system.tables WHERE database = currentDatabase() AND name = '${name}' FORMAT Null;`;
const wideningOf = (name: string, amounts: string) => [
  expect.stringContaining(`ALTER TABLE ${name} MODIFY COLUMN «columna» Nullable(Decimal(«tipo»));`),
  `FROM values('columna String, nombre String, digitos Int32, escala Int32', ${amounts}) AS n`,
  expect.stringContaining(`table = '${name}' AND numeric_scale IS NOT NULL`),
  'WHERE n.digitos > c.numeric_precision OR n.escala > c.numeric_scale FORMAT TSVRaw;',
];
/** What ClickHouse is told to do with a part. */
const replacing = (name: string, partition: string, order: string, columns: string, which: string) => [
  'DROP TABLE IF EXISTS `cuadra_nuevas_a-1` SYNC;',
  `CREATE TABLE IF NOT EXISTS \`cuadra_nuevas_a-1\` AS ${name} ENGINE = MergeTree PARTITION BY ${partition} ORDER BY ${order};`,
  "ALTER TABLE `cuadra_nuevas_a-1` MODIFY COLUMN cuadra_cuenta DEFAULT 'a-1';",
  `INSERT INTO \`cuadra_nuevas_a-1\` (${columns}) FROM INFILE '«ruta»' FORMAT Parquet;`,
  `ALTER TABLE ${name} REPLACE PARTITION ${which} FROM \`cuadra_nuevas_a-1\`;`,
  `INSERT INTO cuadra_cargas (cuadra_cuenta, tabla, parte, contenido) VALUES ('a-1', '${name}', '«parte»', '«contenido»');`,
  'DROP TABLE IF EXISTS `cuadra_nuevas_a-1` SYNC;',
];
const told = (name: string, statements: readonly string[], parts: string) => [
  `SELECT replaceAll(replaceAll(replaceAll(${asText(statements.join('\n'))}, '«parte»', n.parte), '«ruta»', n.ruta), '«contenido»', n.contenido)`,
  `FROM values('parte String, ruta String, contenido String', ${parts}) AS n`,
  `LEFT JOIN ${known(name)} AS c ON c.parte = n.parte WHERE c.contenido != n.contenido FORMAT TSVRaw;`,
];
const removing = (name: string, which: string, except: string) => [
  `SELECT replaceAll(${asText(`ALTER TABLE ${name} DROP PARTITION ${which};\nINSERT INTO cuadra_cargas (cuadra_cuenta, tabla, parte, contenido) VALUES ('a-1', '${name}', '«parte»', '');`)}, '«parte»', parte)`,
  `FROM ${known(name)} WHERE contenido != ''${except} FORMAT TSVRaw;`,
];

test('for ClickHouse a part that has rows takes its place at once; one that has none goes', () => {
  const fields = [
    ...[
      '`clave` String',
      '`mes` Nullable(String)',
      '`n` Decimal(18, 0)',
      '`importe` Nullable(Decimal(18, 12))',
    ],
    "`Fecha de compra` Nullable(DateTime64(3, 'UTC'))",
  ];
  const names = '`clave`, `mes`, `n`, `importe`, `Fecha de compra`';
  const [by, order] = ['(cuadra_cuenta, `mes`)', '(`clave`, `n`)'];
  expect(statementsOf('clickhouse', PARTED)).toEqual([
    `CREATE TABLE IF NOT EXISTS cuadra_x (cuadra_cuenta String, ${fields.join(', ')}) ENGINE = MergeTree PARTITION BY ${by} ORDER BY ${order};`,
    former('cuadra_x'),
    `ALTER TABLE cuadra_x ${fields.map((field) => `ADD COLUMN IF NOT EXISTS ${field}`).join(', ')};`,
    // A key is as wide as it was made.
    ...wideningOf('cuadra_x', "('importe', '`importe`', 18, 12)"),
    ...told(
      'cuadra_x',
      replacing('cuadra_x', by, order, names, "('a-1', '«parte»')"),
      "('2026-01', 'tablas/a.parquet', 'a'), ('2026-02', 'tablas/b.parquet', 'b')",
    ),
    ...removing('cuadra_x', "('a-1', '«parte»')", " AND parte NOT IN ('2026-01', '2026-02')"),
  ]);
});

test('for ClickHouse a table without parts is one for each account, and may be empty', () => {
  const head = (name: string) => [
    `CREATE TABLE IF NOT EXISTS ${name} (cuadra_cuenta String, \`clave\` String, \`cuánto\` Nullable(Decimal(38, 9))) ENGINE = MergeTree PARTITION BY cuadra_cuenta ORDER BY (\`clave\`);`,
    former(name),
    `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS \`clave\` String, ADD COLUMN IF NOT EXISTS \`cuánto\` Nullable(Decimal(38, 9));`,
    ...wideningOf(name, "('cuánto', '`cuánto`', 38, 9)"),
  ];
  const statements = replacing('cuadra_y', 'cuadra_cuenta', '(`clave`)', '`clave`, `cuánto`', "'a-1'");
  expect(statementsOf('clickhouse', WHOLE)).toEqual([
    ...head('cuadra_y'),
    ...told('cuadra_y', statements, "('', 'tablas/y.parquet', 'y')"),
    ...removing('cuadra_y', "'a-1'", " AND parte NOT IN ('')"),
  ]);
  expect(statementsOf('clickhouse', EMPTY)).toEqual([
    ...head('cuadra_z'),
    ...removing('cuadra_z', "'a-1'", ''),
  ]);
});

test('for ClickHouse on several machines a table lies where its account and part do', () => {
  const sharded = (table: ManifestTable) =>
    statementsOf('clickhouse-cluster', table).find((line) => line.includes(`AS ${table.name}_local ENGINE`));
  const distributed = (name: string, by: string) =>
    `CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER '{cluster}' AS ${name}_local ENGINE = Distributed('{cluster}', currentDatabase(), ${name}_local, cityHash64(${by}));`;
  expect(sharded(PARTED)).toBe(distributed('cuadra_x', 'cuadra_cuenta, `mes`'));
  expect(sharded(WHOLE)).toBe(distributed('cuadra_y', 'cuadra_cuenta'));
  // What came for a part goes from all of them, before and after.
  const drops = ['`cuadra_nuevas_a-1`', '`cuadra_nuevas_a-1_local`'].map((name) =>
    asText(`DROP TABLE IF EXISTS ${name} ON CLUSTER '{cluster}' SYNC;`).slice(1, -1),
  );
  const told = statementsOf('clickhouse-cluster', PARTED).join('\n');
  expect(told.split(drops.join('\\n'))).toHaveLength(3);
  // Whether a table is of a former version is asked of one machine alone.
  expect(statementsOf('clickhouse-cluster', PARTED).join('\n')).not.toContain('throwIf');
});

test('for BigQuery the parts that changed go and come, by the column that names them; a table without parts goes whole', () => {
  const steps = (
    name: string,
    {
      fields,
      wide,
      parts,
      ofPart,
    }: { fields: string; wide: string; parts: readonly string[]; ofPart: string },
  ) => {
    const table = `CONJUNTO.${name}`;
    const [coming, changes] = [`${table}_nuevas_a_1`, `${table}_cambian_a_1`];
    const names = fields.replace(/` \w+/g, '`');
    const listed = parts.map((of) => of.split('=')).map(([of, path]) => ({ of, path }));
    const ownLoads = `cuadra_cuenta = 'a-1' AND tabla = '${name}'`;
    return [
      `CREATE TABLE IF NOT EXISTS ${table} (cuadra_cuenta STRING, ${fields}) CLUSTER BY cuadra_cuenta;`,
      `ALTER TABLE ${table} ${`cuadra_cuenta STRING, ${fields}`
        .split(', ')
        .map((field) => `ADD COLUMN IF NOT EXISTS ${field}`)
        .join(', ')};`,
      `ALTER TABLE ${table} ALTER COLUMN \`${wide}\` SET DATA TYPE BIGNUMERIC;`,
      `CREATE OR REPLACE TABLE ${changes} AS SELECT parte, n.contenido FROM UNNEST([${listed
        .map(({ of, path }) => `STRUCT('${of}' AS parte, '${path}' AS contenido)`)
        .join(
          ', ',
        )}]) AS n FULL JOIN (SELECT parte, contenido FROM CONJUNTO.cuadra_cargas WHERE ${ownLoads}) AS m USING (parte) WHERE m.contenido IS DISTINCT FROM n.contenido;`,
      `CREATE OR REPLACE TABLE ${coming} (${fields});`,
      ...listed.flatMap(({ of, path }) => [
        `IF EXISTS (SELECT 1 FROM ${changes} WHERE parte = '${of}') THEN`,
        `  LOAD DATA INTO ${coming} (${fields})`,
        `    FROM FILES (format = 'PARQUET', uris = ['gs://CUBO/cuadra/a-1/tablas/${path}.parquet'], column_name_character_map = 'V2');`,
      ]),
      `DELETE FROM ${table} WHERE cuadra_cuenta = 'a-1' AND EXISTS (SELECT 1 FROM ${changes})${ofPart};`,
      `INSERT INTO ${table} (cuadra_cuenta, ${names}) SELECT 'a-1', ${names} FROM ${coming};`,
      `DELETE FROM CONJUNTO.cuadra_cargas WHERE ${ownLoads} AND parte IN (SELECT parte FROM ${changes});`,
      `INSERT INTO CONJUNTO.cuadra_cargas SELECT 'a-1', '${name}', parte, contenido FROM ${changes} WHERE contenido IS NOT NULL;`,
      `DROP TABLE ${coming};`,
      `DROP TABLE ${changes};`,
    ];
  };
  const statements = (table: ManifestTable) =>
    statementsOf('bigquery', table).filter((line) => !/^(BEGIN|COMMIT) TRANSACTION;$|^$/.test(line));
  expect(statements(PARTED)).toEqual(
    steps('cuadra_x', {
      fields: '`clave` STRING, `mes` STRING, `n` NUMERIC, `importe` BIGNUMERIC, `Fecha de compra` DATETIME',
      wide: 'importe',
      parts: ['2026-01=a', '2026-02=b', '2026-03=empty'],
      ofPart: ' AND `mes` IN (SELECT parte FROM CONJUNTO.cuadra_x_cambian_a_1)',
    }),
  );
  expect(statements(WHOLE)).toEqual(
    steps('cuadra_y', {
      ...{ fields: '`clave` STRING, `cuánto` BIGNUMERIC', wide: 'cuánto' },
      ...{ parts: ['=y'], ofPart: '' },
    }),
  );
});

test('for BigQuery rows that tell no local month of purchase are one part', () => {
  const untold = [
    [],
    [column('Fecha de compra')],
    [column('Fecha de compra', { kind: 'timestamp', utc: true })],
    [{ ...BOUGHT, name: 'Comprada' }],
  ];
  for (const columns of untold) {
    const script = scriptOf('bigquery', [], columns).join('\n');
    expect(script).not.toMatch(/PARTITION BY|FORMAT_DATETIME/);
    expect(script).toContain('EXISTS (SELECT 1 FROM CONJUNTO.cuadra_filas_cambian_a_1);');
  }
  expect(scriptOf('bigquery', [], [BOUGHT]).join('\n')).toContain('PARTITION BY DATETIME_TRUNC');
});

test('for DuckDB a table goes and comes whole, whatever parts its files are in', () => {
  const step = (table: ManifestTable, fields: readonly string[], widest: string) => {
    const { name } = table;
    const files = table.parts.map(({ path }) => `'${path}'`).join(', ');
    return [
      `CREATE OR REPLACE TEMP TABLE cuadra_nuevas_${name} AS SELECT *, 'a-1' AS cuadra_cuenta FROM read_parquet([${files}], hive_partitioning = false);`,
      `CREATE TABLE IF NOT EXISTS ${name} AS SELECT * FROM cuadra_nuevas_${name} LIMIT 0;`,
      ...['cuadra_cuenta VARCHAR', ...fields].map(
        (field) => `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS ${field};`,
      ),
      expect.stringMatching(new RegExp(`^SET VARIABLE cuadra_ancha = .* \\|\\| '\\) FROM ${name}'$`)),
      `  FROM (VALUES ${widest}) AS n(columna, nombre, digitos, escala)`,
      expect.stringContaining(`c.table_name = '${name}' AND c.numeric_scale IS NOT NULL);`),
      `CREATE OR REPLACE TABLE ${name} AS FROM query(getvariable('cuadra_ancha'));`,
      `DELETE FROM ${name} WHERE cuadra_cuenta = 'a-1';`,
      `INSERT INTO ${name} BY NAME SELECT * FROM cuadra_nuevas_${name};`,
      `DROP TABLE cuadra_nuevas_${name};`,
    ];
  };
  const statements = (table: ManifestTable) =>
    statementsOf('duckdb', table).filter((line) => !line.startsWith('  JOIN duckdb_columns()'));
  expect(statements(PARTED)).toEqual(
    step(
      PARTED,
      [
        ...['"clave" VARCHAR', '"mes" VARCHAR', '"n" DECIMAL(18, 0)', '"importe" DECIMAL(18, 12)'],
        '"Fecha de compra" TIMESTAMP',
      ],
      `('n', '"n"', 18, 0), ('importe', '"importe"', 18, 12)`,
    ),
  );
  expect(statements(WHOLE)).toEqual(
    step(WHOLE, ['"clave" VARCHAR', '"cuánto" DECIMAL(38, 9)'], `('cuánto', '"cuánto"', 38, 9)`),
  );
  const texts = { ...WHOLE, name: 'cuadra_t', columns: [column('clave')] };
  expect(statementsOf('duckdb', texts)).toEqual([
    expect.stringContaining('CREATE OR REPLACE TEMP TABLE cuadra_nuevas_cuadra_t '),
    'CREATE TABLE IF NOT EXISTS cuadra_t AS SELECT * FROM cuadra_nuevas_cuadra_t LIMIT 0;',
    'ALTER TABLE cuadra_t ADD COLUMN IF NOT EXISTS cuadra_cuenta VARCHAR;',
    'ALTER TABLE cuadra_t ADD COLUMN IF NOT EXISTS "clave" VARCHAR;',
    "DELETE FROM cuadra_t WHERE cuadra_cuenta = 'a-1';",
    'INSERT INTO cuadra_t BY NAME SELECT * FROM cuadra_nuevas_cuadra_t;',
    'DROP TABLE cuadra_nuevas_cuadra_t;',
  ]);
  const whole = loadScripts({ account: 'a-1', columns: [], months: [MONTH], tables: [PARTED, WHOLE] });
  const script = whole.find(({ path }) => path === 'cargar-duckdb.sql')?.text ?? '';
  expect(script.match(/^-- cuadra_.*/gm)).toEqual(['-- cuadra_x: "clave", "n"', '-- cuadra_y: "clave"']);
});

test('for DuckDB and PostgreSQL rows have their month beside them, and those of before one account its name', () => {
  const duckdb = scriptOf('duckdb', [PARTED], [BOUGHT, column('Orden')]);
  expect(duckdb).toContain(
    "CREATE OR REPLACE TEMP TABLE cuadra_nuevas_cuadra_filas AS SELECT *, 'a-1' AS cuadra_cuenta FROM read_parquet('Mes=*/*.parquet', hive_partitioning = true, hive_types_autocast = false);",
  );
  expect(duckdb).toContain('ALTER TABLE cuadra_filas ADD COLUMN IF NOT EXISTS "Mes" VARCHAR;');
  const named = (line: string) => / SET cuadra_cuenta = 'a-1' WHERE cuadra_cuenta IS NULL;$/.test(line);
  for (const engine of ['duckdb', 'postgresql'])
    expect(scriptOf(engine, [PARTED, WHOLE]).filter(named)).toEqual([
      "UPDATE cuadra_filas SET cuadra_cuenta = 'a-1' WHERE cuadra_cuenta IS NULL;",
    ]);
  expect(scriptOf('postgresql', [])).toContain(
    'CREATE TEMP TABLE cuadra_filas_nuevas ("Mes" text) ON COMMIT DROP;',
  );
});

test('for PostgreSQL rows of a table that are others, or no more, go by its keys, and those that are not there come', () => {
  const copied = (name: string, part: string, path: string) => [
    `SELECT EXISTS (SELECT FROM ${name}_cambian WHERE parte = '${part}') AS cambia \\gset`,
    `\\copy ${name}_nuevas FROM PROGRAM 'duckdb -c "COPY (SELECT * FROM read_parquet(''tablas/${path}.parquet'', hive_partitioning = false)) TO ''/dev/stdout'' (FORMAT csv, HEADER false)"' WITH (FORMAT csv, ENCODING 'UTF8')`,
  ];
  const steps = (
    { name, parts }: ManifestTable,
    { fields, keys, part }: { fields: readonly string[]; keys: readonly string[]; part: string },
  ) => {
    const names = fields.map((field) => field.replace(/" \w+$/, '"'));
    const row = (of: string) => `ROW(${names.map((each) => `${of}.${each}`).join(', ')})`;
    const same = keys.map((key) => `t.${key} = n.${key}`).join(' AND ');
    return [
      `CREATE TABLE IF NOT EXISTS ${name} (${fields.join(', ')}, cuadra_cuenta text, PRIMARY KEY (cuadra_cuenta, ${keys.join(', ')}));`,
      ...[...fields, 'cuadra_cuenta text'].map(
        (field) => `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS ${field};`,
      ),
      `LOCK TABLE cuadra_filas, ${name}, cuadra_cargas IN SHARE ROW EXCLUSIVE MODE;`,
      `CREATE TEMP TABLE ${name}_nuevas (${fields.join(', ')}) ON COMMIT DROP;`,
      `CREATE TEMP TABLE ${name}_partes (parte text, contenido text) ON COMMIT DROP;`,
      `INSERT INTO ${name}_partes VALUES`,
      ...parts.map(
        ({ part: of, content }, at) => `  ('${of}', '${content}')${at === parts.length - 1 ? ';' : ','}`,
      ),
      `CREATE TEMP TABLE ${name}_cambian ON COMMIT DROP AS`,
      `  SELECT parte FROM ${name}_partes AS n`,
      `  FULL JOIN (SELECT parte, contenido FROM cuadra_cargas WHERE cuadra_cuenta = 'a-1' AND tabla = '${name}') AS m USING (parte)`,
      ...parts.flatMap(({ part: of, content }) => copied(name, of, content)),
      `ANALYZE ${name}_nuevas;`,
      `DELETE FROM ${name} AS t WHERE t.cuadra_cuenta = 'a-1' AND ${part} IN (SELECT parte FROM ${name}_cambian)`,
      `  AND NOT EXISTS (SELECT FROM ${name}_nuevas AS n WHERE ${same} AND ${row('n')} IS NOT DISTINCT FROM ${row('t')});`,
      `INSERT INTO ${name} (${names.join(', ')}, cuadra_cuenta) SELECT ${names.join(', ')}, 'a-1' FROM ${name}_nuevas AS n`,
      `  WHERE NOT EXISTS (SELECT FROM ${name} AS t WHERE t.cuadra_cuenta = 'a-1' AND ${same});`,
      `DELETE FROM cuadra_cargas WHERE cuadra_cuenta = 'a-1' AND tabla = '${name}';`,
      `INSERT INTO cuadra_cargas SELECT 'a-1', '${name}', parte, contenido FROM ${name}_partes;`,
    ];
  };
  expect(statementsOf('postgresql', PARTED)).toEqual(
    steps(PARTED, {
      fields: [
        ...['"clave" text', '"mes" text', '"n" numeric', '"importe" numeric'],
        '"Fecha de compra" timestamp',
      ],
      ...{ keys: ['"clave"', '"n"'], part: 't."mes"' },
    }),
  );
  expect(statementsOf('postgresql', WHOLE)).toEqual(
    steps(WHOLE, { fields: ['"clave" text', '"cuánto" numeric'], keys: ['"clave"'], part: "''" }),
  );
});
