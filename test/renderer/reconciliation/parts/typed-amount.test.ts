import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import type { NumberStyle } from '#renderer/ui/number-format.ts';

const COMMAS: NumberStyle = { group: '.', decimal: ',', negatives: 'minus' };
const DOTS: NumberStyle = { group: ',', decimal: '.', negatives: 'parentheses' };

const figure = fc.tuple(
  fc.boolean(),
  fc.bigInt({ min: 0n, max: 10n ** 20n }),
  fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: null }),
);
const grouped = (whole: string, group: string) => whole.replace(/\B(?=(\d{3})+$)/g, group);

describe('a figure seen elsewhere', () => {
  test('is read as the user writes figures, with or without groups, and as programs write them', () => {
    fc.assert(
      fc.property(figure, fc.constantFrom(COMMAS, DOTS), ([isNegative, whole, fraction], style) => {
        const isZero = whole === 0n && !/[1-9]/.test(fraction ?? '');
        const sign = isNegative && !isZero ? '-' : '';
        const exact = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`;
        const written = (digits: string) =>
          `${sign}${digits}${fraction === null ? '' : `${style.decimal}${fraction}`}`;
        const equals = (text: string) => {
          const read = readAmount(text, style);
          if (isZero) expect(Number(read)).toBe(0);
          else expect(read).toBe(exact);
        };
        equals(written(grouped(String(whole), style.group)));
        equals(written(String(whole)));
        equals(` $ ${written(grouped(String(whole), style.group))} `);
        // «1.234» is a thousand and more where the dot parts groups: the user's own format counts.
        const isAmbiguous = style === COMMAS && fraction?.length === 3 && String(whole).length <= 3;
        if (!isAmbiguous) equals(exact);
      }),
    );
  });

  test.each([
    '',
    ' ',
    'doce',
    '1e5',
    '1,2,3',
    '=1+1',
    '--1',
    '0x10',
    'Infinity',
    '٣',
    '9'.repeat(61),
    '1.2.3',
  ])('«%s» is none', (text) => {
    expect(readAmount(text, COMMAS)).toBeUndefined();
    expect(readAmount(text, DOTS)).toBeUndefined();
  });
});
