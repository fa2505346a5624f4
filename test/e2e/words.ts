import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/contract/languages.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';

/** The words of each language as the app has them: tests look for what a person of that language would read. */

type Messages = { readonly [id: string]: string };

function read(language: Language): Messages {
  const file = new URL(`../../renderer/i18n/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Messages;
}

const MESSAGES = Object.fromEntries(LANGUAGES.map((language) => [language, read(language)])) as {
  readonly [language in Language]: Messages;
};

/** A message without values, as it stands on the screen. */
export function word(language: Language, id: string): string {
  const found = MESSAGES[language][id];
  if (found === undefined) throw new Error(`No message ${id}.`);
  return found;
}

const COLUMN_KEYS: ReadonlySet<string> = new Set(COLUMNS.map(({ key }) => key));

/** `Tipo de Dato` says it of most rows. */
const SAID_BY_DATA: ReadonlySet<string> = new Set(['Orden']);

/** Columns that the language has another name for: as the API spells them they stand in tooltips alone. */
function columnsNamedIn(language: Language): ReadonlySet<string> {
  if (language === 'es') return new Set();
  const file = new URL(`../../renderer/i18n/columns/${language}.json`, import.meta.url);
  const { names } = JSON.parse(readFileSync(file, 'utf8')) as { names: Messages };
  return new Set([...COLUMN_KEYS].filter((key) => names[key] !== key && !SAID_BY_DATA.has(key)));
}

/** Whole messages of the other languages that this one says otherwise, and that no data says: two words at least. */
function foreignTo(language: Language): ReadonlySet<string> {
  const own = new Set(Object.values(MESSAGES[language]));
  return new Set(
    LANGUAGES.filter((other) => other !== language)
      .flatMap((other) => Object.values(MESSAGES[other]))
      .filter((text) => !own.has(text) && !COLUMN_KEYS.has(text) && /\s/.test(text) && !/[{<]/.test(text)),
  );
}

/** No text, name or title in sight is another language's message, and no column is called otherwise than in this one. */
export async function expectOnlyWordsOf(page: Page, language: Language): Promise<void> {
  const foreign = foreignTo(language);
  const columns = columnsNamedIn(language);
  // What a live region said last is said again in the new language a moment after it was chosen.
  await expect
    .poll(async () => {
      const { read, titles } = await textsOf(page);
      return [
        ...[...read, ...titles].filter((text) => foreign.has(text)),
        ...read.filter((text) => columns.has(text.replace(/[:,]$/, ''))),
      ];
    })
    .toEqual([]);
}

/** Every text and name in sight, and every title. */
function textsOf(
  page: Page,
): Promise<{ readonly read: readonly string[]; readonly titles: readonly string[] }> {
  return page.evaluate(() => {
    const read = new Set<string>();
    const titles = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      read.add(node.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'placeholder']) read.add(element.getAttribute(name)?.trim() ?? '');
      titles.add(element.getAttribute('title')?.trim() ?? '');
    }
    return { read: [...read], titles: [...titles] };
  });
}
