import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type Dataset, filesOfMonth } from '#renderer/data/files/parquet/dataset.ts';
import { loadScripts } from '#renderer/data/files/parquet/load-scripts.ts';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import { csvPieces, EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import { type NaiveRow, naiveDay } from '#test/renderer/data/engine/naive.ts';
import { WORLD_COLUMNS, world } from '#test/renderer/data/engine/worlds.ts';
import { datasetOf, filesOf, inFolder } from './duckdb.ts';
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
import { findPostgresql, type Postgresql, startPostgresql } from './postgresql.ts';

/** The export for engines in a PostgreSQL as Debian has it: psql, tar, and nothing else. */

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const sorted = (rows: readonly unknown[]): string[] => rows.map((each) => JSON.stringify(each)).sort();

type Manifest = Awaited<ReturnType<typeof exported>>['manifest'];

/** Runs the script where the files lie; those of months that are not written again are not there. */
async function load(postgresql: Postgresql, database: string, dataset: Dataset, manifest: Manifest) {
  const script = loadScripts(manifest).find(({ path }) => path === 'cargar-postgresql.sql')?.text ?? '';
  await inFolder(await filesOf(dataset), async (folder) => {
    // What it must not need.
    for (const { path, kept, copyPath } of dataset.months) {
      if (kept === null && copyPath !== null) await rm(join(folder, path));
    }
    await writeFile(join(folder, 'cargar-postgresql.sql'), script);
    postgresql.runScript(database, folder, 'cargar-postgresql.sql');
  });
}

/** A number without zeros at its end, a date to the millisecond, or the text that stands apart. */
function cellRead(read: { readonly [column: string]: string | null }, column: string): string | null {
  const cell = read[column] ?? null;
  const apart = read[`${column} (texto)`] ?? null;
  if (cell === null || !AMOUNTS.includes(column)) return cell ?? apart;
  return cell.includes('.') ? cell.replace(/\.?0+$/, '') : cell;
}

function shown(name: string): string {
  if (name === 'Fecha de actualización') {
    return `to_char(${quoted(name)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
  }
  return DATES.includes(name)
    ? `to_char(${quoted(name)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`
    : `${quoted(name)}::text`;
}

function expectLoaded(
  postgresql: Postgresql,
  database: string,
  dataset: Dataset,
  rows: readonly NaiveRow[],
): void {
  const names = dataset.columns.map(({ name }) => name);
  const list = names.map((name) => `${shown(name)} AS ${quoted(name)}`).join(', ');
  const found = postgresql.ask(database, `SELECT ${list}, "Mes" FROM cuadra_filas`);
  const carried = WORLD_COLUMNS.filter((column) => names.includes(column));
  const read = found.map((each) => [each.Mes, ...carried.map((column) => cellRead(each, column))]);
  const monthOf = (each: NaiveRow) => naiveDay(each['Fecha de compra'] ?? null)?.slice(0, 7) ?? null;
  const expected = rows.map((each) => [
    monthOf(each),
    ...carried.map((column) => expectedWithApart(each, column)),
  ]);
  expect(sorted(read)).toEqual(sorted(expected));
  const amounts = AMOUNTS.filter((each) => dataset.sums[each] !== undefined);
  const sums = amounts.map((name) => `coalesce(sum(${quoted(name)}), 0)::text AS ${quoted(name)}`);
  const months = postgresql.ask(database, `SELECT "Mes", ${sums.join(', ')} FROM cuadra_filas GROUP BY 1`);
  for (const month of months) {
    const own = rows.filter((each) => monthOf(each) === month.Mes);
    for (const name of amounts) expect(unitsOf(month[name])).toBe(sumOfFitting(own, name));
  }
}

function inPostgresql(programs: string): void {
  let postgresql: Postgresql;
  let tools = '';
  let databases = 0;
  const another = (): string => {
    databases += 1;
    postgresql.create(`cuadra_${databases}`);
    return `cuadra_${databases}`;
  };
  beforeAll(() => {
    tools = mkdtempSync(join(tmpdir(), 'cuadra-duckdb-'));
    // DuckDB as a program of the command line, as far as scripts use it.
    const program = join(tools, 'duckdb');
    const shim = fileURLToPath(new URL('duckdb-program.mjs', import.meta.url));
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${shim}" "$@"\n`, { mode: 0o755 });
    postgresql = startPostgresql(programs, `${tools}:${process.env.PATH}`);
  }, 60_000);
  afterAll(() => {
    postgresql.stop();
    rmSync(tools, { recursive: true });
  });

  it('is what the export holds, cell by cell, also where orders changed, went and came', async () => {
    await fc.assert(
      fc.asyncProperty(world, world, async (before, after) => {
        const database = another();
        let manifest: Manifest | null = null;
        for (const { store, rows } of [before, after]) {
          if (rows.length === 0) return;
          const dataset = await datasetOf(store, manifest, [], true);
          ({ manifest } = await exported(dataset));
          await load(postgresql, database, dataset, manifest);
          expectLoaded(postgresql, database, dataset, rows);
        }
      }),
      { numRuns: 2, seed: 15 },
    );
  }, 60_000);

  it('reads the months that changed, and writes the orders that did', async () => {
    const database = another();
    const rows = ['2026-01-02', '2026-01-03', '2026-02-02', '2026-03-02'].map((day) => row(day));
    const many = [...rows, row('2026-01-02', { Ventas: '1.00' }), row('no', { Orden: null, Canal: '' })];
    const step = async (store: ColumnStore, before: Awaited<ReturnType<typeof exported>> | null) => {
      const dataset = await datasetOf(store, before?.manifest ?? null, before?.lying ?? [], true);
      const end = await exported(dataset);
      const manifest = end.manifest;
      await load(postgresql, database, dataset, manifest);
      const kept = dataset.months.flatMap(({ kept }) => (kept === null ? [] : filesOfMonth(kept)));
      return { ...end, lying: [...end.lying, ...kept] };
    };
    const writers = () =>
      postgresql.ask(database, 'SELECT "Orden", "Ventas"::text, xmin::text FROM cuadra_filas ORDER BY 1, 2');
    let last = await step(storeOf([many]), null);
    const first = writers();
    expect(first).toHaveLength(6);
    last = await step(storeOf([many]), last);
    expect(writers()).toEqual(first);
    // One order changes and one of another month goes.
    const changed = many
      .filter(({ Orden }) => Orden !== '2026-03-02')
      .map((each) => (each.Orden === '2026-01-03' ? { ...each, Ventas: '7.77' } : each));
    await step(storeOf([changed]), last);
    const second = writers();
    expect(second.map(({ Orden, Ventas }) => [Orden, Ventas])).toEqual([
      ['2026-01-02', '1.00'],
      ['2026-01-02', '10.50'],
      ['2026-01-03', '7.77'],
      ['2026-02-02', '10.50'],
      [null, '10.50'],
    ]);
    const untouched = second.filter((each) =>
      first.some(({ xmin, Orden }) => xmin === each.xmin && Orden === each.Orden),
    );
    expect(untouched.map(({ Orden }) => Orden)).toEqual(['2026-01-02', '2026-01-02', '2026-02-02', null]);
  });

  it('holds several companies, and takes what was there before them for its own', async () => {
    const database = another();
    postgresql.execute(database, 'CREATE TABLE cuadra_meses (mes text PRIMARY KEY, contenido text NOT NULL)');
    postgresql.execute(
      database,
      `CREATE TABLE cuadra_filas ("Canal" text, "Orden" text, "Mes" text); INSERT INTO cuadra_filas VALUES ('Uno', 'old', '2026-01')`,
    );
    const step = async (account: string, rows: readonly NaiveRow[]) => {
      const dataset = await datasetOf(storeOf([rows]), null, [], true);
      const { manifest } = await exported(dataset);
      await load(postgresql, database, dataset, { ...manifest, account });
      return postgresql
        .ask(database, 'SELECT cuadra_cuenta AS c, "Orden" AS o FROM cuadra_filas ORDER BY 1, 2')
        .map(({ c, o }) => `${c} ${o}`);
    };
    expect(await step('a', [row('2026-01-02'), row('2026-02-02')])).toEqual(['a 2026-01-02', 'a 2026-02-02']);
    const both = ['a 2026-01-02', 'a 2026-02-02', 'b 2026-01-02'];
    expect(await step('b', [row('2026-01-02')])).toEqual(both);
    expect(await step('a', [row('2026-02-02')])).toEqual(both.slice(1));
  });

  it('is the same where only Parquet is there and DuckDB reads it', async () => {
    const database = another();
    const texts = ['', null, '=1', '"', 'a\nb\r\n', 'ñ\u202e', ',', ' NULL '];
    const rows = texts.map((Producto, at) =>
      row(at % 2 === 0 ? '2026-05-01' : 'no', {
        Orden: String(at),
        Producto,
        Ventas: ['-0.10', 'N/D', '1234567890123456789.5'][at % 3] ?? '',
        'Fecha de actualización': '2026-05-02T10:00:00.123Z',
      }),
    );
    const dataset = await datasetOf(storeOf([rows]));
    await load(postgresql, database, dataset, (await exported(dataset)).manifest);
    expectLoaded(postgresql, database, dataset, rows);
  });

  it('holds texts that end a load elsewhere, and says which it could not', async () => {
    const database = another();
    const texts = [
      '\\.',
      'a\n\\.\nb',
      '\\N',
      '\\',
      'a\tb\r\nc',
      '',
      'a\0b',
      '\ud83d',
      'NULL',
      '"',
      '\ufeff',
      "'--",
    ];
    const store = storeOf([texts.map((Producto, at) => row('2026-05-01', { Orden: String(at), Producto }))]);
    const dataset = await datasetOf(store, null, [], true);
    const { manifest } = await exported(dataset);
    await load(postgresql, database, dataset, manifest);
    const found = postgresql.ask(database, 'SELECT "Producto" FROM cuadra_filas ORDER BY "Orden"::int');
    expect(found.map(({ Producto }) => Producto)).toEqual(
      texts.map((text) => text.replace(/\0|\p{Cs}/gu, '\ufffd')),
    );
    expect(manifest.months.map(({ replaced }) => replaced)).toEqual([{ halves: 1, nul: 1 }]);
  });

  it('takes the exact CSV as it is, with the same sums', () => {
    const database = another();
    const lines = Array.from({ length: 2000 }, (_, at) => [
      `00${at}`,
      at % 3 === 0 ? null : `=${at}"\n,;`,
      `${at % 2 === 0 ? '-' : ''}${at * 9_999_999}.${String(at % 100).padStart(2, '0')}`,
      `2026-0${(at % 9) + 1}-01T23:59:59.${String(at % 1000).padStart(3, '0')}`,
    ]);
    const head = { name: 'x', keyColumns: 0 };
    const columns = [
      ['Orden', 'text'],
      ['Producto', 'text'],
      ['Ventas', 'money'],
      ['Fecha de compra', 'local-datetime'],
    ] as const;
    const table = tableOf({
      ...head,
      columns: columns.map(([name, kind]) => ({ name, kind, total: null })),
      lines: lines.map((cells) => ({ cells })),
    });
    postgresql.execute(database, 'CREATE TABLE f (o text, p text, v numeric, d timestamp)');
    postgresql.copyIn(database, 'f', 'FORMAT csv, HEADER', [...csvPieces(table, EXACT_CSV)].join(''));
    const [sum] = postgresql.ask(
      database,
      `SELECT sum(v)::text AS v, count(p)::text AS p, string_agg(o, '' ORDER BY o) AS o,
        string_agg(to_char(d, 'YYYY-MM-DD"T"HH24:MI:SS.MS'), '' ORDER BY o) AS d, max(p) AS most FROM f`,
    );
    const byOrder = [...lines].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
    const total = lines.reduce((all, [, , value]) => all + unitsOf(value), 0n);
    expect(unitsOf(sum?.v)).toBe(total);
    expect(sum?.p).toBe(String(lines.filter(([, text]) => text !== null).length));
    expect(sum?.o).toBe(byOrder.map(([id]) => id).join(''));
    expect(sum?.d).toBe(byOrder.map(([, , , day]) => day).join(''));
    expect(sum?.most).toBe('=998"\n,;');
  });
}

const programs = findPostgresql();
if (programs !== undefined) describe('the table in PostgreSQL', () => inPostgresql(programs));
else it('not run: there is no PostgreSQL here, and nothing says that there must be', () => {});
