import { expect, type Locator, type Page } from '@playwright/test';
import { MONTH_STEPS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { axeFindings } from './axe-findings.ts';
import { openReadAccount, test } from './journey.ts';
import { closeByChecklist, dataValueOf } from './screen.ts';
import { centsOf } from './user-journeys/month-end-files.ts';

/** A month is walked from all months to its close, by pointer and by keys; what leads elsewhere is come back from. */

const OCTOBER = '2026-10';
const MOVED_CENTS = 150_37;

const cellOf = (page: Page, month: string): Locator =>
  page.locator(`[data-testid=month-cell][data-month="${month}"]`);
const stepOf = (page: Page, step: string): Locator =>
  page.locator(`[data-testid=month-step][data-step=${step}]`);
const shownStep = (page: Page) => page.locator('[data-testid=month-step][aria-current=step]');
/** Goes on by Tab until something has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

/** Where the place in view is scrolled to. */
const scrolledTo = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('[data-sections]')].find((each) => each.checkVisibility())?.scrollTop ??
      -1,
  );

test('a month is walked from the grid to «cerrado», by pointer and by keys alone, and nothing loses it', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 600 });
  const { page } = browser;
  const sumOf = (month: string, column: string): bigint =>
    [...source.service.world.truth((row) => (row['Fecha de compra'] ?? '').startsWith(month))].reduce(
      (sum, row) => sum + centsOf(row[column] ?? '0'),
      0n,
    );

  await test.step('all months are there first; one is opened at the first step to do something at', async () => {
    await page.getByTestId('nav-reconciliation').click();
    await expect(cellOf(page, OCTOBER)).toHaveAttribute('data-of', '7');
    expect(await axeFindings(page)).toEqual([]);
    await cellOf(page, OCTOBER).click();
    await expect(page.getByTestId('month-title')).toHaveAttribute('data-month', OCTOBER);
    await expect(cellOf(page, OCTOBER)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByTestId('month-step')).toHaveCount(MONTH_STEPS.length);
    await expect(shownStep(page)).not.toHaveAttribute('data-state', 'done');
    await expect(page.getByTestId('month-ventas')).not.toHaveAttribute('data-value', '');
    expect(centsOf(await dataValueOf(page, 'month-ventas'))).toBe(sumOf(OCTOBER, 'Ventas'));
    expect(centsOf(await dataValueOf(page, 'month-total'))).toBe(sumOf(OCTOBER, 'Rentabilidad Total'));
  });

  await test.step('its orders, and whatever else leads away, come back to the same step, row and scroll', async () => {
    await stepOf(page, 'costs').click();
    const line = page.getByTestId('missing-cost-line').last();
    await line.scrollIntoViewIfNeeded();
    const before = await scrolledTo(page);
    await line.getByRole('button').first().click();
    await expect(page.getByTestId('nav-orders')).toHaveAttribute('aria-current', 'page');
    await page.getByTestId('month-back').click();
    await expect(shownStep(page)).toHaveAttribute('data-step', 'costs');
    expect(await scrolledTo(page)).toBe(before);
    await expect(page.getByTestId('own-filter')).toHaveCount(0);
    expect(centsOf(await dataValueOf(page, 'month-ventas'))).toBe(sumOf(OCTOBER, 'Ventas'));
    await line.getByRole('button').first().click();
    await expect(page.getByTestId('month-back')).toBeVisible();
    await page.goBack();
    await expect(shownStep(page)).toHaveAttribute('data-step', 'costs');
    expect(await scrolledTo(page)).toBe(before);
    await page.getByTestId('to-exceptions').click();
    await expect(page.getByTestId('exceptions')).toBeVisible();
    await page.getByTestId('month-back').click();
    await expect(shownStep(page)).toHaveAttribute('data-step', 'costs');
  });

  await test.step('«Siguiente» leads through all that is open; the close is one press away', async () => {
    const open = await page.getByTestId('month-step').evaluateAll((steps) =>
      steps
        .map((step) => (step as HTMLElement).dataset)
        .filter(({ state }) => state === 'open')
        .map(({ step }) => step),
    );
    const seen = new Set<string | null>();
    for (let press = 0; press <= MONTH_STEPS.length; press += 1) {
      seen.add(await shownStep(page).getAttribute('data-step'));
      await page.getByTestId('month-next').click();
    }
    for (const step of open) expect(seen).toContain(step);
    await stepOf(page, 'data').click();
    const sign = page.locator('[data-testid=month-sign][data-step=data]');
    await sign.getByTestId('sign-owner').fill('Ana');
    await sign.getByTestId('sign-step').click();
    await expect(sign).toHaveAttribute('data-state', 'signed');
    await page.getByTestId('month-close').click();
    await expect(shownStep(page)).toHaveAttribute('data-step', 'close');
  });

  await test.step('it is closed by its checklist alone: what it comes to, a reason for what is open, two names', async () => {
    await expect(page.getByTestId('close-amount-total')).toBeVisible();
    expect(centsOf(await dataValueOf(page, 'close-amount-ventas'))).toBe(sumOf(OCTOBER, 'Ventas'));
    expect(centsOf(await dataValueOf(page, 'close-amount-total'))).toBe(sumOf(OCTOBER, 'Rentabilidad Total'));
    await expect(page.getByTestId('close-month')).toBeDisabled();
    await page.getByTestId('close-reviewer').fill('Luis');
    expect(await axeFindings(page)).toEqual([]);
    await closeByChecklist(page, 'Ana');
    await expect(cellOf(page, OCTOBER)).toHaveAttribute('data-state', 'closed');
    await expect(stepOf(page, 'close')).toHaveAttribute('data-state', 'done');
    await expect(page.getByTestId('month-people')).toContainText(/Ana.*Luis/u);
  });

  await test.step('a row of the closed month moves: its sign-off falls, and the lock says so wherever it is read', async () => {
    const row = [
      ...source.service.world.truth((each) => (each['Fecha de compra'] ?? '').startsWith(OCTOBER)),
    ].find((each) => each['Tipo de Dato'] === 'Orden' && (each['Fecha de compra'] ?? '') >= '2026-10-05');
    const { Canal = '', Cuenta = '', Orden = '' } = row ?? {};
    source.advanceMs(3_600_000);
    source.service.world.change({
      ...{ kind: 'add-amount', column: 'Ventas', cents: MOVED_CENTS },
      target: { Canal, Cuenta, Orden },
    });
    source.advanceMs(60_000);
    await page.getByTestId('sync-now').click();
    await expect(cellOf(page, OCTOBER)).toHaveAttribute('data-state', 'moved', { timeout: 60_000 });
    await stepOf(page, 'data').click();
    const sign = page.locator('[data-testid=month-sign][data-step=data]');
    await expect(sign).toHaveAttribute('data-state', 'fallen');
    await expect(stepOf(page, 'data')).toHaveAttribute('data-sign', 'fallen');
    await expect(sign.getByTestId('month-sign-fallen')).toContainText('Ana');
    await tabTo(page, sign.getByTestId('sign-step'));
    await page.keyboard.press('Enter');
    await expect(sign).toHaveAttribute('data-state', 'signed');
    for (const screen of ['panel', 'profitability', 'orders']) {
      await page.getByTestId(`nav-${screen}`).click();
      const drift = page.getByTestId('closed-drift');
      await expect(drift, screen).toBeVisible();
      expect(centsOf((await drift.getAttribute('data-value')) ?? ''), screen).toBe(BigInt(MOVED_CENTS));
      expect(centsOf(await dataValueOf(page, 'closed-figure'))).toBe(
        sumOf(OCTOBER, 'Rentabilidad Total') - BigInt(MOVED_CENTS),
      );
    }
    await page.getByTestId('closed-to-drift').click();
    await expect(shownStep(page)).toHaveAttribute('data-step', 'close');
    await page.getByTestId('see-drift').click();
    await expect(cellOf(page, OCTOBER)).toHaveAttribute('data-state', 'closed');
  });

  await test.step('reloaded, the same place is there; from the closed month on to the next one', async () => {
    await page.reload();
    await expect(shownStep(page)).toHaveAttribute('data-step', 'close');
    await expect(page.getByTestId('month-title')).toHaveAttribute('data-state', 'closed');
    await page.getByTestId('month-next').click();
    await expect(page.getByTestId('month-title')).toHaveAttribute('data-month', '2026-11');
  });

  await test.step('reopened, it is closed again by keys alone: a month by arrows, its steps, its close', async () => {
    await cellOf(page, OCTOBER).click();
    await stepOf(page, 'close').click();
    await page.getByTestId('reopen-month').click();
    await expect(cellOf(page, OCTOBER)).toHaveAttribute('data-state', 'open');
    await page.getByTestId('month-all').focus();
    await page.keyboard.press('Enter');
    await tabTo(page, cellOf(page, OCTOBER));
    await page.keyboard.press('ArrowRight');
    await expect(cellOf(page, '2026-11')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('month-title')).toHaveAttribute('data-month', OCTOBER);
    const from = await shownStep(page).getAttribute('data-step');
    await page.keyboard.press('Control+Enter');
    await expect(shownStep(page)).not.toHaveAttribute('data-step', from ?? '');
    await tabTo(page, stepOf(page, 'close'));
    await page.keyboard.press('Enter');
    await expect(shownStep(page)).toHaveAttribute('data-step', 'close');
    for (const reason of await page.getByTestId('close-reason').all()) {
      await tabTo(page, reason);
      await page.keyboard.type('visto');
    }
    await tabTo(page, page.getByTestId('close-month'));
    await page.keyboard.press('Enter');
    await expect(cellOf(page, OCTOBER)).toHaveAttribute('data-state', 'closed');
  });
});
