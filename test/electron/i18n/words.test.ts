import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import en from '#electron/i18n/en.json' with { type: 'json' };
import es from '#electron/i18n/es.json' with { type: 'json' };
import pt from '#electron/i18n/pt.json' with { type: 'json' };
import { wordsOf } from '#electron/i18n/words.ts';
import { LANGUAGES } from '#shared/contract/shell.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';

const WORDS = { es, en, pt };
const ELECTRON = fileURLToPath(new URL('../../../electron', import.meta.url));
const values = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();

describe.each(LANGUAGES)('the native words of %s', (language) => {
  test('have the ids and the values of the Spanish ones, in their order, and say something', () => {
    expect(Object.keys(WORDS[language])).toEqual(Object.keys(es).toSorted());
    for (const [id, words] of Object.entries(WORDS[language])) {
      expect([id, words.trim()]).toEqual([id, words]);
      expect(words).not.toBe('');
      expect([id, values(words)]).toEqual([id, values(es[id as keyof typeof es])]);
    }
  });

  test('are said with their values in the place of their names', () => {
    const say = wordsOf(language);
    for (const id of Object.keys(es) as (keyof typeof es)[]) {
      const names = values(es[id]).map((name) => name.slice(1, -1));
      const said = say(id, Object.fromEntries(names.map((name) => [name, `<${name}>`])));
      expect(said).not.toMatch(/[{}]/);
      for (const name of names) expect(said).toContain(`<${name}>`);
    }
  });
});

test('every native word is used', () => {
  const code = readdirSync(ELECTRON, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ELECTRON, name), 'utf8'))
    .join('\n');
  const ofScreens = SCREEN_IDS.map((id) => `menu.go-${id}`);
  expect(code).toMatch(/`menu\.go-\$\{id\}`/);
  const isUsed = (id: string) => code.includes(`'${id}'`) || ofScreens.includes(id);
  expect(Object.keys(es).filter((id) => !isUsed(id))).toEqual([]);
});
