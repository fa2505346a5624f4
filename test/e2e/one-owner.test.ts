import { expect, type Page } from '@playwright/test';
import { openReadAccount, test } from './journey.ts';
import { expectTotals } from './screen.ts';

test('one page owns the ledger: a second says so and can take over, the first then closes', async ({
  journey,
}) => {
  const { source, host, browser } = await openReadAccount(journey, { orders: 400 });
  const { page: first, context } = browser;
  const saveView = async (page: Page, name: string): Promise<void> => {
    await page.keyboard.press('Control+Shift+S');
    await page.getByTestId('view-name').fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('views-menu')).toHaveText(name);
  };
  await saveView(first, 'Mía');
  await first.getByTestId('settings-open').click();
  await first.getByTestId('settings-tab-targets').click();
  await first.getByTestId('targets-pasted').fill('2026-11;Ventas;1000');
  await first.getByTestId('targets-set').click();
  await expect(first.getByTestId('target')).toBeVisible();
  await first.keyboard.press('Escape');

  const second = await context.newPage();
  await second.goto(host.address);
  await expect(second.getByTestId('take-over')).toBeVisible();
  await second.getByTestId('take-over').click();
  await second.getByTestId('nav-orders').click();
  await expectTotals(second, source.everything());
  await expect(first.getByTestId('take-over')).toBeVisible();

  // What one did in the first is taken back there alone, and what it cannot write is not said to be.
  await saveView(second, 'Tuya');
  await first.bringToFront();
  await first.keyboard.press('Control+z');
  await expect(first.getByTestId('undo-line')).toHaveText('No se pudo deshacer: meta');
  await second.bringToFront();
  await second.getByTestId('views-menu').click();
  await expect(second.getByRole('menuitemradio', { name: /^(?:Mía|Tuya)/ })).toHaveCount(2);
  await second.keyboard.press('Escape');

  // The new owner is the one that writes.
  source.advanceMs(600_000);
  source.service.world.change({ kind: 'add-order', itemsOfSubOrders: [1, 1] });
  await second.getByTestId('sync-now').click();
  await expectTotals(second, source.everything());
});
