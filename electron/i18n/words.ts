import type { Language } from '#shared/contract/languages.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** The words of what is not the page: menus, tray, notifications, dialogs. */

/** Spanish is the source: an id that is not in es.json does not compile. */
export type WordId = keyof typeof es;
/** The words for an id; `{name}` in them is the value of that name. */
export type Say = (id: WordId, values?: { readonly [name: string]: string }) => string;

const WORDS: { readonly [language in Language]: { readonly [id in WordId]: string } } = { es, en, pt };

export function wordsOf(language: Language): Say {
  const words = WORDS[language];
  return (id, values = {}) => filled(words[id], values);
}

/** Words with their values in the place of their names. */
export const filled = (words: string, values: { readonly [name: string]: string }): string =>
  words.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
