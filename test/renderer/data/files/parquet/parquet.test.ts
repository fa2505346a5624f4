import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NaiveRow, naiveDay, naiveValue, PLACES } from '#test/renderer/data/engine/naive.ts';
import { WORLD_COLUMNS, world } from '#test/renderer/data/engine/worlds.ts';
import { ask, datasetOf, filesOf, inFolder } from './duckdb.ts';

const AMOUNTS = WORLD_COLUMNS.filter((column) => /Ventas|Costo|Rentabilidad|Otros|Unidades/.test(column));
const DATES = ['Fecha de compra', 'Fecha de actualización', 'Fecha de Pago'];

/** What a cell of the file must say, from the text that came; the columns' types are not asked. */
function expectedCell(row: NaiveRow, column: string): string | null {
  const cell = row[column] ?? null;
  if (AMOUNTS.includes(column)) {
    const units = naiveValue(cell);
    return units === null || !fitsFile(units) ? null : plain(units);
  }
  if (!DATES.includes(column)) return cell;
  const local = cell?.replace(/Z$/, '') ?? null;
  return naiveDay(local) === null ? null : `${local}.000`.slice(0, 23);
}

/** 18 decimal places at most, 38 digits with those. */
function fitsFile(units: bigint): boolean {
  return units % 10n ** BigInt(PLACES - 18) === 0n;
}

function plain(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

function readCell(name: string): string {
  if (AMOUNTS.includes(name)) return `CAST(${quoted(name)} AS VARCHAR)`;
  if (DATES.includes(name)) return `strftime(${quoted(name)}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S.%g')`;
  return quoted(name);
}

describe('Parquet files', () => {
  test('hold every cell of a hostile world as DuckDB reads it, and every row once', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ store, rows }) => {
        const dataset = await datasetOf(store);
        expect(dataset.rows).toBe(rows.length);
        if (rows.length === 0) return;
        const names = dataset.columns.map(({ name }) => name);
        const shown = names.map((name) => `${readCell(name)} AS ${quoted(name)}`).join(', ');
        const found = await inFolder(await filesOf(dataset), (folder) =>
          ask(`SELECT ${shown}, Mes FROM TABLE`, folder),
        );
        const carried = WORLD_COLUMNS.filter((column) => names.includes(column));
        const read = found.map((row) => [
          row.Mes === '__HIVE_DEFAULT_PARTITION__' ? null : row.Mes,
          ...carried.map((column) => cellRead(row, column)),
        ]);
        const expected = rows.map((row) => [
          naiveDay(row['Fecha de compra'] ?? null)?.slice(0, 7) ?? null,
          ...carried.map((column) => expectedWithApart(row, column)),
        ]);
        expect(sorted(read)).toEqual(sorted(expected));
      }),
      { numRuns: 40 },
    );
  });
});

/** A number without zeros at its end, or the text that stands apart. */
function cellRead(row: { readonly [column: string]: string | null }, column: string): string | null {
  const cell = row[column] ?? null;
  const apart = row[`${column} (texto)`] ?? null;
  if (cell === null || !AMOUNTS.includes(column)) return cell ?? apart;
  return cell.includes('.') ? cell.replace(/\.?0+$/, '') : cell;
}

function expectedWithApart(row: NaiveRow, column: string): string | null {
  const expected = expectedCell(row, column);
  const cell = row[column] ?? null;
  const isTyped = AMOUNTS.includes(column) || DATES.includes(column);
  return expected ?? (isTyped && cell !== '' ? cell : null);
}
