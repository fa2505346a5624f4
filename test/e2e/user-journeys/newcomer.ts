import { expect, type Page } from '@playwright/test';
import { expectSyncState, readTotals, showEverything } from '#test/e2e/screen.ts';

/** The first minutes in the app, the same in the browser and in the desktop app. */

/** Figures are there while the history is still being read; then all of it is. */
export async function openDemoCompany(page: Page): Promise<void> {
  await page.getByTestId('open-demo').click();
  await page.getByTestId('nav-orders').click();
  await expect.poll(async () => (await readTotals(page)).rows, { timeout: 60_000 }).toBeGreaterThan(0);
  // The rest is watched where nothing is drawn anew with every commit: a table of all rows would take half of the time.
  await page.getByTestId('nav-sync').click();
  await expectSyncState(page, 'idle', 180_000);
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await expect.poll(async () => (await readTotals(page)).rows).toBeGreaterThan(30_000);
  const totals = await readTotals(page);
  const [ventas = 0n, marketplace = 0n, comercial = 0n, total = 0n] = Object.values(totals.sums);
  // Deeper scopes deduct more.
  expect(ventas > marketplace && marketplace > comercial && comercial > total && total > 0n).toBe(true);
}

export async function pauseSync(page: Page): Promise<void> {
  await page.getByTestId('nav-sync').click();
  await page.getByTestId('sync-pause').click();
  await expectSyncState(page, 'paused');
}

export async function connectByForm(page: Page, baseUrl: string, key: string): Promise<void> {
  await page.getByTestId('connect-base-url').fill(baseUrl);
  await page.getByTestId('connect-key').fill(key);
  await page.getByTestId('connect-submit').click();
}

/** Said in words, and nothing is stored. */
export async function tryWrongKey(page: Page, baseUrl: string): Promise<void> {
  await connectByForm(page, baseUrl, 'not-the-key');
  await expect(page.getByTestId('connect-rejected')).toHaveAttribute('data-reason', 'unauthorized');
  await expect(page.getByTestId('connect-rejected')).toContainText('no reconoce la clave');
}
