import {
  columnBeside,
  LOADS,
  type LoadedTable,
  OWNER,
  escapedText as text,
  WIDENED,
} from './loaded-table.ts';
import type { ColumnType } from './plan.ts';

/**
 * Scripts for ClickHouse. It has no transactions over several statements, so that what changes is a whole partition at a time:
 * rows go to a table of their own and take the place of those of their month at once.
 */

export const clickhouseName = (column: string): string =>
  `\`${column.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** How tables are made on one machine, or on those of a cluster. */
type Place = {
  readonly file: string;
  readonly head: string;
  /** The table that holds the rows on each machine. */
  readonly local: (table: string) => string;
  readonly create: (table: string, definition: string, engine: string, shard: string) => readonly string[];
  readonly alter: (table: string, actions: string) => readonly string[];
  readonly drop: (table: string) => readonly string[];
  /** The end of a statement's subject. */
  readonly everywhere: string;
  /** Before rows take another's place: all machines have them. */
  readonly settle: (table: string) => readonly string[];
};

const ONE: Place = {
  file: 'cargar-clickhouse.sql',
  head: '',
  local: (table) => table,
  create: (table, definition, engine) => [
    `CREATE TABLE IF NOT EXISTS ${table} ${definition.replace('ENGINE', `ENGINE = ${engine}`)};`,
  ],
  alter: (table, actions) => [`ALTER TABLE ${table} ${actions};`],
  drop: (table) => [`DROP TABLE IF EXISTS ${table} SYNC;`],
  everywhere: '',
  settle: () => [],
};

const CLUSTER = "'{cluster}'";
export const ON_CLUSTER = ` ON CLUSTER ${CLUSTER}`;

/** All rows of a month lie on one machine and its replicas: they take the place of others at once there, too. */
const SEVERAL: Place = {
  file: 'cargar-clickhouse-cluster.sql',
  head: `-- Para varias máquinas: tablas replicadas en cada una (…_local) y distribuidas sobre todas. El nombre del clúster es el de la
-- macro {cluster} de los servidores; si no la tienen, escríbalo en su lugar.
`,
  local: (table) => suffixed(table, '_local'),
  create: (table, definition, engine, shard) => [
    `CREATE TABLE IF NOT EXISTS ${suffixed(table, '_local')}${ON_CLUSTER} ${definition.replace('ENGINE', `ENGINE = Replicated${engine}`)};`,
    `CREATE TABLE IF NOT EXISTS ${table}${ON_CLUSTER} AS ${suffixed(table, '_local')} ENGINE = Distributed(${CLUSTER}, currentDatabase(), ${suffixed(table, '_local')}, cityHash64(${shard}));`,
  ],
  alter: (table, actions) => [
    `ALTER TABLE ${suffixed(table, '_local')}${ON_CLUSTER} ${actions};`,
    `ALTER TABLE ${table}${ON_CLUSTER} ${actions};`,
  ],
  drop: (table) => [
    `DROP TABLE IF EXISTS ${table}${ON_CLUSTER} SYNC;`,
    `DROP TABLE IF EXISTS ${suffixed(table, '_local')}${ON_CLUSTER} SYNC;`,
  ],
  everywhere: ON_CLUSTER,
  settle: (table) => [`SYSTEM SYNC REPLICA${ON_CLUSTER} ${suffixed(table, '_local')};`],
};

const suffixed = (table: string, suffix: string): string =>
  table.endsWith('`') ? `${table.slice(0, -1)}${suffix}\`` : `${table}${suffix}`;

/** Marks that stand for a part in the statements that load it. */
const MARKS = {
  part: '«parte»',
  path: '«ruta»',
  content: '«contenido»',
  column: '«columna»',
  type: '«tipo»',
} as const;

export const clickhouseScripts = (account: string, tables: readonly LoadedTable[]) =>
  [ONE, SEVERAL].map((place) => ({ path: place.file, text: script(place, account, tables) }));

