import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { readCsv } from './csv-reader.ts';
import { test } from './journey.ts';
import { dataValueOf, expectSyncState, expectTotals, setPreset, showEverything } from './screen.ts';
import { KEY } from './source-service.ts';
import { expectDrawnTrend } from './trend-lines.ts';

test('the screen and the file say what the service holds, before and after changes', async ({ journey }) => {
  const source = await journey.source({ orders: 1200 });
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'pro',
    key: KEY,
    requestsPerMinute: 6000,
  });
  const { page } = await journey.browser(host.address);

  await test.step('the first load begins by itself and ends equal to the source', async () => {
    await expectSyncState(page, 'idle');
    await page.getByTestId('nav-orders').click();
    await showEverything(page);
    await page.getByTestId('clear-filters').click();
    await expectTotals(page, source.everything());
    await setPreset(page, true);
    await expectTotals(page, source.dashboard());
  });

  await test.step('Profitability says the same', async () => {
    await page.getByTestId('nav-profitability').click();
    await expectTotals(page, source.dashboard());
    await page.getByTestId('clear-filters').click();
    await expectTotals(page, source.everything());
  });

  await test.step('so do the panel, its way from income to result, and the lines of the result', async () => {
    await page.getByTestId('nav-panel').click();
    await expectTotals(page, source.everything());
    await setPreset(page, true);
    await expectTotals(page, source.dashboard());
    expect(toGrains(await dataValueOf(page, 'step-total'))).toBe(
      source.dashboard().sums['Rentabilidad Total'],
    );
    await expect(page.getByTestId('waterfall-agrees')).toBeVisible();
    await expectDrawnTrend(page);
    await page.getByTestId('nav-profitability').click();
    for (const column of ['Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total']) {
      await expect
        .poll(async () => toGrains(await dataValueOf(page, `line-${column}`)))
        .toBe(source.dashboard().sums[column]);
    }
    await expect(page.getByTestId('identities')).toHaveAttribute('data-value', '0');
    await page.getByTestId('clear-filters').click();
    for (const column of ['Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total']) {
      await expect
        .poll(async () => toGrains(await dataValueOf(page, `line-${column}`)))
        .toBe(source.everything().sums[column]);
    }
  });

  await test.step('a month in the panel leads to the orders behind it', async () => {
    await page.getByTestId('nav-panel').click();
    await page.getByTestId('panel-compare').click();
    await expect(page.getByTestId('change-previous-period').first()).toBeVisible();
    const ventas = await dataValueOf(page, 'total-ventas');
    await page.locator('[data-channel] td:first-child button').first().click();
    await expect(page.getByRole('grid')).toBeVisible();
    await page.getByTestId('nav-panel').click();
    const channel = await page.locator('[data-channel] data[data-figure]').first().getAttribute('data-value');
    await expect.poll(() => dataValueOf(page, 'total-ventas')).toBe(channel);
    expect(toGrains(channel ?? '')).toBeLessThanOrEqual(toGrains(ventas));
    await page.getByTestId('clear-filters').click();
  });

  await test.step('changes arrive with the next sync, sub-orders and moved dates included', async () => {
    const orders = [...source.service.world.entries()]
      .filter((entry) => entry.row.Orden !== '' && (entry.row['Fecha de compra'] ?? '') > '2026-08-15')
      .map((entry) => entry.row);
    const nameOf = (index: number) => {
      const row = orders[index];
      if (row === undefined) throw new Error('The world is too small for this test.');
      return { Canal: row.Canal ?? '', Cuenta: row.Cuenta ?? '', Orden: row.Orden ?? '' };
    };
    source.advanceMs(3_600_000);
    const { world } = source.service;
    world.change({ kind: 'add-order', itemsOfSubOrders: [2, 1] });
    world.change({ kind: 'cancel', target: nameOf(3) });
    world.change({ kind: 'adjust', target: nameOf(40), subOrder: 0 });
    world.change({ kind: 'refund', target: nameOf(90) });
    world.change({ kind: 'add-row', target: nameOf(140), subOrder: 0 });
    source.advanceMs(60_000);
    await page.getByTestId('sync-now').click();
    await expectTotals(page, source.everything(), 60_000);
    await expectSyncState(page, 'idle');
  });

  await test.step('the CSV of the selection adds up to the same', async () => {
    await page.getByTestId('nav-orders').click();
    await setPreset(page, true);
    const expected = source.dashboard();
    await expectTotals(page, expected);
    const download = page.waitForEvent('download');
    await page.getByTestId('export-menu').click();
    await page.getByTestId('export-csv').click();
    const text = await readFile(await (await download).path(), 'utf8');
    const separator = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ',';
    const [header = [], ...rows] = readCsv(text, separator);
    const position = header.indexOf('Ventas');
    expect(position).toBeGreaterThanOrEqual(0);
    const sum = rows.reduce((total, row) => total + toGrains((row[position] ?? '').replace(',', '.')), 0n);
    expect(sum.toString()).toBe(expected.sums.Ventas?.toString());
  });
});
