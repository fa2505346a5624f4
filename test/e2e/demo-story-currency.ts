import { expect, type Page } from '@playwright/test';
import type { Hand } from './hand.ts';

/** Shows the figures of a currency, and waits until none of another one stands on the screen. */
export async function chooseCurrency(page: Page, hand: Hand, code: string): Promise<void> {
  const current = page.getByTestId('currency-switch');
  if ((await current.getAttribute('data-value')) === code) return;
  const item = page.getByRole('menuitemradio', { name: code, exact: true });
  await hand.take(current.getByRole('button'), item);
  await expect(current).toHaveAttribute('data-value', code);
  // Figures of the currency before stay until those of this one are whole.
  await expect(page.locator('[data-stale=true]')).toHaveCount(0, { timeout: 90_000 });
}
