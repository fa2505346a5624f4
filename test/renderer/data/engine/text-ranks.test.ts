import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TextDictionary, textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { ABSENT_KEY } from '#renderer/data/engine/sort/radix-sort.ts';
import {
  type DictionaryRanks,
  NOTHING_RANKED,
  rankDictionaries,
} from '#renderer/data/engine/sort/text-order.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { randomCases } from '#test/random-cases.ts';

/** Texts that differ in case, in accents, in their ends, in one character of many; and those no bytes can order. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'á',
    'Á',
    'ab',
    'aB',
    'a\u0301b',
    'b',
    'ñ',
    'n',
    'Nz',
    '10',
    '9',
    'ß',
    'ss',
    'İ',
  ),
  fc.integer({ min: 0, max: 40 }).map((number) => `MLC-2000000000${number}`),
  fc
    .integer({ min: 0, max: 9 })
    .map((number) => `${'an order number that is longer than what is sorted '}${number}`),
  fc.string({ unit: 'binary', maxLength: 4 }),
  // What stands beside the letters, and the last of them: only letters fold.
  fc.string({ unit: fc.constantFrom('@', 'A', 'Z', '[', '_', '`', 'a', 'z', '{', '0', '?'), maxLength: 3 }),
  fc.constantFrom('\ud83d\ude00', '\uffee', '\ud800', '\u212a', 'k'),
);

/** A column without any text is none: each has an «x» besides. */
function dictionaryOf(texts: readonly (string | null)[]): TextDictionary {
  const { bytes, headerLength } = encodeSegment({
    columns: ['Orden'],
    rows: [...texts, 'x'].map((each) => [each]),
  });
  const column = decodeSegment(bytes, headerLength).columns.get('Orden');
  if (column?.kind !== 'text') throw new Error('Orden is a column of texts.');
  return column.dictionary;
}

/** Every text with its rank, null and "" apart. */
function rankedTexts(dictionaries: readonly TextDictionary[], ranks: DictionaryRanks) {
  const found: { readonly text: string; readonly rank: number }[] = [];
  for (const dictionary of dictionaries) {
    for (let code = 0; code < dictionary.size; code += 1) {
      const each = textAt(dictionary, code) ?? '';
      const rank = ranks.get(dictionary)?.[code] ?? Number.NaN;
      if (each === '') expect(rank).toBe(ABSENT_KEY);
      else found.push({ text: each, rank });
    }
  }
  return found;
}

test('texts are in order whatever came and went since they were last put in order', () => {
  const dictionaries = fc.array(fc.array(fc.option(text), { minLength: 1, maxLength: 12 }), { maxLength: 4 });
  // Each round brings dictionaries and lets go of some, as commits and merges do.
  const rounds = fc.array(fc.record({ come: dictionaries, go: fc.nat(7) }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rounds, (all) => {
      let ranks = NOTHING_RANKED;
      let held: readonly TextDictionary[] = [];
      for (const { come, go } of all) {
        held = [...held.filter((_, index) => index % 8 !== go), ...come.map(dictionaryOf)];
        ranks = atOnce(rankDictionaries(held, ranks));
        const found = rankedTexts(held, ranks).sort((a, b) => compareTexts(a.text, b.text));
        for (const [index, { text: one, rank }] of found.entries()) {
          const next = found[index + 1];
          if (next === undefined) continue;
          if (one === next.text) expect(rank).toBe(next.rank);
          else expect(rank).toBeLessThan(next.rank);
        }
      }
    }),
    { numRuns: randomCases(60) },
  );
});

test('ranks that somebody still looks at do not change', () => {
  const first = dictionaryOf(['b', 'd']);
  const before = atOnce(rankDictionaries([first], NOTHING_RANKED));
  const kept = before.get(first);
  const after = atOnce(rankDictionaries([first, dictionaryOf(['a', 'c', 'd'])], before));
  expect([...(kept ?? [])]).toEqual([0, 1, 2]);
  expect([...(after.get(first) ?? [])]).toEqual([1, 3, 4]);
});
