import { expect, type Page } from '@playwright/test';
import AxeSource from 'axe-core';
import { openReadAccount, test } from '#test/e2e/journey.ts';
import { dataValueOf, expectTotals } from '#test/e2e/screen.ts';

/** What axe finds, in words; the strict policy of the page forbids injected scripts, not the debugger's. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AxeSource.source);
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  });
}

test('languages and themes change words and colours, never a figure; axe finds nothing', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 500 });
  const { page } = browser;
  const expected = source.everything();
  const exact = await dataValueOf(page, 'total-rentabilidad-total');
  for (const { lang, choices, theme, heading } of [
    { lang: 'es', choices: ['Ajustes', 'Claro'], theme: 'light', heading: 'Órdenes' },
    { lang: 'en', choices: ['Ajustes', 'English', 'Dark'], theme: 'dark', heading: 'Orders' },
    { lang: 'pt-BR', choices: ['Settings', 'Português', 'Claro'], theme: 'light', heading: 'Pedidos' },
  ]) {
    await test.step(`${lang}, ${theme}`, async () => {
      for (const choice of choices) await page.getByRole('button', { name: choice }).first().click();
      await page.keyboard.press('Escape');
      // What was chosen is remembered.
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await page.getByTestId('nav-orders').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expectTotals(page, expected);
      expect(await dataValueOf(page, 'total-rentabilidad-total')).toBe(exact);
      for (const screen of ['nav-panel', 'nav-orders', 'nav-profitability', 'nav-changes', 'nav-sync']) {
        await page.getByTestId(screen).click();
        await page.waitForTimeout(600);
        expect([screen, await findings(page)]).toEqual([screen, []]);
      }
      await page.getByTestId('nav-profitability').click();
      await page.locator('[data-line=shipping] .tw').click();
      await page.waitForTimeout(300);
      expect(await findings(page)).toEqual([]);
    });
  }
});
