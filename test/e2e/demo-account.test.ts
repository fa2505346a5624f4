import { expect } from '@playwright/test';
import { test } from '#test/e2e/journey.ts';
import { dataValueOf, expectSyncState, readTotals } from '#test/e2e/screen.ts';

test('a newcomer opens the demo company, sees three profitabilities, and changes arrive', async ({
  journey,
}) => {
  test.setTimeout(360_000);
  const host = await journey.host();
  const { page } = await journey.browser(host.address);
  await page.getByTestId('open-demo').click();
  await page.getByTestId('nav-orders').click();
  // Figures are there while the history is still being read.
  await expect.poll(async () => (await readTotals(page)).rows, { timeout: 60_000 }).toBeGreaterThan(0);
  await expectSyncState(page, 'idle', 180_000);
  await expect.poll(async () => (await readTotals(page)).rows).toBeGreaterThan(50_000);

  await page.getByTestId('nav-profitability').click();
  const totals = await readTotals(page);
  const [ventas = 0n, marketplace = 0n, comercial = 0n, total = 0n] = Object.values(totals.sums);
  // Deeper scopes deduct more.
  expect(ventas > marketplace && marketplace > comercial && comercial > total && total > 0n).toBe(true);

  // Something happens every twenty seconds, most of it to amounts; the demo account looks for changes by itself.
  const figures = async () => [
    await dataValueOf(page, 'row-count'),
    await dataValueOf(page, 'total-rentabilidad-total'),
  ];
  const before = await figures();
  await expect.poll(figures, { timeout: 200_000 }).not.toEqual(before);
});