function script(place: Place, account: string, tables: readonly LoadedTable[]): string {
  const client = 'clickhouse-client --multiquery';
  const settings =
    place === ONE
      ? []
      : [
          "SET distributed_ddl_output_mode = 'none';",
          'SET distributed_foreground_insert = 1, alter_sync = 2;',
        ];
  return `-- En esta carpeta: ${client} --queries-file ${place.file} | ${client}
-- La primera orden prepara las tablas y escribe lo que falta: las partes que cambiaron desde la última carga. La segunda lo hace.
-- Cada mes se reemplaza entero (REPLACE PARTITION): quien consulte mientras ve el de antes o el de ahora, nunca la mitad.
${place.head}${[
  ...settings,
  ...place.create(
    LOADS,
    `(${OWNER} String, tabla String, parte String, contenido String, cargada DateTime64(3) DEFAULT now64(3)) ENGINE ORDER BY (${OWNER}, tabla, parte)`,
    'ReplacingMergeTree(cargada)',
    OWNER,
  ),
  ...tables.flatMap((table) => prepared(place, table)),
  ...(settings.length === 0 ? [] : [`SELECT ${text(settings.join('\n'))} FORMAT TSVRaw;`]),
  ...tables.flatMap((table) => widening(place, table)),
  ...tables.map((table) => missing(place, account, table)),
].join('\n')}
`;
}

const partitionOf = ({ parted }: LoadedTable): string =>
  parted === null ? OWNER : `(${OWNER}, ${clickhouseName(parted.by)})`;

const shardOf = ({ parted }: LoadedTable): string =>
  parted === null ? OWNER : `${OWNER}, ${clickhouseName(parted.by)}`;

function fieldsOf(table: LoadedTable): readonly string[] {
  const { columns, keys } = table;
  const beside = columnBeside(table);
  return [
    `${OWNER} String`,
    ...(beside === null ? [] : [`${clickhouseName(beside)} String`]),
    ...columns.map((column) => {
      const type = typeOf(column.type);
      return `${clickhouseName(column.name)} ${keys.includes(column.name) ? type : `Nullable(${type})`}`;
    }),
  ];
}

const orderOf = ({ keys }: LoadedTable): string =>
  keys.length === 0 ? 'tuple()' : `(${keys.map(clickhouseName).join(', ')})`;

/** A table that is there by now with all of its columns. */
function prepared(place: Place, table: LoadedTable): readonly string[] {
  const fields = fieldsOf(table);
  const own = fields.slice(columnBeside(table) === null ? 1 : 2);
  const all = (action: string, some: readonly string[]) =>
    some.map((field) => `${action} ${field}`).join(', ');
  return [
    ...place.create(
      table.name,
      `(${fields.join(', ')}) ENGINE PARTITION BY ${partitionOf(table)} ORDER BY ${orderOf(table)}`,
      'MergeTree',
      shardOf(table),
    ),
    ...(place === ONE ? [refusedIfFormer(table)] : []),
    ...place.alter(table.name, all('ADD COLUMN IF NOT EXISTS', own)),
  ];
}

/**
 * Tells the statements that widen columns of amounts: of several companies each has its own digits and places, and a column holds
 * those of all.
 */
function widening(place: Place, table: LoadedTable): readonly string[] {
  const amounts = table.columns.flatMap(({ name: column, type }) =>
    type.kind === 'decimal' && !table.keys.includes(column)
      ? [`(${text(column)}, ${text(clickhouseName(column))}, ${type.digits}, ${type.scale})`]
      : [],
  );
  if (amounts.length === 0) return [];
  const statements = place.alter(
    table.name,
    `MODIFY COLUMN ${MARKS.column} Nullable(Decimal(${MARKS.type}))`,
  );
  const told = `replaceAll(replaceAll(${text(statements.join('\n'))}, ${text(MARKS.column)}, n.nombre), ${text(MARKS.type)}, concat(toString(${WIDENED.digits}), ', ', toString(${WIDENED.scale})))`;
  return [
    `SELECT ${told}
FROM values('columna String, nombre String, digitos Int32, escala Int32', ${amounts.join(', ')}) AS n
INNER JOIN (SELECT name, toInt32(assumeNotNull(numeric_precision)) AS numeric_precision, toInt32(assumeNotNull(numeric_scale)) AS numeric_scale FROM system.columns WHERE database = currentDatabase() AND table = ${text(place.local(table.name))} AND numeric_scale IS NOT NULL) AS c ON c.name = n.columna
WHERE n.digitos > c.numeric_precision OR n.escala > c.numeric_scale FORMAT TSVRaw;`,
  ];
}

