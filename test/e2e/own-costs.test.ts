import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { readCsv } from './csv-reader.ts';
import { openReadAccount, test } from './journey.ts';
import { type Expected, TOTAL_COLUMNS } from './oracle.ts';
import { dataValueOf, expectSyncState, openTool, readTotals, showEverything } from './screen.ts';

/** What the user says a product costs, from its entry to every figure it moves, and through what happens to the rows. */

const COST = 1234.5;
const MOVED = ['Rentabilidad Comercial', 'Rentabilidad Total'];

/** The same figures with what they fall by taken off; it is told beside Marketplace, which never falls. */
const lowered = ({ rows, sums }: Expected, by: bigint): Expected => ({
  rows,
  sums: Object.fromEntries(
    TOTAL_COLUMNS.map((column) => [column, (sums[column] ?? 0n) - (MOVED.includes(column) ? by : 0n)]),
  ),
});

const texts = (of: Expected) =>
  JSON.stringify(of, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
const expectFigures = (page: Page, expected: Expected) =>
  expect.poll(async () => texts(await readTotals(page))).toBe(texts(expected));

/** The sums of the orders as a file has them, exact. */
async function exportedFigures(page: Page): Promise<{ readonly [column: string]: bigint }> {
  const download = page.waitForEvent('download');
  await page.getByTestId('export-menu').click();
  await page.getByTestId('export-csv-exact').click();
  const [header = [], ...rows] = readCsv(await readFile(await (await download).path(), 'utf8'), ',');
  return Object.fromEntries(
    TOTAL_COLUMNS.map((column) => {
      const at = header.findIndex((name) => name === column || name.startsWith(`${column} `));
      expect(at, column).toBeGreaterThanOrEqual(0);
      return [column, rows.reduce((sum, row) => sum + toGrains(row[at] ?? ''), 0n)];
    }),
  );
}

test('an own cost moves Comercial and Total by cost × units, on screens and in files, and outlives syncs and restores', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 600 });
  const { page } = browser;
  await openTool(page, 'costs');
  const line = page.getByTestId('missing-cost-line').first();
  const sku = (await line.getAttribute('data-value')) ?? '';

  /** The sales of the product that the source has no cost of. */
  const sales = () => [
    ...source.service.world.truth(
      (row) =>
        row['SKU Producto'] === sku &&
        (row['Fecha de compra'] ?? '') >= '2026-10-01' &&
        Number(row['Costo de Producto']) === 0 &&
        Number(row.Ventas) !== 0,
    ),
  ];
  /** Every total as the source has it, less the cost of the units that have none. */
  const expected = (): Expected => {
    const units = sales().reduce((sum, row) => sum + Number(row.Unidades), 0);
    expect(units).toBeGreaterThan(0);
    return lowered(source.everything(), toGrains((units * COST).toFixed(1)));
  };

  await test.step('entered, it counts nowhere until it is turned on', async () => {
    await line.getByTestId('own-cost-enter').click();
    await page.getByTestId('own-cost-amount').fill('1234,5');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('own-cost-line')).toHaveAttribute('data-value', sku);
    await page.getByTestId('nav-panel').click();
    await expectFigures(page, source.everything());
    await page.getByTestId('own-costs-switch').click();
    await expectFigures(page, expected());
  });

  await test.step('the file of the orders says the same', async () => {
    await page.getByTestId('nav-orders').click();
    await expectFigures(page, expected());
    expect(texts({ rows: 0, sums: await exportedFigures(page) })).toBe(
      texts({ rows: 0, sums: expected().sums }),
    );
  });

  const settings = async (): Promise<void> => {
    await page.getByTestId('settings-open').click();
    await page.getByTestId('settings-tab-accounts').click();
  };
  await settings();
  await page.getByTestId('backup-create').click();
  const done = page.getByTestId('backup-done');
  await expect(done).toBeVisible({ timeout: 60_000 });
  const backup = (await done.getAttribute('data-path')) ?? '';
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await test.step('rows that a sync replaces keep it', async () => {
    source.advanceMs(3_600_000);
    const row = sales().find(({ Orden }) => Orden !== '');
    const { Canal = '', Cuenta = '', Orden = '' } = row ?? {};
    const target = { Canal, Cuenta, Orden };
    source.service.world.change({ kind: 'add-amount', column: 'Ventas', cents: 90_00, target });
    source.advanceMs(60_000);
    await page.getByTestId('sync-now').click();
    await expectFigures(page, expected());
  });

  await test.step('taken away and restored, it is there again', async () => {
    await openTool(page, 'costs');
    await page.getByTestId('own-cost-remove').click();
    await expect(page.getByTestId('own-cost-line')).toHaveCount(0);
    await expectSyncState(page, 'idle');
    await settings();
    await page.getByTestId('backup-file').setInputFiles(backup);
    await page.getByTestId('backup-restore-do').click();
    await expect(page.getByTestId('backup-restored')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('own-cost-line')).toHaveAttribute('data-value', sku);
    expect(await dataValueOf(page, 'own-cost-of-unit')).toBe('1234.5');
    await page.getByTestId('nav-orders').click();
    await showEverything(page);
    await expect(page.getByTestId('own-costs-switch')).toHaveAttribute('aria-checked', 'true');
    await expectFigures(page, expected());
  });
});
