import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { everyText, saidBy } from './messages.ts';

const README = fileURLToPath(new URL('../../../renderer/i18n/README.md', import.meta.url));

/** A word or some, whole; an asterisk stands for any ending. */
const wholeWord = (words: string) =>
  new RegExp(
    `(?<![\\p{L}_])${words.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '\\p{L}*')}(?![\\p{L}_])`,
    'iu',
  );

const cells = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const [heading = [], , ...concepts] = readFileSync(README, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map(cells);
const wordsUnder = (name: string) =>
  concepts.flatMap((line) => (line[heading.indexOf(name)] ?? '').split(',').map((word) => word.trim()));

/** Where a word of another thing is meant. */
const OTHER_SENSE: { readonly [word: string]: readonly string[] } = {
  // Because somebody asked.
  'es pedido': ['trigger.user'],
  // What a document says; and the United States.
  'en state': ['order.check-observed'],
  'en states': ['exception.meaning-row-rule', 'proof.standing-documented-note', 'settings.locale-en-US'],
  'pt estados': ['settings.locale-en-US'],
  // What the marketplace has to pay, or how long it takes to.
  'pt a pagar': ['chain.why-nothing', 'release.note'],
};

describe.each(LANGUAGES)('the words of %s', (language) => {
  const texts = Object.entries(everyText(language)).map(([id, message]) => [id, saidBy(message)] as const);

  test('are those of the table', () => {
    const lacking = wordsUnder(language).filter(
      (word) => !texts.some(([, text]) => wholeWord(`${word}*`).test(text)),
    );
    expect(lacking).toEqual([]);
  });

  test('are never the others', () => {
    const wrong = wordsUnder(`${language} never`)
      .filter((word) => word !== '')
      .flatMap((word) => {
        const refused = wholeWord(word);
        const meant = OTHER_SENSE[`${language} ${word}`] ?? [];
        return texts
          .filter(([id, text]) => refused.test(text) && !meant.includes(id))
          .map(([id, text]) => `${word}: ${id}: ${text}`);
      });
    expect(wrong).toEqual([]);
  });
});

test('the table is whole: a word of each language in every line', () => {
  expect(heading).toEqual(['what', ...LANGUAGES, ...LANGUAGES.map((language) => `${language} never`)]);
  for (const line of concepts)
    expect([line[0], line.length, line.slice(1, 4).includes('')]).toEqual([line[0], 7, false]);
});
