import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnFinder } from '#renderer/features/columns/find-columns.ts';
import { namesOfColumn } from '#renderer/i18n/column-names.ts';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { languageText } from '#test/renderer/i18n/language-text.ts';

const found = (language: (typeof LANGUAGES)[number], typed: string) =>
  COLUMNS.map(({ key }) => key).filter(columnFinder(typed, languageText(language)));

describe('a column', () => {
  test.each([
    ['en', 'status', 'Estado de Orden'],
    ['en', 'order status', 'Estado de Orden'],
    ['en', 'channel', 'Canal'],
    ['en', 'sales', 'Ventas'],
    ['en', 'VENTAS', 'Ventas'],
    ['en', 'shipping cost', 'Costo Envío'],
    ['pt', 'comissoes cobranca', 'Cobro de Comisiones'],
    ['pt', 'repasse', 'N° de Liquidación'],
    ['pt', 'liquidacion', 'N° de Liquidación'],
    ['es', 'envio costo', 'Costo Envío'],
  ] as const)('in %s is found by «%s»', (language, typed, column) => {
    expect(found(language, typed)).toContain(column);
  });

  test('is found in every language by its name there and by the API’s, in any order and case, with or without accents', () => {
    const languages = fc.constantFrom(...LANGUAGES);
    const columns = fc.constantFrom(...COLUMNS.map(({ key }) => key));
    fc.assert(
      fc.property(languages, columns, fc.boolean(), (language, column, isShown) => {
        const name = isShown ? languageText(language).column(column) : column;
        const bare = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
        const turned = bare.split(' ').toReversed().join(' ');
        expect(namesOfColumn(column)).toContain(name);
        for (const typed of [name, bare, turned]) expect(found(language, typed)).toContain(column);
      }),
    );
  });
});
