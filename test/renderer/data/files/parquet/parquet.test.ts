import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadScripts } from '#renderer/data/files/parquet/load-scripts.ts';
import { type Manifest, manifestText, readManifest } from '#renderer/data/files/parquet/manifest.ts';
import { randomCases } from '#test/random-cases.ts';
import { type NaiveRow, naiveDay } from '#test/renderer/data/engine/naive.ts';
import { WORLD_COLUMNS, world } from '#test/renderer/data/engine/worlds.ts';
import { ask, datasetOf, filesOf, inFolder } from './duckdb.ts';
import {
  AMOUNTS,
  DATES,
  expectedWithApart,
  exported,
  row,
  storeOf,
  sumOfFitting,
  unitsOf,
} from './file-oracle.ts';

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
      { numRuns: randomCases(4) },
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

describe('a manifest', () => {
  test('holds the exact sums and counts, of each month and of all', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ store, rows }) => {
        const manifest = await datasetOf(store);
        expect(manifest.rows).toBe(rows.length);
        for (const column of AMOUNTS.filter((each) => manifest.sums[each] !== undefined)) {
          expect(unitsOf(manifest.sums[column])).toBe(sumOfFitting(rows, column));
          for (const { month, rows: count, sums } of manifest.months) {
            const own = rows.filter(
              (row) => (naiveDay(row['Fecha de compra'] ?? null)?.slice(0, 7) ?? null) === month,
            );
            expect(own).toHaveLength(count);
            expect(unitsOf(sums[column])).toBe(sumOfFitting(own, column));
          }
        }
      }),
      { numRuns: randomCases(12) },
    );
  });

  test('tells the months that changed, however the rows lie in memory', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.infiniteStream(fc.nat()), fc.nat(), async ({ store, rows }, order, pick) => {
        const first = await exported(await datasetOf(store));
        // The same rows in another order, in other segments.
        const shuffled = rows
          .map((row) => ({ row, at: order.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row);
        const cut = rows.length === 0 ? 0 : pick % rows.length;
        const again = (all: readonly NaiveRow[]) =>
          datasetOf(storeOf([all.slice(0, cut), all.slice(cut)]), first.manifest, first.lying);
        const same = await again(shuffled);
        expect(same.months.map(({ kept }) => kept)).toEqual(first.manifest.months);
        expect((await filesOf(same)).size).toBe(0);
        const [changed] = shuffled;
        if (changed === undefined) return;
        const other = await again([{ ...changed, Producto: `${changed.Producto}x` }, ...shuffled.slice(1)]);
        const month = naiveDay(changed['Fecha de compra'] ?? null)?.slice(0, 7) ?? null;
        expect(other.months.filter(({ kept }) => kept === null).map((each) => each.month)).toEqual([month]);
      }),
      { numRuns: randomCases(5) },
    );
  });

  test('is believed only as far as the files lie there', async () => {
    const store = storeOf([[row('2026-01-02'), row('2026-02-02'), row('2026-03-02')]]);
    const { manifest, lying } = await exported(await datasetOf(store, null, [], true));
    // Of the second month one of its files is shorter, of the third one is gone.
    const shorter = ({ path }: { readonly path: string }) => path === 'Mes=2026-02/_filas.tar.gz';
    const gone = ({ path }: { readonly path: string }) => path === 'Mes=2026-03/filas.parquet';
    expect(lying.filter((file) => shorter(file) || gone(file))).toHaveLength(2);
    const cut = lying
      .filter((file) => !gone(file))
      .map((file) => (shorter(file) ? { ...file, bytes: file.bytes - 1 } : file));
    const again = await datasetOf(store, manifest, cut, true);
    expect(again.months.map(({ kept }) => kept !== null)).toEqual([true, false, false]);
    expect(readManifest('{')).toBeNull();
    expect(readManifest(manifestText(manifest))).toEqual(manifest);
  });
});

describe('the script for DuckDB', () => {
  test('makes its table what the export holds, also where orders changed, went and came', async () => {
    await fc.assert(
      fc.asyncProperty(world, world, async (before, after) => {
        const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
        const connection = await instance.connect();
        let manifest: Manifest | null = null;
        for (const { store, rows } of [before, after]) {
          if (rows.length === 0) return;
          // Types only widen: those of the table do too.
          const dataset = await datasetOf(store, manifest);
          ({ manifest } = await exported(dataset));
          const script = loadScripts(manifest).find(({ path }) => path === 'cargar-duckdb.sql')?.text ?? '';
          await inFolder(await filesOf(dataset), async (folder) => {
            await connection.run(script.replace("'Mes=*/*.parquet'", `'${folder}/Mes=*/*.parquet'`));
          });
          const amounts = AMOUNTS.filter((column) => dataset.sums[column] !== undefined);
          const read = async (list: string) =>
            (await connection.runAndReadAll(`SELECT ${list} FROM cuadra_filas`)).getRowObjects();
          expect(await read('count(*)::INTEGER AS n')).toEqual([{ n: rows.length }]);
          const cells = await read(
            amounts.map((name) => `${quoted(name)}::VARCHAR AS ${quoted(name)}`).join(', '),
          );
          for (const name of amounts) {
            const total = cells.reduce((sum, cell) => sum + unitsOf(cell[name] as string | null), 0n);
            expect(total).toBe(sumOfFitting(rows, name));
          }
          const orders = await read('"Canal", "Cuenta", "Orden"');
          expect(sorted(orders)).toEqual(
            sorted(rows.map(({ Canal, Cuenta, Orden }) => ({ Canal, Cuenta, Orden }))),
          );
        }
        connection.closeSync();
      }),
      { numRuns: randomCases(2) },
    );
  }, 60_000);

  test('keeps the digits of every company where several share a table', async () => {
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    const loads = [
      ['fine', '0.123456789'],
      ['long', '12345678901234567890.5'],
      ['plain', '7.5'],
      ['fine', '0.123456789'],
    ] as const;
    for (const [account, Ventas] of loads) {
      const dataset = await datasetOf(storeOf([[row('2026-01-02', { Ventas })]]));
      const manifest = { ...(await exported(dataset)).manifest, account };
      const script = loadScripts(manifest).find(({ path }) => path === 'cargar-duckdb.sql')?.text ?? '';
      await inFolder(await filesOf(dataset), async (folder) => {
        await connection.run(script.replace("'Mes=*/*.parquet'", `'${folder}/Mes=*/*.parquet'`));
      });
    }
    const read = await connection.runAndReadAll(
      'SELECT cuadra_cuenta AS c, "Ventas"::VARCHAR AS v FROM cuadra_filas ORDER BY c',
    );
    expect(read.getRowObjects().map(({ c, v }) => [c, unitsOf(v as string)])).toEqual(
      loads.slice(0, 3).map(([account, Ventas]) => [account, unitsOf(Ventas)]),
    );
    connection.closeSync();
  });
});
