import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createIntl } from 'react-intl';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import es from '#renderer/i18n/es.json' with { type: 'json' };
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '#shared/contract/languages.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';

const RENDERER = fileURLToPath(new URL('../../../renderer', import.meta.url));
const messagesIn = (language: Language): { readonly [id: string]: string } =>
  JSON.parse(readFileSync(join(RENDERER, `i18n/${language}.json`), 'utf8'));

function sources(folder: string): readonly string[] {
  return readdirSync(join(RENDERER, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join(folder, name));
}

/** The names in braces that a message is given values for, and its tags. */
function placeholders(message: string): readonly string[] {
  return [
    ...new Set([...message.matchAll(/(?<!\b(?:one|other) )\{(\w+)(?=[,}])/g)].map((match) => match[1] ?? '')),
  ].toSorted();
}

/** A message without the parts that are chosen by a count. */
function withoutPlurals(message: string): string {
  let kept = '';
  for (let at = 0; at < message.length; at += 1) {
    if (!/^\{\w+, plural,/.test(message.slice(at))) {
      kept += message[at];
      continue;
    }
    let depth = 0;
    do {
      if (message[at] === '{') depth += 1;
      if (message[at] === '}') depth -= 1;
      at += 1;
    } while (depth > 0);
    at -= 1;
    kept += '#';
  }
  return kept;
}

/** A number, bold or not, and a word in the plural. */
const COUNTED =
  /\{(?:all|count|done|here|hours|inside|left|lines|pages|read|rows|shown|there|total)\}(?:<\/b>)? (?!más\b|mais\b)\p{L}+s\b/u;
/** Their number is a limit of the program's, far from one. */
const NEVER_ONE = new Set([
  'paper.part-changes',
  'paper.part-lines',
  'paper.part-orders',
  'paper.part-rows',
  'pivot.first',
  'range.copied-part',
  'range.too-many',
]);

describe('translations', () => {
  describe.each(LANGUAGES)('%s', (language) => {
    const messages = messagesIn(language);

    test('has the same ids', () => {
      expect(Object.keys(messages).toSorted()).toEqual(Object.keys(es).toSorted());
    });

    test('takes the same values', () => {
      for (const [id, message] of Object.entries(es)) {
        expect([id, placeholders(messages[id] ?? '')]).toEqual([id, placeholders(message)]);
      }
    });

    test('has no message that is empty or ends in a space', () => {
      const bad = Object.entries(messages).filter(
        ([, message]) => message.trim() !== message || message === '',
      );
      expect(bad).toEqual([]);
    });

    test('counts nothing in the plural alone: «1 filas»', () => {
      const many = Object.entries(messages).filter(
        ([id, message]) => !NEVER_ONE.has(id) && COUNTED.test(withoutPlurals(message)),
      );
      expect(many).toEqual([]);
    });

    test('can say every message, of one and of several', () => {
      const intl = createIntl({
        locale: LANGUAGE_FACTS[language].locale,
        messages,
        onError: (error) => {
          throw error;
        },
      });
      for (const [id, message] of Object.entries(es)) {
        const tags = [...message.matchAll(/<(\w+)>/g)].map((match) => match[1] ?? '');
        for (const count of [1, 2]) {
          const said: string[] = [];
          const values = Object.fromEntries([
            ...placeholders(message).map((name) => [name, count] as const),
            ...tags.map((tag) => [tag, () => said.push(tag)] as const),
          ]);
          expect(String(intl.formatMessage({ id }, values)), id).not.toMatch(/[{}]/);
          expect([id, said]).toEqual([id, tags]);
        }
      }
    });
  });

  test('every id is used', () => {
    const code = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(RENDERER, name), 'utf8'))
      .join('\n');
    /** Ids made from a value in the code: `section.${id}`. */
    const made = [...code.matchAll(/`([a-z.-]+)\$\{[^`]*\}(-do)?`/g)].map((match) => match[1] ?? '');
    // What stands between two quotes, whichever of them it is that opens.
    const quoted = new Set([...code.matchAll(/'(?=([\w.-]+)')/g)].map((match) => match[1]));
    const unused = Object.keys(es).filter(
      (id) => !quoted.has(id) && !made.some((start) => start !== '' && id.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});

/** Names that are the same in every language: the app's, keys on the keyboard, UTC. Columns have names. */
const UNTRANSLATED = new Set(['Cuadra', 'Ctrl F', 'UTC', 'SKU', '· SHA-256', 'https://']);
const READ_OUT = new Set(['title', 'aria-label', 'placeholder', 'alt', 'label', 'heading', 'hint']);

type Node = { readonly type: string; readonly [key: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** What of a heading is no key of the API's: the tables call those by their names (`text.column`). */
const unnamed = (heading: string): readonly string[] =>
  heading.split(' · ').filter((part) => !COLUMNS.some(({ key }) => key === part));

/** Every text that the elements of a file, and its tables' columns, say by themselves. */
function ownMessage(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(ownMessage);
  if (!isNode(node)) return [];
  if (node.type === 'JSXText') return [String(node.value).trim()];
  if (node.type === 'JSXAttribute' && isNode(node.name) && READ_OUT.has(String(node.name.name))) {
    const { value } = node;
    if (isNode(value) && value.type === 'Literal') return [String(value.value)];
  }
  if (node.type === 'Property' && isNode(node.key) && READ_OUT.has(String(node.key.name))) {
    const { value } = node;
    if (isNode(value) && value.type === 'Literal') return unnamed(String(value.value));
  }
  return Object.values(node).flatMap(ownMessage);
}

const COMPONENTS = ['app', 'screens', 'features', 'reconciliation', 'ui'].flatMap(sources);

describe('components', () => {
  test.each(COMPONENTS)('%s says nothing but translations', (name) => {
    const words = ownMessage(parseAst(readFileSync(join(RENDERER, name), 'utf8'), { lang: 'tsx' }));
    expect(words.filter((text) => /\p{L}{2}/u.test(text) && !UNTRANSLATED.has(text))).toEqual([]);
  });
});
