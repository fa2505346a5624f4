import { expect, type Locator, type Page } from '@playwright/test';
import { MONTH_STEPS, type MonthStepId } from '#renderer/reconciliation/month/model/month-steps.ts';
import { closeByChecklist } from './screen.ts';

/** The guided first close: begun, skipped, come back to, walked, and ended with its month closed. */

const guideOf = (page: Page): Locator => page.getByTestId('guide');

async function isAt(page: Page, step: MonthStepId): Promise<void> {
  await expect(guideOf(page)).toHaveAttribute('data-step', step);
  await expect(page.locator('[data-testid=month-step][aria-current=step]')).toHaveAttribute(
    'data-step',
    step,
  );
}

/** By pointer; it comes back by the palette, whatever screen one is at. */
export async function beginsGuide(page: Page): Promise<void> {
  await page.getByTestId('nav-reconciliation').click();
  await page.getByTestId('guide-start').click();
  await isAt(page, 'data');
  await page.getByTestId('guide-skip').click();
  await expect(guideOf(page)).toHaveCount(0);
  await page.getByTestId('nav-orders').click();
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-find').fill('primer cierre guiado');
  await page.keyboard.press('Enter');
  await isAt(page, 'data');
}

/** From step to step by keys alone: the press stays where it was. */
export async function goesOnByKeys(page: Page, steps: readonly MonthStepId[]): Promise<void> {
  await page.getByTestId('guide-next').focus();
  for (const step of steps) {
    await page.keyboard.press('Enter');
    await isAt(page, step);
  }
}

/** Elsewhere it leads back to the step that was seen last, and on to the end. */
export async function closesByGuide(page: Page, month: string, seen: MonthStepId): Promise<void> {
  const cell = page.locator(`[data-testid=month-cell][data-month="${month}"]`);
  await page.getByTestId('guide-resume').click();
  await isAt(page, seen);
  for (const { id } of MONTH_STEPS.slice(MONTH_STEPS.findIndex((each) => each.id === seen) + 1)) {
    await page.getByTestId('guide-next').click();
    await isAt(page, id);
  }
  await expect(page.getByTestId('guide-next')).toHaveCount(0);
  await closeByChecklist(page, 'Ana');
  await expect(cell).toHaveAttribute('data-state', 'closed');
  await page.getByTestId('guide-end').click();
  await expect(guideOf(page)).toHaveCount(0);
}
