import { expect } from '@playwright/test';
import { FAST, openReadAccount, test } from './journey.ts';
import { expectSyncState, expectTotals, readTotals, showEverything } from './screen.ts';
import { KEY, startSource } from './source-service.ts';
import { connectByForm } from './user-journeys/newcomer.ts';

test('a Free key with a Pro range: the load goes on from the date the server allows', async ({ journey }) => {
  const source = await journey.source({ orders: 600, plan: 'free' });
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'pro',
    key: KEY,
    requestsPerMinute: FAST,
  });
  const { page } = await journey.browser(host.address);
  await expectSyncState(page, 'idle');
  await page.getByTestId('nav-sync').click();
  await expect(page.getByText('2026-10-01').first()).toBeVisible();
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await expectTotals(page, source.everything());
});

test('the service goes down, cuts answers and sends rubbish: said, and no committed row is lost', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 600 });
  const { page } = browser;
  const whole = await source.service.service.handleRequest({
    method: 'GET',
    path: '/data',
    query: new URLSearchParams('date=purchase_date&from=2026-11-01'),
    headers: { 'ocp-apim-subscription-key': KEY },
  });
  expect(whole.status).toBe(200);

  const faults = {
    'cut in half': () => ({ ...whole, body: whole.body.slice(0, whole.body.length / 2) }),
    'an HTML page': () => ({
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Bad gateway</h1>',
    }),
    'connection cut': () => 'destroy' as const,
  };
  for (const [name, fault] of Object.entries(faults)) {
    await test.step(name, async () => {
      source.advanceMs(600_000);
      source.service.world.change({ kind: 'add-order' });
      const failing = source.everything();
      source.intercept(fault);
      await page.getByTestId('sync-now').click();
      await expectSyncState(page, /waiting|error/);
      expect((await readTotals(page)).rows).toBe(failing.rows - 1);
      source.intercept(null);
      await page.getByTestId('sync-now').click();
      await expectSyncState(page, 'idle');
      await expectTotals(page, failing);
    });
  }

  await test.step('the key is revoked: the sync stops, the figures stay, the message says what to do', async () => {
    source.intercept(() => ({
      status: 403,
      headers: { 'content-type': 'application/json' },
      body: '{"statusCode":403,"message":"Subscription revoked"}',
    }));
    const figures = source.everything();
    await page.getByTestId('sync-now').click();
    await expectSyncState(page, 'error');
    await expectTotals(page, figures);
    await page.getByTestId('nav-sync').click();
    await expect(page.getByText('Subscription revoked').first()).toBeVisible();
    source.intercept(null);
    await page.getByTestId('sync-now').click();
    await expectSyncState(page, 'idle');
  });
});

test('the service is down from the start: a plain message, and the first load once it is there', async ({
  journey,
}) => {
  const gone = await startSource({ orders: 10 });
  await gone.close();
  const host = await journey.host({ requestsPerMinute: FAST });
  const { page } = await journey.browser(host.address);
  await connectByForm(page, gone.baseUrl, KEY);
  await expect(page.getByTestId('connect-rejected')).toHaveAttribute('data-reason', 'unreachable');
});
