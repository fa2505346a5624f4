import { expect } from '@playwright/test';
import type { Language } from '#shared/contract/languages.ts';
import { test } from '#test/e2e/journey.ts';
import type { RunningApp } from '#test/e2e/running-app.ts';
import { dataValueOf, expectAnswered, expectTotals, readTotals, setPreset } from '#test/e2e/screen.ts';
import { word } from '#test/e2e/words.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { chooseMonthBefore, expectReadable, exportedTable, sumAt } from './reading.ts';

const SCOPES = ['marketplace', 'comercial', 'total'] as const;

/** A month proved to the cent: orders, result, pivot and files say the same, and what loses is looked at one by one. */
export async function accountantsMonthEnd({ page, save }: RunningApp, language: Language): Promise<void> {
  await test.step('the month as the dashboard counts it', async () => {
    await page.getByTestId('nav-orders').click();
    await page.getByTestId('clear-filters').click();
    await chooseMonthBefore(page);
    await setPreset(page, true);
  });
  await expectAnswered(page);
  const month = await readTotals(page);

  await test.step('the file of the orders adds up to the screen', async () => {
    const { header, rows, fileName } = await exportedTable(page, language, save);
    expect(sumAt(rows, header.indexOf('Ventas'), language)).toBe(month.sums.Ventas);
    await page.getByRole('button', { name: word(language, 'orders.by-row'), exact: true }).click();
    await expectAnswered(page);
    const lines = await exportedTable(page, language, save);
    expect(sumAt(lines.rows, lines.header.indexOf('Ventas'), language)).toBe(month.sums.Ventas);
    // Two tables of one month in one folder.
    expect(lines.fileName).not.toBe(fileName);
    await page.getByRole('button', { name: word(language, 'orders.by-order'), exact: true }).click();
  });

  await test.step('the result line by line ends in the same three profitabilities', async () => {
    await page.getByTestId('nav-profitability').click();
    await page.getByTestId('pivot-starts').click();
    await page.getByRole('menuitem').first().click();
    for (const scope of SCOPES) {
      const column = `Rentabilidad ${scope.slice(0, 1).toUpperCase()}${scope.slice(1)}`;
      await expect
        .poll(async () => toGrains(await dataValueOf(page, `line-${column}`)))
        .toBe(month.sums[column]);
    }
    await expect(page.getByTestId('identities')).toHaveAttribute('data-value', '0');
    await expectReadable(page, language);
    const { rows } = await exportedTable(page, language, save);
    // What it is of stands above, at level 0: account, period, zone, filters, revision and time at the least.
    expect(rows.filter(([, , level]) => level === '0').length).toBeGreaterThanOrEqual(6);
    const total = rows.filter(([, name]) => name === 'Rentabilidad Total');
    expect(sumAt(total, 4, language)).toBe(month.sums['Rentabilidad Total']);
  });

  await test.step('by channel and month: lines and columns add up to the same, on the screen and in the file', async () => {
    await page.getByTestId('pivot-starts').click();
    await page.getByRole('menuitem').nth(1).click();
    await expect(page.getByTestId('pivot-row').first()).toBeVisible();
    await expectTotals(page, month);
    await expectReadable(page, language);
    const { header, rows } = await exportedTable(page, language, save);
    expect(rows.length).toBeGreaterThan(2);
    // One month: it adds up to its total, and a column of all months would be the same once more.
    const positions = header.flatMap((name, position) => (name.endsWith(': Ventas') ? [position] : []));
    expect(positions.length).toBe(1);
    for (const position of positions) {
      expect(sumAt(rows.slice(0, -1), position, language)).toBe(month.sums.Ventas);
      expect(sumAt(rows.slice(-1), position, language)).toBe(month.sums.Ventas);
    }
  });

  await test.step('which rows lose: a filter of a figure, and back', async () => {
    await page.getByTestId('nav-orders').click();
    await page.getByTestId('add-filter').click();
    await page.locator('[role=dialog] button[title="Rentabilidad Total"]').click();
    await page.getByTestId('number-negative').click();
    await expect.poll(async () => (await readTotals(page)).rows).toBeLessThan(month.rows);
    await expectAnswered(page);
    const losing = await readTotals(page);
    expect(losing.rows).toBeGreaterThan(0);
    expect(losing.sums['Rentabilidad Total']).toBeLessThan(0n);
    await expectReadable(page, language);
  });

  await test.step('one of them whole: its items, its identities, what became of it', async () => {
    await page.getByRole('gridcell').first().click();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('order-panel')).toBeVisible();
    await expect(page.getByTestId('order-log')).toBeAttached();
    await expectReadable(page, language);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('order-panel')).toBeHidden();
    await page.keyboard.press('Control+z');
    await expectTotals(page, month);
  });

  await test.step('the month is kept as a view, and is there again in one step', async () => {
    const name = `${word(language, 'nav.orders')} 1`;
    await page.keyboard.press('Control+Shift+S');
    await page.getByTestId('view-name').fill(name);
    await page.getByTestId('view-save-do').click();
    await page.getByTestId('clear-filters').click();
    await expect.poll(async () => (await readTotals(page)).rows).toBeGreaterThan(month.rows);
    await page.getByTestId('views-menu').click();
    await page.locator('[data-testid^=view-]', { hasText: name }).first().click();
    await expectTotals(page, month);
  });
}
