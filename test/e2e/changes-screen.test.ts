import { expect, type Page } from '@playwright/test';
import { openReadAccount, test } from './journey.ts';
import { dataValueOf, expectSyncState, expectTotals } from './screen.ts';

const menu = (page: Page) => page.getByTestId('views-menu');
const count = async (page: Page): Promise<number> => Number(await dataValueOf(page, 'changes-count'));

async function choose(page: Page, testId: string): Promise<void> {
  await menu(page).click();
  await page.getByTestId(testId).click();
}

test('Cambios keeps its question, has views of its own, and Escape leads back to the table', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 120 });
  const { page } = browser;
  const { world } = source.service;
  const orders = [...world.entries()]
    .map((entry) => entry.row)
    .filter((row) => row.Orden !== '' && (row['Fecha de compra'] ?? '') >= '2026-10-02');
  const named = (index: number) => {
    const row = orders[index];
    if (row === undefined) throw new Error('The world is too small for this test.');
    return { Canal: row.Canal ?? '', Cuenta: row.Cuenta ?? '', Orden: row.Orden ?? '' };
  };
  source.advanceMs(3_600_000);
  world.change({ kind: 'add-order', itemsOfSubOrders: [1] });
  world.change({ kind: 'cancel', target: named(0) });
  source.advanceMs(60_000);
  await page.getByTestId('sync-now').click();
  await expectTotals(page, source.everything(), 60_000);
  await expectSyncState(page, 'idle');

  await page.keyboard.press('Control+5');
  await expect.poll(() => count(page)).toBe(2);
  await expect(menu(page)).toHaveText('Última sincronización');

  await test.step('another question, kept while one looks elsewhere, and taken back', async () => {
    await choose(page, 'view-all-different');
    await page.getByTestId('changes-kind-new').click();
    await expect.poll(() => count(page)).toBe(1);
    await expect(page.getByTestId('live-region')).toHaveText('1 orden');
    await expect(menu(page)).toHaveAttribute('data-changed', 'true');
    await page.keyboard.press('Control+Shift+S');
    await page.getByTestId('view-name').fill('Sin nuevas');
    // Behind a dialog the page's keys do nothing.
    await page.keyboard.press('Control+2');
    await expect(page.getByTestId('view-name')).toHaveValue('Sin nuevas');
    await page.keyboard.press('Enter');
    await expect(menu(page)).toHaveText('Sin nuevas');
    await page.keyboard.press('Control+2');
    // The rows of the other screens are no part of it.
    await expectTotals(page, source.everything());
    await page.keyboard.press('Control+5');
    await expect.poll(() => count(page)).toBe(1);
    await expect(menu(page)).toHaveText('Sin nuevas');
    await choose(page, 'view-last-sync');
    await expect.poll(() => count(page)).toBe(2);
    await page.keyboard.press('Control+z');
    await expect(menu(page)).toHaveText('Sin nuevas');
    await expect.poll(() => count(page)).toBe(1);
  });

  await test.step('Escape closes the order that is open and gives the keys back to the table', async () => {
    const table = page.getByRole('grid');
    await table.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('change-details')).toBeVisible();
    await expect(page.getByTestId('order-panel')).toHaveAttribute('data-value', named(0).Orden);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('order-panel')).toBeHidden();
    await expect(table).toBeFocused();
  });

  await test.step('a page loaded anew begins with the last sync; the view is still there', async () => {
    await page.reload();
    // How many it brought hangs on whether the page's return has read again.
    await expect(menu(page)).toHaveText('Última sincronización');
    await menu(page).click();
    await page.getByRole('menuitemradio', { name: 'Sin nuevas' }).click();
    await expect.poll(() => count(page)).toBe(1);
  });
});
