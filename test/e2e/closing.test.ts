import { expect, type Page } from '@playwright/test';
import { BAR_ID, SECTIONS } from '#renderer/reconciliation/parts/sections.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { axeFindings } from './axe-findings.ts';
import { openReadAccount, test } from './journey.ts';
import { dataValueOf, expectSyncState, expectTotals } from './screen.ts';

/** A month that is closed stays as it was, and says what became of its rows since. */

const MONTH = '2026-10';
const PLANTED_CENTS = 150_37;

/** How far a section stands from the lower edge of the bar, in px. */
const belowBar = (page: Page, section: string): Promise<number> =>
  page.evaluate(
    ([bar, element]) => {
      const edge = document.getElementById(bar ?? '')?.getBoundingClientRect().bottom ?? Number.NaN;
      const top = document.getElementById(element ?? '')?.getBoundingClientRect().top ?? Number.NaN;
      return Math.abs(top - edge);
    },
    [BAR_ID, `reconciliation-${section}`],
  );

const ofMonth = (page: Page, id: string) => page.locator(`[data-testid=${id}][data-month="${MONTH}"]`);

test('a closed month says what the source changed in it, to the cent and why; its screen has nothing out of reach', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 600 });
  const { page } = browser;
  await page.getByTestId('nav-reconciliation').click();
  await expect(ofMonth(page, 'close-state')).toHaveAttribute('data-value', 'open');
  await page.getByTestId('close-owner').fill('Ana');
  await ofMonth(page, 'close-month').click();
  await expect(ofMonth(page, 'close-state')).toHaveAttribute('data-value', 'closed');
  await expect(ofMonth(page, 'reconciliation-month')).toHaveAttribute('data-close', 'closed');
  expect(toGrains((await ofMonth(page, 'drift-total').getAttribute('data-value')) ?? '')).toBe(0n);

  await test.step('the source changes an order of it', async () => {
    source.advanceMs(3_600_000);
    const row = [
      ...source.service.world.truth((each) => (each['Fecha de compra'] ?? '').startsWith(MONTH)),
    ].find((each) => each['Tipo de Dato'] === 'Orden' && (each['Fecha de compra'] ?? '') >= '2026-10-05');
    const { Canal = '', Cuenta = '', Orden = '' } = row ?? {};
    const target = { Canal, Cuenta, Orden };
    source.service.world.change({ kind: 'add-amount', column: 'Ventas', cents: PLANTED_CENTS, target });
    source.advanceMs(60_000);
    await page.getByTestId('sync-now').click();
    await page.getByTestId('nav-orders').click();
    await expectTotals(page, source.everything(), 60_000);
    await expectSyncState(page, 'idle');
    await page.getByTestId('nav-reconciliation').click();
  });

  await test.step('the month, the strip and the queue say so', async () => {
    await expect(ofMonth(page, 'close-state')).toHaveAttribute('data-value', 'drifted');
    const drift = (await ofMonth(page, 'drift-total').getAttribute('data-value')) ?? '';
    expect(toGrains(drift)).toBe(toGrains((PLANTED_CENTS / 100).toFixed(2)));
    await expect(ofMonth(page, 'reconciliation-month')).toHaveAttribute('data-state', 'drifted');
    await expect(page.locator('[data-testid=exception][data-kind=closed-month]')).toHaveCount(1);
    await ofMonth(page, 'close-line').getByRole('button').first().click();
    const causes = page.getByTestId('drift-cause');
    await expect(causes).toHaveCount(1);
    await expect(causes).toHaveAttribute('data-cause', 'source');
    expect(toGrains(await dataValueOf(page, 'drift-cause-total'))).toBe(toGrains(drift));
  });

  await test.step('its adjustment is taken once; the month stays as it is', async () => {
    const drift = (await ofMonth(page, 'drift-total').getAttribute('data-value')) ?? '';
    expect(toGrains(await dataValueOf(page, 'drift-adjustment'))).toBe(toGrains(drift));
    expect(toGrains(await dataValueOf(page, 'adjustment-total'))).toBe(toGrains(drift));
    await page.getByTestId('take-adjustment').click();
    const taken = page.getByTestId('adjustment-taken');
    await expect(taken).toHaveCount(1);
    expect(toGrains((await taken.getAttribute('data-value')) ?? '')).toBe(toGrains(drift));
    expect(toGrains(await dataValueOf(page, 'drift-adjustment'))).toBe(0n);
    await expect(ofMonth(page, 'drift-total')).toHaveAttribute('data-value', drift);
  });

  await test.step('who closed is who says what of it', async () => {
    const exception = page.locator('[data-testid=exception][data-kind=closed-month]');
    await exception.getByRole('button').click();
    await expect(page.getByTestId('exception-owner')).toHaveValue('Ana');
  });

  await test.step('each section comes under the bar by one press, the last ones too; the bar says so', async () => {
    for (const { id } of SECTIONS) {
      await page.getByTestId(`jump-${id}`).click();
      await expect(page.getByTestId(`jump-${id}`)).toHaveAttribute('aria-current', 'true');
      await expect.poll(() => belowBar(page, id)).toBeLessThan(4);
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), colorScheme).toEqual([]);
  }
});
