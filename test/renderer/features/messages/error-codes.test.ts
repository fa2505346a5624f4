import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  codeMessage,
  errorMessage,
  failureMessage,
  TranslatedError,
} from '#renderer/features/messages/failures.tsx';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { languageText } from '#test/renderer/i18n/language-text.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const sources = ['electron', 'shared', 'renderer'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name: join(folder, name), code: readFileSync(join(ROOT, folder, name), 'utf8') })),
);
const constants = new Map(
  sources.flatMap(({ code }) =>
    [...code.matchAll(/const ([A-Z][A-Z_]+) = '([a-z-]+)';/g)].map((found) => [found[1], found[2]] as const),
  ),
);

/** Codes of errors that cross to the page, with the file that throws them. */
const thrown = sources.flatMap(({ name, code }) =>
  [...code.matchAll(/new RpcError\(\s*([^,\s]+),/g)].map((found) => {
    const argument = found[1] ?? '';
    return {
      name,
      code: argument.startsWith("'") ? argument.slice(1, -1) : (constants.get(argument) ?? argument),
    };
  }),
);

/**
 * What a page that works never asks for, or what another layer puts into words of its own: said as an error of Cuadra's own, with
 * the program's words for support.
 */
const OUR_OWN = new Set([
  'bad-input',
  'bad-reply',
  'unknown-stream',
  'too-many-streams',
  'no-shell',
  'no-printer',
  'no-demo',
  'bad-backup',
  'backup-failed',
  'unknown-line',
  'unknown-window',
  'window-not-settled',
  'invalid-annotation',
  'superseded',
  // Carried on from an error that has its own.
  'codeOf(error)',
  'read.data.error.code',
]);

describe.each(LANGUAGES)('errors in %s', (language) => {
  const text = languageText(language);

  test('have words for every code that reaches a screen', () => {
    const wordless = thrown.filter(({ code }) => !OUR_OWN.has(code) && codeMessage(code, text) === null);
    expect(wordless).toEqual([]);
  });

  test('say what nobody foresaw as our own, with the program’s words for support alone', () => {
    const said = errorMessage(new RpcError('bad-reply', 'x: Expected string'), text);
    expect(said).toBe(text('failure.unforeseen', { detail: 'x: Expected string' }));
    expect(errorMessage(new Error(''), text)).toBe(text('failure.internal'));
    const told = new TranslatedError(text('closing.figures-moved'));
    expect(errorMessage(told, text)).toBe(text('closing.figures-moved'));
  });

  test('say of a key that was never sent that it was not, and never that the API refused it', () => {
    const failure = { code: 'unauthorized', words: null, detail: 'The key holds…', atMs: 0 } as const;
    expect(failureMessage({ ...failure, status: null }, text).what).toBe(text('check.unfit-key'));
    expect(failureMessage({ ...failure, status: 401 }, text).what).toBe(text('failure.unauthorized'));
  });
});

test('no code of ours is listed that nothing throws', () => {
  const codes = new Set(thrown.map(({ code }) => code));
  expect([...OUR_OWN].filter((code) => !codes.has(code))).toEqual([]);
});

/** Files that may read an error's English words: where they are kept for support, or for the log. */
const READERS = ['renderer/features/messages/failures.tsx', 'renderer/app/frame/frame.tsx'];

test('screens take an error’s words from the translations', () => {
  const screens = sources.filter(
    ({ name }) =>
      /^renderer\/(?:app|features|screens|ui|reconciliation\/[^/]+\/screen|reconciliation\/parts)\//.test(
        name,
      ) && !READERS.includes(name),
  );
  const raw = screens
    .filter(({ code }) =>
      /instanceof Error \? \w+(?:\.\w+)*\.message|\b(?:error|failure)\.message\b/.test(code),
    )
    .map(({ name }) => name);
  expect(raw).toEqual([]);
});
