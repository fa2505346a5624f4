import { expect, type Locator, type Page } from '@playwright/test';
import { STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { test } from '#test/e2e/journey.ts';

const stepOf = (page: Page, step: string): Locator =>
  page.locator(`[data-testid=month-step][data-step=${step}]`);
const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => element === document.activeElement);

/** Presses a key until something has the focus. */
async function until(page: Page, key: 'Tab' | 'ArrowLeft', wanted: Locator): Promise<void> {
  for (let press = 0; press < 200 && !(await hasFocus(wanted)); press += 1) await page.keyboard.press(key);
  await expect(wanted).toBeFocused();
}

/** From all months to the checklist of one's close without a pointer: every step is reached, and says how it stands. */
export async function monthToItsChecklist(page: Page): Promise<void> {
  await test.step('a month from the grid to the checklist of its close, by keys alone', async () => {
    await page.keyboard.press('Control+4');
    await until(page, 'Tab', page.getByTestId('month-all'));
    await page.keyboard.press('Enter');
    const open = page.locator('[data-testid=month-cell][data-state=open]').last();
    await expect(open).toHaveAttribute('data-of', String(STEP_IDS.length));
    await until(page, 'Tab', page.locator('[data-testid=month-cell][tabindex="0"]'));
    await until(page, 'ArrowLeft', open);
    const month = (await open.getAttribute('data-month')) ?? '';
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('month-title')).toHaveAttribute('data-month', month);
    for (const step of STEP_IDS) {
      await until(page, 'Tab', stepOf(page, step));
      await page.keyboard.press('Enter');
      await expect(stepOf(page, step)).toHaveAttribute('aria-current', 'step');
      await expect(stepOf(page, step)).toHaveAttribute('data-state', /^(done|open|blocked|waived)$/);
    }
    const done = await page
      .locator('[data-testid=month-step]:is([data-state=done], [data-state=waived])')
      .count();
    await expect(page.getByTestId('month-progress')).toHaveAttribute('data-value', String(done));
    await expect(page.getByTestId('close-check').first()).toBeVisible();
    await until(page, 'Tab', page.getByTestId('month-next'));
  });
}
