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
