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

/** They stay as the API spells them in every language. */
const COLUMN_KEYS: ReadonlySet<string> = new Set(COLUMNS.map(({ key }) => key));

/** Whole messages of the other languages that this one says otherwise, and that no data says: two words at least. */
function foreignTo(language: Language): ReadonlySet<string> {
  const own = new Set(Object.values(MESSAGES[language]));
  return new Set(
    LANGUAGES.filter((other) => other !== language)
      .flatMap((other) => Object.values(MESSAGES[other]))
      .filter((text) => !own.has(text) && !COLUMN_KEYS.has(text) && /\s/.test(text) && !/[{<]/.test(text)),
  );
}

/** No text, name or title in sight is another language's message. */
export async function expectOnlyWordsOf(page: Page, language: Language): Promise<void> {
  const foreign = foreignTo(language);
  // What a live region said last is said again in the new language a moment after it was chosen.
  await expect.poll(async () => (await textsOf(page)).filter((text) => foreign.has(text))).toEqual([]);
}

/** Every text, name and title in sight. */
function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      found.add(node.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) {
        found.add(element.getAttribute(name)?.trim() ?? '');
      }
    }
    return [...found];
  });
}
