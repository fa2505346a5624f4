import { expect, type Page } from '@playwright/test';
import type { Language } from '#shared/contract/languages.ts';
import { test } from '#test/e2e/journey.ts';
import { dataValueOf, expectTotals, readTotals, setPreset } from '#test/e2e/screen.ts';
import { word } from '#test/e2e/words.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { chooseMonthBefore, expectReadable } from './reading.ts';

/** Two minutes of somebody who looks at charts: how did last month go, which channel, and are these the orders. */
export async function managersTwoMinutes(page: Page, language: Language): Promise<void> {
  await test.step('how did last month go, against the month and the year before', async () => {
    await page.getByTestId('nav-panel').click();
    await page.getByTestId('clear-filters').click();
    await chooseMonthBefore(page);
    await setPreset(page, true);
    await expect(page.getByTestId('change-previous-period').first()).toBeVisible();
    await expect(page.getByTestId('change-previous-year').first()).toBeVisible();
    await expectReadable(page, language);
    // Its tiles are read one by one: none may still say what was selected before.
    await expect(page.locator('[data-stale=true]')).toHaveCount(0);
  });
  const panel = await readTotals(page);

  await test.step('the way from income to result ends where the tiles do', async () => {
    expect(toGrains(await dataValueOf(page, 'step-total'))).toBe(panel.sums['Rentabilidad Total']);
    await expect(page.getByTestId('waterfall-agrees')).toBeVisible();
  });

  await test.step('which channel: its orders are behind its bar', async () => {
    const channel = page.locator('[data-channel]').first();
    const ventas = await channel.locator('data[data-figure]').first().getAttribute('data-value');
    await channel.locator('td:first-child button').first().click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word(language, 'nav.orders'));
    await expect.poll(() => dataValueOf(page, 'total-ventas')).toBe(ventas);
    await expectReadable(page, language);
  });

  await test.step('Ctrl+Z takes the channel out again, and every screen says the month', async () => {
    await page.keyboard.press('Control+z');
    await expectTotals(page, panel);
    await page.getByTestId('nav-profitability').click();
    await expectTotals(page, panel);
    await expectReadable(page, language);
  });
}
