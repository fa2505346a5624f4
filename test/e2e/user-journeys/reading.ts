import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Language } from '#shared/contract/languages.ts';
import { downloaded } from '#test/e2e/app-under-test.ts';
import { readCsv } from '#test/e2e/csv-reader.ts';
import type { Save } from '#test/e2e/running-app.ts';
import { expectFiguresTrue, SIGNS } from '#test/e2e/shown-figures.ts';
import { expectOnlyWordsOf } from '#test/e2e/words.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';

/** What everybody does: choose days by keys, read a screen in one's own language, open a file. */

const SIGNS_OF = { es: SIGNS['es-CL'], en: SIGNS['en-US'], pt: SIGNS['pt-BR'] } as const;

/** The month before the present one, by keys alone. */
export async function chooseMonthBefore(page: Page): Promise<void> {
  await page.keyboard.press('Control+d');
  await expect(page.getByTestId('period-month-before')).toBeVisible();
  // Its keys are its own once the focus is in it, which no hand is quicker than.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-testid=period-menu]') !== null))
    .toBe(true);
  await page.keyboard.press('p');
  await expect(page.getByTestId('period-month-before')).toBeHidden();
}

/** Every figure in sight is its exact value, written as in this language's country; no word is another language's. */
export async function expectReadable(page: Page, language: Language): Promise<void> {
  await expectFiguresTrue(page, SIGNS_OF[language]);
  await expectOnlyWordsOf(page, language);
}

/** What the export button of the screen writes; in the browser, unless another way to save is given. */
export async function exportedTable(
  page: Page,
  language: Language,
  save: Save = (press) => downloaded(page, press),
) {
  const file = await save(async () => {
    await page.getByTestId('export-menu').click();
    await page.getByTestId('export-csv').click();
  });
  const text = await readFile(file.path, 'utf8');
  const [header = [], ...rows] = readCsv(text, SIGNS_OF[language].decimal === ',' ? ';' : ',');
  return { header, rows, fileName: file.name };
}

/** The sum of a file's column, in 10^-30. */
export function sumAt(rows: readonly (readonly string[])[], position: number, language: Language): bigint {
  const { decimal } = SIGNS_OF[language];
  return rows.reduce((all, row) => all + toGrains((row[position] ?? '').replace(decimal, '.')), 0n);
}
