import { describe, expect, test } from 'vitest';
import { columnFinder } from '#renderer/features/columns/find-columns.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { languageText } from './language-text.ts';

/** What the API's columns are called in each language. */

const KEYS = COLUMNS.map(({ key }) => key);

describe.each(['en', 'pt'] as const)('in %s', (language) => {
  const text = languageText(language);

  test('every column has a name, each its own, and none is said in Spanish', () => {
    const names = KEYS.map(text.column);
    expect(new Set(names).size).toBe(KEYS.length);
    // Letters and endings that neither language has, and the words that columns begin with.
    const spanish =
      /[ñ¿¡]|\b(Costos?|Cobros?|Ventas|Reembolsos?|Rentabilidad|Fecha|Despacho|Pago|Orden|Ingresos?)\b|ción\b/u;
    expect(names.filter((name) => spanish.test(name))).toEqual([]);
    expect(names.filter((name) => name.startsWith('%'))).toHaveLength(
      KEYS.filter((key) => key.startsWith('%')).length,
    );
  });

  test('a column is found by its name and as the API spells it', () => {
    for (const key of KEYS) {
      expect(columnFinder(text.column(key), text)(key)).toBe(true);
      expect(columnFinder(` ${key.toUpperCase()}`, text)(key)).toBe(true);
    }
  });

  test('what has no name keeps its own', () => {
    expect(text.column('Columna nueva')).toBe('Columna nueva');
    expect(text.shortColumn('Canal')).toBeNull();
  });
});

test('in Spanish columns are called as the API spells them', () => {
  expect(KEYS.map(languageText('es').column)).toEqual(KEYS);
});

test('the same columns have a short name in every language', () => {
  const shortened = (language: 'es' | 'en' | 'pt') =>
    KEYS.filter((key) => languageText(language).shortColumn(key) !== null);
  expect(shortened('en')).toEqual(shortened('es'));
  expect(shortened('pt')).toEqual(shortened('es'));
});
