import type { Language } from '#shared/contract/languages.ts';
import { filled } from '../words.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** The words of the command line and of what it tells assistants, by themselves: the app runs without them. */

/** Spanish is the source: an id that is not in es.json does not compile. */
export type CommandWordId = keyof typeof es;
/** The words for an id; `{name}` in them is the value of that name. */
export type SayCommand = (id: CommandWordId, values?: { readonly [name: string]: string }) => string;

const WORDS: { readonly [language in Language]: { readonly [id in CommandWordId]: string } } = { es, en, pt };

export const commandWordsOf =
  (language: Language): SayCommand =>
  (id, values = {}) =>
    filled(WORDS[language][id], values);
