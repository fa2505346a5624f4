import { expect, type Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { openReadAccount, test } from './journey.ts';

/** What is opened over a screen, one of each kind; each leaves with Escape. */
const OPENED: readonly { readonly name: string; readonly open: (page: Page) => Promise<void> }[] = [
  { name: 'the account', open: (page) => page.getByTestId('account-menu').click() },
  { name: 'the views', open: (page) => page.getByTestId('views-menu').click() },
  { name: 'the period', open: (page) => page.getByTestId('period').click() },
  { name: 'a new filter', open: (page) => page.getByTestId('add-filter').click() },
  { name: 'the columns', open: (page) => page.getByTestId('column-chooser').click() },
  {
    name: 'the menu of a cell',
    open: (page) => page.getByRole('gridcell').nth(4).click({ button: 'right' }),
  },
  { name: 'the way from charges to costs', open: (page) => page.getByTestId('bridges').click() },
  { name: 'the palette', open: (page) => page.keyboard.press('Control+k') },
  {
    name: 'the dimensions',
    open: async (page) => {
      await page.getByTestId('nav-profitability').click();
      await page.getByTestId('choose-columns').click();
    },
  },
  {
    name: 'how often changes are read',
    open: async (page) => {
      await page.getByTestId('nav-sync').click();
      await page.getByTestId('schedule').click();
    },
  },
];

test('what floats over a screen is in a landmark, has names, and closes with Escape', async ({ journey }) => {
  const { browser } = await openReadAccount(journey, { orders: 40 });
  const { page } = browser;
  // A low window draws few rows: what is looked at stands over them.
  await page.setViewportSize({ width: 1280, height: 480 });
  const floating = page.locator('[role=menu], [role=dialog], [role=listbox]');
  await page.getByTestId('nav-orders').click();
  for (const { name, open } of OPENED) {
    await test.step(name, async () => {
      await open(page);
      await expect(floating.first()).toBeVisible();
      expect([name, await axeFindings(page)]).toEqual([name, []]);
      await page.keyboard.press('Escape');
      await expect(floating).toHaveCount(0);
    });
  }
});
