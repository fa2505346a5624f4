import { expect, type Page } from '@playwright/test';
import type { Language } from '#test/e2e/words.ts';

export const LANGUAGE_NAMES = { es: 'Español', en: 'English', pt: 'Português' } as const;

/** By the palette, as whoever cannot read the present language finds it: by its own name. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.locator('html').getAttribute('lang'))?.startsWith(language) === true) return;
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-find').fill(LANGUAGE_NAMES[language]);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
}
