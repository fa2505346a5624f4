import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '#shared/contract/languages.ts';

const RENDERER = fileURLToPath(new URL('../../../renderer', import.meta.url));
const ELECTRON = fileURLToPath(new URL('../../../electron', import.meta.url));

type Texts = { readonly [id: string]: string };

/**
 * Every text of a language that is shown, by its id: of the page, of the columns' names, of the desktop app and of the command line. Not what people
 * may type besides (`palette.also`).
 */
export function everyText(language: Language): Texts {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const columns: { readonly names: Texts; readonly short: Texts } = read(
    join(RENDERER, `i18n/columns/${language}.json`),
  );
  return {
    ...Object.fromEntries(
      Object.entries<string>(read(join(RENDERER, `i18n/${language}.json`))).filter(
        ([id]) => !id.startsWith('palette.also.'),
      ),
    ),
    ...named('desktop ', read(join(ELECTRON, `i18n/${language}.json`))),
    ...named('command ', read(join(ELECTRON, `i18n/command/${language}.json`))),
    ...named('column ', columns.names),
    ...named('short column ', columns.short),
  };
}

const named = (prefix: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [`${prefix}${id}`, text]));

/** What a message says: without its tags, the names of its values, and the words that choose a part by a count. */
export function saidBy(message: string): string {
  return message
    .replace(/\{\w+\}|<\/?\w+>/g, ' ')
    .replace(/\{\w+, (?:plural|select),/g, ' ')
    .replace(/(?:\b(?:one|other|yes|more)|=\d+) \{/g, ' ');
}
