import { expect, type Page } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { type Expected, TOTAL_COLUMNS } from './oracle.ts';

/** What a person sees, read through the names that outside checks rely on (data-testid, data-value, data-state). */

const TOTAL_IDS: { readonly [column in (typeof TOTAL_COLUMNS)[number]]: string } = {
  Ventas: 'total-ventas',
  'Rentabilidad Marketplace': 'total-rentabilidad-marketplace',
  'Rentabilidad Comercial': 'total-rentabilidad-comercial',
  'Rentabilidad Total': 'total-rentabilidad-total',
};

export async function dataValueOf(page: Page, testId: string): Promise<string> {
  return (await page.getByTestId(testId).getAttribute('data-value')) ?? '';
}

/** Row count and the four totals as the screen carries them. */
export async function readTotals(page: Page): Promise<Expected> {
  const sums: { [column: string]: bigint } = {};
  for (const column of TOTAL_COLUMNS) sums[column] = toGrains(await dataValueOf(page, TOTAL_IDS[column]));
  return { rows: Number(await dataValueOf(page, 'row-count')), sums };
}

const asText = (expected: Expected) => ({
  rows: expected.rows,
  sums: Object.fromEntries(
    Object.entries(expected.sums).map(([column, grains]) => [column, grains.toString()]),
  ),
});

/** Waits until the screen says exactly this. */
export async function expectTotals(page: Page, expected: Expected, timeoutMs = 20_000): Promise<void> {
  await expect
    .poll(async () => asText(await readTotals(page)), { timeout: timeoutMs })
    .toEqual(asText(expected));
}

/** All there is, in the place of the last complete month that an account begins with; by the button of the filters. */
export async function showEverything(page: Page): Promise<void> {
  await page.getByTestId('clear-filters').click();
}

/** Waits until the totals in sight answer what is selected now. */
export async function expectAnswered(page: Page): Promise<void> {
  await expect(page.locator('footer [data-revision]')).toHaveAttribute('data-stale', 'false');
}

/** Waits until the sync has nothing left to do. */
export async function expectSyncState(page: Page, state: string | RegExp, timeoutMs = 90_000): Promise<void> {
  await expect(page.getByTestId('sync-status')).toHaveAttribute('data-state', state, { timeout: timeoutMs });
}

export async function setPreset(page: Page, pressed: boolean): Promise<void> {
  const preset = page.getByTestId('preset-dashboard');
  if ((await preset.getAttribute('aria-pressed')) !== String(pressed)) await preset.click();
  await expect(preset).toHaveAttribute('aria-pressed', String(pressed));
}

/** A tool of Conciliación, over the rows in view: «explain», as an address that was kept leads there. */
export async function openTool(page: Page, tool: string): Promise<void> {
  await page.getByTestId('nav-reconciliation').click();
  await page.evaluate((place) => {
    window.location.hash = `#reconciliation/${place}`;
  }, tool);
}

/** Closes the month in view by its checklist: a reason for each step that stands open, and who prepared it. */
export async function closeByChecklist(page: Page, owner: string): Promise<void> {
  await expect(page.getByTestId('close-amount-total').first()).toBeVisible();
  await expect(page.getByTestId('close-check').first()).toBeVisible();
  for (const reason of await page.getByTestId('close-reason').all()) await reason.fill('visto');
  await page.getByTestId('close-owner').fill(owner);
  await page.getByTestId('close-month').click();
}

/** A step of a month, from all months on. */
export async function openStep(page: Page, month: string, step: string): Promise<void> {
  await page.getByTestId('nav-reconciliation').click();
  await page.getByTestId('month-all').click();
  await page.locator(`[data-testid=month-cell][data-month="${month}"]`).click();
  await page.locator(`[data-testid=month-step][data-step=${step}]`).click();
}
