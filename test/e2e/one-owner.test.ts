import { expect } from '@playwright/test';
import { test } from '#test/e2e/journey.ts';
import { expectSyncState, expectTotals } from '#test/e2e/screen.ts';
import { KEY } from '#test/e2e/source-service.ts';

test('one page owns the ledger: a second says so and can take over, the first then closes', async ({
  journey,
}) => {
  const source = await journey.source({ orders: 400, plan: 'free' });
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'free',
    key: KEY,
    requestsPerMinute: 6000,
  });
  const { page: first, context } = await journey.browser(host.address);
  await expectSyncState(first, 'idle');
  await first.getByTestId('nav-orders').click();
  await expectTotals(first, source.everything());

  const second = await context.newPage();
  await second.goto(host.address);
  await expect(second.getByTestId('take-over')).toBeVisible();
  await second.getByTestId('take-over').click();
  await second.getByTestId('nav-orders').click();
  await expectTotals(second, source.everything());
  await expect(first.getByTestId('take-over')).toBeVisible();

  // The new owner is the one that writes.
  source.advanceMs(600_000);
  source.service.world.change({ kind: 'add-order', itemsOfSubOrders: [1, 1] });
  await second.getByTestId('sync-now').click();
  await expectTotals(second, source.everything());
});

test('a reload loses nothing and reads nothing twice', async ({ journey }) => {
  const source = await journey.source({ orders: 400, plan: 'free' });
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'free',
    key: KEY,
    requestsPerMinute: 6000,
  });
  const { page } = await journey.browser(host.address);
  await expectSyncState(page, 'idle');
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything());
  await expectSyncState(page, 'idle');
  await expectTotals(page, source.everything());
});
