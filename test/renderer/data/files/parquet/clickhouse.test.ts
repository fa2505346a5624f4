import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScripts } from '#renderer/data/files/parquet/load-scripts.ts';
import type { Manifest } from '#renderer/data/files/parquet/manifest.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { type Clickhouse, findChdb, startClickhouse } from './clickhouse.ts';
import { datasetOf, filesOf, inFolder } from './duckdb.ts';
import { exported, row, storeOf } from './file-oracle.ts';

/** The export for engines in ClickHouse, where chdb is there to be it. */

type Before = { readonly manifest: Manifest; readonly lying: readonly { path: string; bytes: number }[] };

/** What the script told to do. Files that are not written again are not there. */
async function load(
  clickhouse: Clickhouse,
  rows: readonly NaiveRow[],
  { before = null, account = 'a' }: { readonly before?: Before | null; readonly account?: string } = {},
) {
  const dataset = await datasetOf(storeOf([rows]), before?.manifest ?? null, before?.lying ?? []);
  const end = await exported(dataset);
  const manifest = { ...end.manifest, account };
  const kept = dataset.months.flatMap((month) => (month.kept === null ? [] : [month.kept]));
  let told = '';
  await inFolder(await filesOf(dataset), async (folder) => {
    const script = loadScripts(manifest).find(({ path }) => path === 'cargar-clickhouse.sql')?.text ?? '';
    await writeFile(join(folder, 'cargar-clickhouse.sql'), script);
    for (const { path } of kept) await rm(join(folder, path), { force: true });
    told = clickhouse.load(folder, 'cargar-clickhouse.sql');
  });
  return { manifest, lying: [...end.lying, ...kept], told };
}

const replaced = (told: string): readonly string[] =>
  [...told.matchAll(/REPLACE PARTITION \('.*?', '(.*?)'\)/g)].map(([, month]) => month ?? '');

const chdb = findChdb();

function inClickhouse(folder: string): void {
  let clickhouse: Clickhouse;
  beforeAll(() => {
    clickhouse = startClickhouse(folder);
  });
  afterAll(() => clickhouse.stop());

  it('replaces the months that changed, drops those that are no more, and leaves other companies alone', async () => {
    const rows = ['2026-01-02', '2026-02-02', '2026-03-02'].map((day) => row(day));
    const many = [...rows, row('2026-01-02'), row('no', { Orden: null, Producto: "it's \\ `ñ`\n" })];
    const found = () =>
      clickhouse.ask(
        'SELECT cuadra_cuenta AS c, Mes, Orden, Producto, toString(Ventas) AS v FROM cuadra_filas ORDER BY c, Mes, v',
      );
    const first = await load(clickhouse, many);
    expect(replaced(first.told).toSorted()).toEqual(['', '2026-01', '2026-02', '2026-03']);
    expect(found()).toEqual([
      { c: 'a', Mes: '', Orden: null, Producto: "it's \\ `ñ`\n", v: '10.5' },
      ...['2026-01', '2026-01', '2026-02', '2026-03'].map((Mes) => ({
        ...{ c: 'a', Mes, Orden: `${Mes}-02`, Producto: null, v: '10.5' },
      })),
    ]);
    expect((await load(clickhouse, many, { before: first })).told).toBe('');

    await load(clickhouse, [row('2026-02-02', { Ventas: '0.01' })], { account: 'other-1' });
    // Companies have digits of their own: a column holds those of all.
    for (const [account, Ventas] of [
      ['fine', '0.123456789'],
      ['long', '12345678901234567890.5'],
      ['plain', '7.5'],
    ] as const)
      await load(clickhouse, [row('2026-01-02', { Ventas })], { account });
    expect(
      clickhouse.ask(
        "SELECT toString(Ventas) AS v FROM cuadra_filas WHERE cuadra_cuenta IN ('fine', 'long', 'plain') ORDER BY cuadra_cuenta",
      ),
    ).toEqual([{ v: '0.123456789' }, { v: '12345678901234567890.5' }, { v: '7.5' }]);
    clickhouse.execute("DELETE FROM cuadra_filas WHERE cuadra_cuenta IN ('fine', 'long', 'plain')");
    const changed = many
      .filter(({ Orden }) => Orden !== '2026-03-02')
      .map((each) => (each.Orden === '2026-02-02' ? { ...each, Ventas: '-7.77' } : each));
    const second = await load(clickhouse, changed, { before: first });
    expect(replaced(second.told)).toEqual(['2026-02']);
    expect(second.told).toContain("DROP PARTITION ('a', '2026-03')");
    expect(found().map(({ c, Mes, v }) => [c, Mes, v])).toEqual([
      ['a', '', '10.5'],
      ['a', '2026-01', '10.5'],
      ['a', '2026-01', '10.5'],
      ['a', '2026-02', '-7.77'],
      ['other-1', '2026-02', '0.01'],
    ]);
    // A month that comes again is not what was loaded of it once.
    const third = await load(clickhouse, many, { before: second });
    expect(replaced(third.told).toSorted()).toEqual(['2026-02', '2026-03']);
  });

  it('widens columns, and refuses a table that has no partitions with words that say what to do', async () => {
    clickhouse.execute('DROP TABLE cuadra_filas');
    clickhouse.execute('DROP TABLE cuadra_cargas');
    const first = await load(clickhouse, [row('2026-01-02')]);
    const wide = row('2026-02-02', { Ventas: '0.123456789012', Costo: 'x', 'Rentabilidad Total': '-1' });
    await load(clickhouse, [row('2026-01-02'), wide], { before: first });
    const sums = clickhouse.ask('SELECT toString(sum(Ventas)) AS v, any(Costo) AS c FROM cuadra_filas');
    expect(sums).toEqual([{ v: '10.623456789012', c: 'x' }]);

    clickhouse.execute('DROP TABLE cuadra_filas');
    clickhouse.execute(
      'CREATE TABLE cuadra_filas (Ventas Nullable(Decimal(18, 2))) ENGINE = MergeTree ORDER BY tuple()',
    );
    await expect(load(clickhouse, [row('2026-01-02')])).rejects.toThrow('RENAME TABLE cuadra_filas');
  });
}

if (chdb !== undefined) describe('the table in ClickHouse', { timeout: 60_000 }, () => inClickhouse(chdb));
else it('not run: there is no chdb here, nor in CUADRA_CHDB', () => {});
