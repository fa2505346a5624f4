import { expect } from '@playwright/test';
import { openBrowser, temporaryDirectory } from '#test/e2e/app-under-test.ts';
import { FAST, openReadAccount, test } from '#test/e2e/journey.ts';
import { expectSyncState, expectTotals } from '#test/e2e/screen.ts';
import { freePort, KEY } from '#test/e2e/source-service.ts';

/** Who comes into the browser host: the printed address lets one browser in, once; that browser then goes on. */

test('the printed address is good for one browser; a reload and its other tabs go on', async ({
  journey,
}) => {
  const { source, host, browser } = await openReadAccount(journey, { orders: 60 });
  const { page, context } = browser;
  const { origin } = new URL(host.address);

  // Nothing of the code is left in the tab, nor in what it goes back to.
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  expect(entries.map(({ url }) => url).filter((url) => url.includes('code='))).toEqual([]);
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything());
  const other = await context.newPage();
  for (const address of [origin, host.address]) {
    await other.goto(address);
    await expect(other.getByTestId('take-over')).toBeVisible();
  }
  await other.close();

  const elsewhere = await temporaryDirectory();
  const second = await openBrowser(elsewhere.path, host.address);
  try {
    await expect(second.page.locator('body')).toContainText('pulse Intro en la terminal');
    await second.page.goto(origin);
    await expect(second.page.locator('body')).toContainText('pulse Intro en la terminal');
    // The cookie alone, as another local server may come to know it, opens no line to the host.
    await second.context.addCookies(await context.cookies());
    await second.page.goto(origin);
    await expect(second.page.locator('body')).toContainText('pulse Intro en la terminal');
    await second.page.goto(await host.anotherAddress());
    await expect(second.page.getByTestId('sync-status')).toHaveAttribute('data-connected', 'true');
  } finally {
    await second.context.close();
    await elsewhere.remove();
  }
});

test('a host that was started anew takes no open page, says so, and takes it once its address is opened', async ({
  journey,
}) => {
  const source = await journey.source({ plan: 'free', orders: 60 });
  const options = {
    baseUrl: source.baseUrl,
    plan: 'free' as const,
    key: KEY,
    port: await freePort(),
    requestsPerMinute: FAST,
  };
  const first = await journey.host(options);
  const { page, context } = await journey.browser(first.address);
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything());
  await expectSyncState(page, 'idle');
  await first.stop();
  await expect(page.locator('[data-notice=disconnected]')).toBeVisible();
  const second = await journey.host(options);
  await expect(page.locator('[data-notice=shut-out]')).toBeVisible();
  // What was read is still there.
  await expectTotals(page, source.everything());

  const other = await context.newPage();
  await other.goto(second.address);
  await other.close();
  await expect(page.locator('[data-notice=shut-out]')).toHaveCount(0);
  source.advanceMs(600_000);
  source.service.world.change({ kind: 'add-order', itemsOfSubOrders: [1, 1] });
  await page.getByTestId('sync-now').click();
  await expectTotals(page, source.everything());
});
