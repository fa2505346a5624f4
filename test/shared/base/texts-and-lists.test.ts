import { expect, test } from 'vitest';
import { hasWords, typedWords } from '#shared/base/find-words.ts';
import { compareTexts, fold } from '#shared/base/fold.ts';
import { groupBy } from '#shared/base/group-by.ts';
import { groupedDigits } from '#shared/base/grouped-digits.ts';
import { areSameItems } from '#shared/base/same-items.ts';
import { stretchesOf } from '#shared/base/tasks.ts';

test('what was typed is found word by word, in any order and in any of the texts', () => {
  expect(typedWords('  Ñandú  ROJO ')).toEqual(['nandu', 'rojo']);
  const texts = ['Árbol grande', 'Rojo'];
  const found = (typed: string) => hasWords(typed, texts);
  expect(['', ' ', 'rojo ARBOL', 'gra', 'bol rande', 'rojo azul', 'grande rojo x'].map(found)).toEqual([
    ...[true, true, true, true, true, false, false],
  ]);
  expect([hasWords('a', []), hasWords('', [])]).toEqual([false, true]);
});

test('texts are in the order of their folded letters, then of their own', () => {
  const texts = ['b', 'Ä', 'a', 'A', 'ab', 'á', 'B', ''];
  expect(texts.toSorted(compareTexts)).toEqual(['', 'A', 'a', 'Ä', 'á', 'ab', 'B', 'b']);
  expect([compareTexts('a', 'a'), compareTexts('b', 'A'), compareTexts('A', 'b')]).toEqual([0, 1, -1]);
  expect(fold('Cancelación')).toBe('cancelacion');
});

test('items are grouped by key, groups and items in order of appearance', () => {
  const groups = groupBy(['b1', 'a1', 'b2', 'c1', 'a2', 'b3'], ([letter]) => letter);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2', 'b3']],
    ['a', ['a1', 'a2']],
    ['c', ['c1']],
  ]);
  expect(groupBy(new Set([1]), () => undefined).get(undefined)).toEqual([1]);
});

test('lists are the same where each place is', () => {
  const cases: readonly (readonly [readonly unknown[], readonly unknown[], boolean])[] = [
    [[], [], true],
    [[1, 2, 3], [1, 2, 3], true],
    [[1, 2, 3], [1, 2], false],
    [[1, 2], [1, 2, 3], false],
    [[9, 2, 3], [1, 2, 3], false],
    [[1, 2, 9], [1, 2, 3], false],
    [[1, 2], [2, 1], false],
    [[undefined], [], false],
  ];
  for (const [one, other, isSame] of cases) expect(areSameItems(one, other)).toBe(isSame);
  expect(areSameItems(Uint8Array.of(1), [1])).toBe(true);
});

test('digits are parted by thousands', () => {
  const numbers = ['', '1', '12', '123', '1234', '12345', '123456', '1234567'];
  expect(numbers.map((digits) => groupedDigits(digits, '.'))).toEqual([
    ...['', '1', '12', '123', '1.234', '12.345', '123.456', '1.234.567'],
  ]);
});

test('places are parted in stretches that join, up to the last', () => {
  const long = 1 << 15;
  expect([0, 1, long, long + 1, 2 * long].map(stretchesOf)).toEqual([
    [],
    [{ from: 0, to: 1 }],
    [{ from: 0, to: long }],
    [
      { from: 0, to: long },
      { from: long, to: long + 1 },
    ],
    [
      { from: 0, to: long },
      { from: long, to: 2 * long },
    ],
  ]);
});
