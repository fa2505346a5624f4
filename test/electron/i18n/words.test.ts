import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HOW_TO_ENTER_PAGE } from '#electron/browser-host/entrance.ts';
import { commandWordsOf } from '#electron/i18n/command/command-words.ts';
import esCommand from '#electron/i18n/command/es.json' with { type: 'json' };
import es from '#electron/i18n/es.json' with { type: 'json' };
import { wordsOf } from '#electron/i18n/words.ts';
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '#shared/contract/languages.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';

const ELECTRON = fileURLToPath(new URL('../../../electron', import.meta.url));
/** The words of what is not the page, and those of the command line. */
const SETS = [
  { of: 'app', folder: 'i18n', es, wordsOf },
  { of: 'command line', folder: 'i18n/command', es: esCommand, wordsOf: commandWordsOf },
];
const wordsIn = (folder: string, language: Language): { readonly [id: string]: string } =>
  JSON.parse(readFileSync(join(ELECTRON, `${folder}/${language}.json`), 'utf8'));
const values = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();

const ALL = SETS.flatMap((set) => LANGUAGES.map((language) => ({ ...set, language })));

describe.each(ALL)('the words of the $of in $language', ({ folder, es, wordsOf, language }) => {
  test('have the ids and the values of the Spanish ones, in their order, and say something', () => {
    expect(Object.keys(wordsIn(folder, language))).toEqual(Object.keys(es).toSorted());
    for (const [id, words] of Object.entries(wordsIn(folder, language))) {
      expect([id, words.trim()]).toEqual([id, words]);
      expect(words).not.toBe('');
      expect([id, values(words)]).toEqual([id, values(es[id as keyof typeof es])]);
    }
  });

  test('are said with their values in the place of their names', () => {
    const say = wordsOf(language) as (id: string, values: { readonly [name: string]: string }) => string;
    for (const [id, words] of Object.entries(es)) {
      const names = values(words).map((name) => name.slice(1, -1));
      const said = say(id, Object.fromEntries(names.map((name) => [name, `<${name}>`])));
      expect(said).not.toMatch(/[{}]/);
      for (const name of names) expect(said).toContain(`<${name}>`);
    }
  });
});

test('a window that is not let in is told so in every language, and Electron comes with each', () => {
  const shipped = readFileSync(join(ELECTRON, '../electron-builder.yml'), 'utf8');
  const named = /^electronLanguages: \[(.*)\]$/m.exec(shipped)?.[1]?.split(', ') ?? [];
  for (const { locale } of Object.values(LANGUAGE_FACTS)) {
    expect(HOW_TO_ENTER_PAGE).toContain(`lang="${locale}"`);
    expect(named.some((each) => each === locale || each.startsWith(`${locale}-`))).toBe(true);
  }
});

test('every native word is used', () => {
  const code = readdirSync(ELECTRON, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ELECTRON, name), 'utf8'))
    .join('\n');
  const ofScreens = SCREEN_IDS.map((id) => `menu.go-${id}`);
  expect(code).toContain('as GoCommand}`');
  const isUsed = (id: string) => code.includes(`'${id}'`) || ofScreens.includes(id);
  for (const set of SETS) expect(Object.keys(set.es).filter((id) => !isUsed(id))).toEqual([]);
});
