import { expect } from 'vitest';
import type { DatasetTable, TableColumns, TableRow } from '#renderer/data/model/dataset-tables.ts';

/** Rows of tables for engines, made of figures that are each their own name: no two are alike. */

export const named = (names: string): { [name: string]: unknown } =>
  Object.fromEntries(names.split(' ').map((name) => [name, name]));

/** All rows of a table of some, each with just its columns. */
export async function rowsOf<Source>(
  tables: readonly DatasetTable<Source>[],
  name: string,
  source: object,
): Promise<readonly TableRow<TableColumns>[]> {
  const table = tables.find((each) => each.name === name);
  if (table === undefined || table.partBy !== null) throw new Error(`There is no ${name}.`);
  const rows = await table.rows(source as never);
  const all = rows.slice(0, rows.length);
  for (const row of all) expect(Object.keys(row).sort()).toEqual(Object.keys(table.columns).sort());
  return all;
}
export const currencyOf = ({ Canal, Cuenta }: { readonly Canal: string; readonly Cuenta: string }) =>
  `${Canal}/${Cuenta}`;
