import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ask } from '#test/renderer/data/files/parquet/duckdb.ts';
import { duckdbOver } from '#test/renderer/data/worker/warehouse-engines.ts';
import { sumOfGrains, toGrains } from '#test/shared/decimal-oracle.ts';
import { temporaryDirectory } from './app-under-test.ts';
import { FAST, test } from './journey.ts';
import { TOTAL_COLUMNS } from './oracle.ts';
import { rowsOfCuadra, runCuadra } from './program-questions.ts';
import { expectSyncState, expectTotals, showEverything } from './screen.ts';
import { KEY } from './source-service.ts';

/** All rows for engines, written to a folder of the user's: DuckDB finds there what the source holds. */

/** Presses the button and gives the folder that the end names. */
async function exported(page: Page): Promise<string> {
  await page.getByTestId('export-menu').click();
  await page.getByTestId('export-parquet').click();
  const done = page.getByTestId('export-done');
  await expect(done).toBeVisible({ timeout: 60_000 });
  const path = (await done.getAttribute('data-path')) ?? '';
  await page.keyboard.press('Escape');
  await expect(done).toBeHidden();
  return path;
}

async function openExports(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByTestId('settings-tab-exports').click();
}

async function monthFiles(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('Mes='));
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, (await stat(join(folder, name, 'filas.parquet'))).ino] as const),
    ),
  );
}

/** The scripts of the folder bring rows, tables and views into DuckDB, and the Panel's view comes to what the source holds. */
async function expectSameInViews(folder: string, sales: bigint): Promise<void> {
  const engine = await duckdbOver(folder);
  await engine.load();
  const [panel, tables] = await engine.ask([
    { from: 'cuadra_panel_rentabilidad', columns: ['ventas'] },
    { from: "cuadra_tablas WHERE estado <> 'completa'", columns: ['tabla'] },
  ]);
  expect(sumOfGrains((panel ?? []).map(([cell]) => cell ?? '0'))).toBe(sales);
  expect(tables).toEqual([]);
}

test('all rows lie in a folder for engines, by hand and after a sync, and only changed months are written again', async ({
  journey,
}) => {
  const directory = await temporaryDirectory();
  const source = await journey.source({ plan: 'free', orders: 200 });
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'free',
    key: KEY,
    requestsPerMinute: FAST,
    exportDirectory: directory.path,
  });
  const { page } = await journey.browser(host.address);
  await expectSyncState(page, 'idle');
  await page.getByTestId('nav-orders').click();

  const expectSame = async (folder: string): Promise<void> => {
    const expected = source.everything();
    const { rows } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      readonly rows: number;
    };
    expect(rows).toBe(expected.rows);
    const sums = TOTAL_COLUMNS.map((column) => `sum("${column}")::VARCHAR AS "${column}"`).join(', ');
    const [found] = await ask(`SELECT count(*) AS n, ${sums} FROM TABLE`, folder);
    expect(Number(found?.n)).toBe(expected.rows);
    for (const column of TOTAL_COLUMNS) expect(toGrains(found?.[column] ?? '0')).toBe(expected.sums[column]);
  };

  // The screen shows a part of them: the file holds all.
  const folder = await exported(page);
  expect(folder.startsWith(directory.path)).toBe(true);
  expect(folder).toMatch(/\/[\w-]+\/parquet$/);
  await expectSame(folder);
  await expectSameInViews(folder, source.everything().sums.Ventas ?? 0n);
  const first = await monthFiles(folder);

  await exported(page);
  expect(await monthFiles(folder)).toEqual(first);

  // The folder's screen tells what lies there; from now on it is written after each sync.
  await openExports(page);
  const notice = page.getByTestId('export-folder-dataset');
  await expect(notice).toHaveAttribute('data-value', String(source.everything().rows));
  await expect(page.getByTestId('export-folder-path')).toHaveAttribute('data-value', directory.path);
  await expect(page.getByTestId('export-folder-month')).toHaveCount(first.size);
  await page.getByTestId('schedule-dataset').getByRole('checkbox').click();
  await page.keyboard.press('Escape');

  source.advanceMs(3_600_000);
  source.service.world.change({ kind: 'add-order', itemsOfSubOrders: [2, 1] });
  source.advanceMs(60_000);
  await page.getByTestId('sync-now').click();
  await showEverything(page);
  await expectTotals(page, source.everything(), 60_000);
  await expectSyncState(page, 'idle');
  await openExports(page);
  const outcome = page.getByTestId('schedule-outcome');
  await expect(outcome).toHaveAttribute('data-value', 'done', { timeout: 60_000 });
  await expect(notice).toHaveAttribute('data-value', String(source.everything().rows));
  await expectSame(folder);
  const second = await monthFiles(folder);
  const rewritten = [...second].filter(([name, file]) => first.get(name) !== file);
  expect(rewritten).toHaveLength(1);

  // A program has the same where it says, and nothing that lies there is written over.
  const asked = ['export', '--as', 'parquet', '--out', host.profileDirectory];
  const [made] = await rowsOfCuadra(host.profileDirectory, ...asked);
  const path = String(made?.path);
  expect(path).toBe(join(host.profileDirectory, basename(dirname(folder)), 'parquet'));
  expect(made?.lines).toBe(source.everything().rows);
  await expectSame(path);
  await writeFile(join(path, 'nota.txt'), 'mía');
  expect((await runCuadra(host.profileDirectory, ...asked)).code).toBe(4);
  await directory.remove();
});
