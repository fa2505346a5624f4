import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold, slug } from '#shared/base/fold.ts';

const LETTERS = fc.string({
  unit: fc.constantFrom('á', 'Á', 'ñ', 'ç', 'O\u0308', 'ß', 'Z', '7', ' ', '/', '.', '-'),
});

it('what is folded is the same in capitals, composed or not, and folded again', () => {
  expect([fold('ÁREA Ñandú'), fold('한국 CAFÉ')]).toEqual(['area nandu', '한국 cafe']);
  fc.assert(
    fc.property(LETTERS, (text) => {
      expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      expect(fold(fold(text))).toBe(fold(text));
    }),
    { seed: 13, numRuns: 200 },
  );
});

it('a part of a file name holds a-z, 0-9 and single dashes inside', () => {
  expect(slug('Mi vista: ¡Órdenes  2026!')).toBe('mi-vista-ordenes-2026');
  expect(slug('¿?')).toBe('');
  fc.assert(
    fc.property(LETTERS, (text) => {
      expect(slug(text)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
    }),
    { seed: 13, numRuns: 200 },
  );
});
