import { expect, type Page } from '@playwright/test';
import { LANGUAGE_FACTS, type Language } from '#shared/contract/languages.ts';

/** By the palette, as whoever cannot read the present language finds it: by its own name. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.locator('html').getAttribute('lang'))?.startsWith(language) === true) return;
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-find').fill(LANGUAGE_FACTS[language].name);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
}
