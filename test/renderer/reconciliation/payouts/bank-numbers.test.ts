import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNumberFinder } from '#renderer/reconciliation/payouts/model/bank-numbers.ts';

/** Numbers of payouts in the words of a bank. */

const finder = (...numbers: readonly (readonly string[])[]) => createNumberFinder(numbers);
/** Too long for a date, and no piece of one. */
const long = fc.integer({ min: 400_000_000_000_000, max: 499_999_999_999_999 }).map(String);

test('a number is found however the bank parts it, with zeros before it or letters beside it', () => {
  const written = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `000${text}`,
    (text) => `LIQ${text}`,
    (text) => `${text}CL`,
    (text) => `${text.slice(0, 4)}-${text.slice(4)}`,
    (text) => `${text.slice(0, 4)} ${text.slice(4, 8)}.${text.slice(8, 12)}/${text.slice(12)}`,
  );
  fc.assert(
    fc.property(long, long, written, (own, other, write) => {
      fc.pre(own !== other);
      const found = finder([other], [own])(`Abono ${write(own)} Mercado`);
      expect(found).toEqual([{ at: 1, isSure: true, readsAsDate: false }]);
      expect(finder([other])(`Abono ${write(own)} Mercado`)).toEqual([]);
    }),
  );
});

test('it is not found in five pieces, nor where it is a part of a longer one', () => {
  const find = finder(['412345678901234']);
  expect(find('4 1234 5678 9012 34')).toEqual([]);
  expect(find('9412345678901234')).toEqual([]);
  expect(find('4123456789012349')).toEqual([]);
});

test('what several payouts have names none, and what one has twice names it', () => {
  expect(finder(['LQ-44556677'], ['lq 44556677'])('LQ44556677')).toEqual([]);
  expect(finder(['LQ-44556677', 'LQ 44556677'])('LQ44556677')).toMatchObject([{ at: 0 }]);
});

test('it is sure from six digits on, unless so many are looked for that chance writes one', () => {
  expect(finder(['45678'])('Pago 45678')).toMatchObject([{ at: 0, isSure: false }]);
  expect(finder(['456789'])('Pago 456789')).toMatchObject([{ at: 0, isSure: true }]);
  expect(finder(['456'])('Pago 456')).toMatchObject([{ at: 0, isSure: false }]);
  expect(finder(['45'])('Pago 45')).toEqual([]);
  const many = Array.from({ length: 10_001 }, (_, at) => [String(456_789 + at)]);
  expect(finder(...many.slice(0, 10_000))('456789')).toMatchObject([{ at: 0, isSure: true }]);
  expect(finder(...many)('456789')).toMatchObject([{ at: 0, isSure: false }]);
  // Five ways to read it: 123, 123456789, 456789, and the first two behind the word.
  expect(finder(...many.slice(0, 2000))('Pago 123 456789')).toMatchObject([{ at: 0, isSure: true }]);
  expect(finder(...many.slice(0, 2001))('Pago 123 456789')).toMatchObject([{ at: 0, isSure: false }]);
});

test('without three digits it is none, and of nobody’s numbers none is found', () => {
  expect(finder(['LIQUIDACION', 'LQ-44556677'])('LIQUIDACION LQ 44556677')).toMatchObject([{ at: 0 }]);
  expect(finder(['LIQUIDACION'])('LIQUIDACION')).toEqual([]);
  expect(finder()('Pago 44556677')).toEqual([]);
});

test('one that reads as a date is no date where the payout is named otherwise too', () => {
  const [date, other] = ['20260315', 'LQ-44556677'];
  const named = { at: 0, isSure: true, readsAsDate: false };
  expect(finder([date])(`Abono ${date}`)).toEqual([{ at: 0, isSure: false, readsAsDate: true }]);
  for (const words of [`${date} ${other}`, `${other} ${date}`])
    for (const numbers of [
      [date, other],
      [other, date],
    ])
      expect(finder(numbers)(words)).toEqual([named]);
});

test('one that reads as a date stands there as it is written, and is no part of another', () => {
  const find = finder(['2026-03-15']);
  expect(find('Abono 2026-03-15')).toMatchObject([{ at: 0, readsAsDate: true }]);
  expect(find('2026-03-15')).toMatchObject([{ at: 0 }]);
  expect(find('Abono 2026/03/15')).toEqual([]);
  for (const words of ['A2026-03-15', '2026-03-15B', '12026-03-15', 'x 2026-03-150'])
    expect(find(words)).toEqual([]);
  expect(find('12026-03-15 y 2026-03-15')).toMatchObject([{ at: 0 }]);
});

test('a payout that writes one date in several ways is named by each of them', () => {
  const ways = ['20261014', '2026-10-14'];
  for (const numbers of [ways, ways.toReversed()])
    for (const words of [
      'Abono 2026-10-14',
      'Abono 20261014',
      '20261014 del 2026 10 14',
      '2026 1014 20261014',
    ])
      expect(finder(numbers)(words), words).toMatchObject([{ at: 0, readsAsDate: true }]);
});

test('letters make a number as long as digits do', () => {
  expect(finder(['ABC123'])('ABC123 1 2 3 4 5')).toMatchObject([{ at: 0, isSure: true }]);
});
