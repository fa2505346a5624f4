import { expect, type Page } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { openReadAccount, test } from './journey.ts';
import { type Expected, expectedOf, isDashboardRow, TOTAL_COLUMNS, type WireRow } from './oracle.ts';
import { expectAssistantAgrees, expectProgramsAgree, rowsOfCuadra } from './program-questions.ts';
import { dataValueOf, expectTotals, setPreset } from './screen.ts';
import { chooseMonthBefore, exportedTable, sumAt } from './user-journeys/reading.ts';

/** What one selection comes to is the same on every screen, in every file, and by the source's own rows. */

type Case = {
  readonly name: string;
  readonly choose: (page: Page) => Promise<void>;
  readonly holds: (row: WireRow) => boolean;
};

/** The source's clock stands in November 2026. */
const isOfOctober = (date: string | undefined) => (date ?? '').startsWith('2026-10');

const CASES: readonly Case[] = [
  { name: 'every row', choose: async () => undefined, holds: () => true },
  { name: 'as the dashboard counts', choose: (page) => setPreset(page, true), holds: isDashboardRow },
  {
    name: 'a month of purchases',
    choose: chooseMonthBefore,
    holds: (row) => isOfOctober(row['Fecha de compra']),
  },
  {
    name: 'a month of payments',
    choose: async (page) => {
      await page.keyboard.press('Control+d');
      await page.locator('button[data-value="Fecha de Pago"]').click();
      await page.getByTestId('period-month-2026-10').click();
      await page.keyboard.press('Escape');
    },
    holds: (row) => isOfOctober(row['Fecha de Pago']),
  },
  {
    name: 'rows that lose, as the dashboard counts',
    choose: async (page) => {
      await setPreset(page, true);
      await page.getByTestId('add-filter').click();
      await page.locator('[role=dialog] button[title="Rentabilidad Total"]').click();
      await page.getByTestId('number-negative').click();
    },
    holds: (row) => isDashboardRow(row) && (row['Rentabilidad Total'] ?? '').startsWith('-'),
  },
];

async function chooseStart(page: Page, nth: number): Promise<void> {
  await page.getByTestId('pivot-starts').click();
  await page.getByRole('menuitem').nth(nth).click();
}

/** Every screen of figures, one after the other, and the pivot's file. */
async function expectEverywhere(page: Page, expected: Expected): Promise<void> {
  await page.getByTestId('nav-panel').click();
  await expectTotals(page, expected);
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, expected);
  await page.getByTestId('nav-profitability').click();
  await chooseStart(page, 0);
  await expectTotals(page, expected);
  for (const column of TOTAL_COLUMNS.filter((key) => key !== 'Ventas')) {
    await expect
      .poll(async () => toGrains(await dataValueOf(page, `line-${column}`)))
      .toBe(expected.sums[column]);
  }
  // Product by product: what loses first.
  await chooseStart(page, 2);
  await expect(page.getByTestId('pivot-row').first()).toBeVisible();
  await expectTotals(page, expected);
  const { header, rows } = await exportedTable(page, 'es');
  for (const column of ['Ventas', 'Rentabilidad Total']) {
    const position = header.indexOf(column);
    expect(position).toBeGreaterThan(0);
    expect(sumAt(rows.slice(0, -1), position, 'es')).toBe(expected.sums[column]);
    expect(sumAt(rows.slice(-1), position, 'es')).toBe(expected.sums[column]);
  }
}

test('for one selection every screen says the same, and it is what the source holds', async ({ journey }) => {
  const { source, browser, host } = await openReadAccount(journey, { orders: 700 });
  const { page } = browser;
  const held = [...source.service.world.truth((row) => (row['Fecha de compra'] ?? '') >= '2026-10-01')];
  for (const { name, choose, holds } of CASES) {
    await test.step(name, async () => {
      const expected = expectedOf(held.filter(holds));
      expect(expected.rows).toBeGreaterThan(0);
      await page.getByTestId('clear-filters').click();
      await choose(page);
      await expectEverywhere(page, expected);
    });
  }

  await test.step('programs are answered the same, by the line and by the command', async () => {
    await expectProgramsAgree(host.profileDirectory, held);
    const { rows } = expectedOf(held);
    const written = await rowsOfCuadra(host.profileDirectory, 'totals');
    expect(written).toEqual([expect.objectContaining({ rows })]);
  });

  await test.step('assistants are answered nothing, figures, or buyers too, as the user has it', async () => {
    const allow = async (access: string): Promise<void> => {
      await page.keyboard.press('Control+,');
      await page.getByTestId('settings-tab-privacy').click();
      await page.getByRole('button', { name: access }).click();
      await expect(page.getByRole('button', { name: access })).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Escape');
    };
    await expectAssistantAgrees(host.profileDirectory, held, allow);
  });

  await test.step('unlike currencies are never added: each is looked at on its own, together they are all', async () => {
    await page.getByTestId('clear-filters').click();
    const { Canal = '', Cuenta = '' } = held[0] ?? {};
    const isForeign = (row: WireRow) => row.Canal === Canal && row.Cuenta === Cuenta;
    await page.keyboard.press('Control+,');
    await page.getByTestId('settings-tab-accounts').click();
    await chooseCurrency(page, 'currency-default', 'CLP');
    await chooseCurrency(page, `currency-${Canal}-${Cuenta}`, 'PEN');
    await page.keyboard.press('Escape');
    for (const { code, rows } of [
      { code: 'CLP', rows: held.filter((row) => !isForeign(row)) },
      { code: 'PEN', rows: held.filter(isForeign) },
    ]) {
      await page.getByTestId('currency-switch').getByRole('button', { name: code }).click();
      await expectEverywhere(page, expectedOf(rows));
    }
  });
});

async function chooseCurrency(page: Page, testId: string, code: string): Promise<void> {
  await page.getByTestId(testId).click();
  await page.getByTestId('currency-find').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId(testId)).toContainText(code);
}
