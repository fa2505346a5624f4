import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastingWords } from '#renderer/reconciliation/payouts/model/bank-words.ts';

test('a kind of movement is known by its words, whatever its number, month and writing', () => {
  const words = [
    'Pago Remuneraciones OCT-26 000123',
    'PAGO REMUNERACIONES  nov.26 / 000124',
    'pago remuneraciones',
  ];
  expect(new Set(words.map(lastingWords))).toEqual(new Set(['pago remuneraciones']));
  expect(lastingWords('Depósito en efectivo')).toBe('deposito en efectivo');
});

test('a word with a number in it is none that lasts, and of very many words as many as a key holds', () => {
  expect(lastingWords('PAGO A12 2DA CUOTA oct26')).toBe('pago cuota');
  expect(lastingWords('a'.repeat(1_500))).toBe('a'.repeat(1_000));
});

test('another word is another kind, and none is none', () => {
  expect(lastingWords('TEF DE MERCADO AUSTRAL')).not.toBe(lastingWords('TEF DE OTRO'));
  expect(['', '000123', ' - ', '12/2026'].map(lastingWords)).toEqual(['', '', '', '']);
});

test('it is its own words, and never longer than a key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), (text) => {
      const words = lastingWords(text);
      expect(words.length).toBeLessThanOrEqual(1000);
      expect(words).not.toMatch(/\d/);
      expect(lastingWords(words)).toBe(words.trim());
    }),
  );
});
