import { expect } from '@playwright/test';
import { openReadAccount, test } from './journey.ts';
import { expectTotals } from './screen.ts';

test('one page owns the ledger: a second says so and can take over, the first then closes', async ({
  journey,
}) => {
  const { source, host, browser } = await openReadAccount(journey, { orders: 400 });
  const { page: first, context } = browser;

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
