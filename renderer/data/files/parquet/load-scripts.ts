import { bigqueryScript } from './load-bigquery.ts';
import { clickhouseScripts } from './load-clickhouse.ts';
import { duckdbScript } from './load-duckdb.ts';
import { postgresqlScript } from './load-postgresql.ts';
import type { LoadedTable } from './loaded-table.ts';
import type { Manifest, ManifestTable } from './manifest.ts';
import { PARTITION } from './plan.ts';
import { viewScripts } from './views.ts';

/**
 * Scripts that bring the files into an engine's tables: what changed takes the place of what was there, and what the export no
 * longer holds goes. Where an engine has transactions it is one; in ClickHouse it is a month at a time. And the views over them.
 */

const ROWS = 'cuadra_filas';

export type Script = { readonly path: string; readonly text: string };

export function loadScripts(
  manifest: Pick<Manifest, 'account' | 'columns' | 'months' | 'tables'>,
): readonly Script[] {
  const { account, months } = manifest;
  const tables = [rowsTable(manifest), ...manifest.tables.map(tableBeside)];
  const parts = [...months, ...manifest.tables.flatMap((table) => table.parts)];
  const replaced = parts.reduce((sum, part) => sum + part.replaced.halves + part.replaced.nul, 0);
  return [
    { path: 'cargar-duckdb.sql', text: duckdbScript(account, tables) },
    { path: 'cargar-postgresql.sql', text: postgresqlScript(account, tables, replaced) },
    ...clickhouseScripts(account, tables),
    { path: 'cargar-bigquery.sql', text: bigqueryScript(account, tables) },
    ...viewScripts(manifest),
  ];
}

const rowsTable = ({ columns, months }: Pick<Manifest, 'columns' | 'months'>): LoadedTable => ({
  name: ROWS,
  columns,
  keys: [],
  parted: { by: PARTITION, isInFiles: false },
  parts: months.map(({ month, path, copy, rows, content }) => ({
    part: month ?? '',
    path,
    copy: copy?.path ?? null,
    rows,
    content,
  })),
});

const tableBeside = ({ name, columns, keys, partBy, parts }: ManifestTable): LoadedTable => ({
  ...{ name, columns, keys, parted: partBy === null ? null : { by: partBy, isInFiles: true } },
  parts: parts.map(({ copy, ...part }) => ({ ...part, copy: copy?.path ?? null })),
});
