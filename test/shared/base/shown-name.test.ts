import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownName } from '#shared/base/shown-name.ts';

test('a name that came with a file is one line that reads as it is spelled', () => {
  expect(shownName('Cartola\u202efdp.xlsx')).toBe('Cartola fdp.xlsx');
  expect(shownName('Marzo\u2066\u0000\n\u061c 2026 ')).toBe('Marzo 2026');
  expect(shownName('Ñuñoa – أبريل 2026.xlsx')).toBe('Ñuñoa – أبريل 2026.xlsx');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(shownName(name)).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      expect(shownName(shownName(name))).toBe(shownName(name));
    }),
  );
});