/** A table without partitions cannot get them. */
const refusedIfFormer = ({ name: loaded }: LoadedTable): string => {
  const words = `${loaded} es de una versión anterior, sin particiones. Déjela aparte con RENAME TABLE ${loaded} TO ${loaded}_antes; y cargue de nuevo.`;
  return `SELECT throwIf(partition_key = '', ${text(words)}) FROM system.tables WHERE database = currentDatabase() AND name = ${text(loaded)} FORMAT Null;`;
};

/** Tells the statements for the parts that are not as they were loaded last, and for those that are no more. */
function missing(place: Place, account: string, table: LoadedTable): string {
  const { name: loaded } = table;
  // A partition cannot be replaced by nothing: it is dropped.
  const parts = table.parts.filter((part) => part.rows > 0);
  const known = `SELECT parte, contenido FROM ${LOADS} FINAL WHERE ${OWNER} = ${text(account)} AND tabla = ${text(loaded)}`;
  const rows = parts.map(({ part, path, content }) => `(${[part, path, content].map(text).join(', ')})`);
  const filled = (
    statements: readonly string[],
    marks: readonly (keyof typeof MARKS)[],
    columns: readonly string[],
  ) =>
    marks.reduce(
      (told, mark, at) => `replaceAll(${told}, ${text(MARKS[mark])}, ${columns[at]})`,
      text(statements.join('\n')),
    );
  const changed = filled(
    replacing(place, account, table),
    ['part', 'path', 'content'],
    ['n.parte', 'n.ruta', 'n.contenido'],
  );
  const gone = filled(removing(place, account, table), ['part'], ['parte']);
  const notHere =
    parts.length === 0 ? '' : ` AND parte NOT IN (${parts.map(({ part }) => text(part)).join(', ')})`;
  return [
    `-- ${loaded}`,
    ...(parts.length === 0
      ? []
      : [
          `SELECT ${changed}
FROM values('parte String, ruta String, contenido String', ${rows.join(', ')}) AS n
LEFT JOIN (${known}) AS c ON c.parte = n.parte WHERE c.contenido != n.contenido FORMAT TSVRaw;`,
        ]),
    `SELECT ${gone}
FROM (${known}) WHERE contenido != ''${notHere} FORMAT TSVRaw;`,
  ].join('\n');
}

function replacing(place: Place, account: string, table: LoadedTable): readonly string[] {
  const coming = clickhouseName(`cuadra_nuevas_${account}`);
  const beside = columnBeside(table);
  const names = table.columns.map((column) => clickhouseName(column.name)).join(', ');
  const defaults = [
    `MODIFY COLUMN ${OWNER} DEFAULT ${text(account)}`,
    ...(beside === null ? [] : [`MODIFY COLUMN ${clickhouseName(beside)} DEFAULT ${text(MARKS.part)}`]),
  ].join(', ');
  const [made, ...others] = place.create(
    coming,
    `AS ${place.local(table.name)} ENGINE PARTITION BY ${partitionOf(table)} ORDER BY ${orderOf(table)}`,
    'MergeTree',
    shardOf(table),
  );
  const [set] = place.alter(coming, defaults);
  return [
    ...place.drop(coming),
    // What is distributed takes the columns as they are by then.
    `${made}`,
    `${set}`,
    ...others,
    `INSERT INTO ${coming} (${names}) FROM INFILE ${text(MARKS.path)} FORMAT Parquet;`,
    ...place.settle(coming),
    `ALTER TABLE ${place.local(table.name)}${place.everywhere} REPLACE PARTITION ${partition(account, table)} FROM ${place.local(coming)};`,
    loadedAs(account, table, MARKS.content),
    ...place.drop(coming),
  ];
}

const removing = (place: Place, account: string, table: LoadedTable): readonly string[] => [
  `ALTER TABLE ${place.local(table.name)}${place.everywhere} DROP PARTITION ${partition(account, table)};`,
  loadedAs(account, table, ''),
];

const partition = (account: string, { parted }: LoadedTable): string =>
  parted === null ? text(account) : `(${text(account)}, ${text(MARKS.part)})`;

const loadedAs = (account: string, { name: loaded }: LoadedTable, content: string): string =>
  `INSERT INTO ${LOADS} (${OWNER}, tabla, parte, contenido) VALUES (${[account, loaded, MARKS.part, content].map(text).join(', ')});`;

function typeOf(type: ColumnType): string {
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
