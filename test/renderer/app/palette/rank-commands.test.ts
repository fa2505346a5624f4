import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { otherWords, otherWordsOfValue } from '#renderer/app/palette/other-words.ts';
import {
  bestCommands,
  type Command,
  programCommand,
  rankCommand,
  rankedGroups,
} from '#renderer/app/palette/rank-commands.ts';
import { typedWords } from '#shared/base/find-words.ts';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { languageText } from '#test/renderer/i18n/language-text.ts';

const WORDS = [
  'Ver',
  'órdenes',
  'Tema',
  'oscuro',
  'Ajustes',
  'del',
  'MES',
  'año',
  'ver',
  'orden',
  'respaldo',
];
const word = fc.constantFrom(...WORDS);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const command = fc.record({
  label: phrase,
  also: fc.array(phrase, { maxLength: 2 }),
  isOfData: fc.boolean(),
});
const commands = fc
  .array(command, { maxLength: 12 })
  .map((all) =>
    all.map((each, at): Command => ({ ...programCommand(`c${at}`, each.label, () => {}), ...each })),
  );
const found = (typed: string, all: readonly Command[]) =>
  rankedGroups(typed, [{ value: 'all', items: all }]).flatMap(({ items }) => items);
const ids = (all: readonly Command[]) => new Set(all.map(({ id }) => id));
const isNamed = (typed: string, { label }: Command) =>
  typedWords(typed).every((each) => typedWords(label).join(' ').includes(each));

describe('what is typed in the palette', () => {
  test('finds the same whatever the order of its words, their case and accents', () => {
    fc.assert(
      fc.property(commands, fc.array(word, { minLength: 1, maxLength: 3 }), (all, words) => {
        const expected = ids(found(words.join(' '), all));
        expect(ids(found(words.toReversed().join('  '), all))).toEqual(expected);
        expect(ids(found(words.join(' ').toUpperCase(), all))).toEqual(expected);
        expect(ids(found(words.join(' ').normalize('NFD').replace(/\p{M}/gu, ''), all))).toEqual(expected);
      }),
    );
  });

  test('finds no more with another word, and all without any, as they stood', () => {
    fc.assert(
      fc.property(commands, phrase, word, (all, typed, more) => {
        const wider = ids(found(typed, all));
        for (const id of ids(found(`${typed} ${more}`, all))) expect(wider.has(id)).toBe(true);
        expect(found('  ', all)).toEqual(all);
      }),
    );
  });

  test('shows commands by their own name first, then what the rows have, then other words', () => {
    fc.assert(
      fc.property(commands, phrase, (all, typed) => {
        const places = found(typed, all).map((each) => {
          if (!isNamed(typed, each)) return 2;
          return each.isOfData ? 1 : 0;
        });
        expect(places).toEqual(places.toSorted((left, right) => left - right));
      }),
    );
  });

  test('puts the command of exactly that name before all others, and its group first', () => {
    fc.assert(
      fc.property(commands, commands, (some, others) => {
        for (const each of some.filter(({ isOfData }) => !isOfData)) {
          const [first] = rankedGroups(each.label, [
            { value: 'others', items: others.map((other) => ({ ...other, isOfData: true })) },
            { value: 'some', items: some },
          ]);
          expect(first?.value).toBe('some');
          expect(typedWords(first?.items[0]?.label ?? '')).toEqual(typedWords(each.label));
        }
      }),
    );
  });

  test('ranks names that it is, begins, and whose words it begins, before those that it stands in', () => {
    const rank = (typed: string, label: string) =>
      rankCommand(
        typed,
        programCommand('one', label, () => {}),
      );
    expect(rank('tema oscuro', 'Tema: Oscuro')).toBe(2);
    expect(rank('ver', 'Ver')).toBe(0);
    expect(rank('ver', 'Verificar')).toBe(1);
    expect(rank('ver', 'Reserver')).toBe(3);
    expect(rank('ver', 'Volver a ver')).toBe(2);
    expect(rank('ver denes', 'Ver órdenes')).toBe(3);
    const also = { ...programCommand('one', 'Exportar', () => {}), also: ['imprimir hojas'] };
    expect(
      ['imprimir', 'exportar hojas', 'primir', 'imprimir jas'].map((typed) => rankCommand(typed, also)),
    ).toEqual([...[8, 8, 9, 9]]);
    expect(programCommand('one', 'Ver', () => {})).toMatchObject({ hint: '', also: [], isOfData: false });
  });

  test('of many that answer it takes the best, in their order, and as many as are wanted', () => {
    const labels = ['Sol alto', 'El sol', 'Luna', 'Parasol', 'Sol', 'Gran sol', 'Sol bajo'];
    const all = labels.map((label) => programCommand(label, label, () => {}));
    const best = (most: number) => bestCommands('sol', all, most).map(({ label }) => label);
    expect(best(9)).toEqual(['Sol', 'Sol alto', 'Sol bajo', 'El sol', 'Gran sol', 'Parasol']);
    expect([best(2), best(0)]).toEqual([['Sol', 'Sol alto'], []]);
    const groups = rankedGroups('sol', [
      { value: 'a', items: all.slice(0, 3) },
      { value: 'b', items: all.slice(2, 3) },
      { value: 'c', items: all.slice(3) },
    ]);
    expect(groups.map(({ value, items }) => [value, items.map(({ label }) => label)])).toEqual([
      ['c', ['Sol', 'Sol bajo', 'Gran sol', 'Parasol']],
      ['a', ['Sol alto', 'El sol']],
    ]);
  });

  test('finds nothing that lacks one of its words', () => {
    const one = programCommand('theme-dark', 'Tema: Oscuro', () => {});
    expect(rankCommand('oscuro tema', one)).toBe(2);
    expect(rankCommand('oscuro tarde', one)).toBeNull();
  });
});

describe.each(LANGUAGES)('other words in %s', (language) => {
  const text = languageText(language);
  const TYPED: { readonly [id: string]: { readonly [language in (typeof LANGUAGES)[number]]: string } } = {
    'settings-accounts': { es: 'respaldo', en: 'backup', pt: 'cópia de segurança' },
    export: { es: 'imprimir', en: 'print', pt: 'imprimir' },
    sheet: { es: 'ayuda', en: 'help', pt: 'ajuda' },
    'theme-dark': { es: 'tema oscuro', en: 'dark mode', pt: 'modo escuro' },
  };

  test('lead to their command', () => {
    for (const [id, typed] of Object.entries(TYPED)) {
      const one = { ...programCommand(id, '—', () => {}), also: otherWords(id, text) };
      expect([id, rankCommand(typed[language], one)]).toEqual([id, 8]);
    }
    const returned = {
      ...programCommand('value', 'Devuelta', () => {}),
      also: otherWordsOfValue('Devuelta', text),
    };
    const typed = { es: 'devoluciones', en: 'returns', pt: 'devolucoes' }[language];
    expect(rankCommand(typed, returned)).toBe(8);
  });

  test('name no command that is not there', () => {
    expect(otherWords('none', text)).toEqual([]);
    expect(otherWordsOfValue('Regular', text)).toEqual([]);
  });
});

test('words of which one is in the name and the other in its other words are found, none in part', () => {
  const dark = { ...programCommand('dark', 'Tema oscuro', () => {}), also: ['noche', 'modo'] };
  const rank = (typed: string) => rankCommand(typed, dark);
  expect([rank('tema noche'), rank('noche modo'), rank('tema och'), rank('tema luz')]).toEqual([
    8,
    8,
    9,
    null,
  ]);
});
