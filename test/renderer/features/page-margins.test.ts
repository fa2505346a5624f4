import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cssString } from '#renderer/features/provenance/page-margins.ts';

/** Reads a string as CSS does (Syntax 3, 4.3.5): null where it ends before its end or does not end. */
function readCssString(text: string): string | null {
  if (!text.startsWith('"')) return null;
  let read = '';
  for (let at = 1; at < text.length; ) {
    const one = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (one === '"') return at === text.length - 1 ? read : null;
    if (one === '\n' || one === '\r' || one === '\f' || one === '\0') return null;
    if (one !== '\\') {
      read += one;
      at += one.length;
      continue;
    }
    const hex = /^[0-9a-f]{1,6}/.exec(text.slice(at + 1))?.[0];
    if (hex === undefined) return null;
    read += String.fromCodePoint(Number.parseInt(hex, 16));
    at += 1 + hex.length;
    if (/\s/.test(text.charAt(at))) at += 1;
  }
  return null;
}

test('a text of somebody else’s stays one string in a style, and says what it said', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('"', '\\', '\n', '\r', '\f', 'a', '1', ' ', '}', ';', '<', 'ñ'),
  });
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), (text) => {
      fc.pre(!text.includes('\0'));
      expect(readCssString(cssString(text))).toBe(text);
    }),
  );
  expect(cssString('a"b')).toBe('"a\\22 b"');
});
