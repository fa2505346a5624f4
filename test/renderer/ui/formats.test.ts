import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDay } from '#renderer/ui/date-format.ts';
import { figureText } from '#renderer/ui/figure.tsx';
import { DEFAULT_CHOICES, formatsOf, LOCALE_NAMES } from '#renderer/ui/formats.tsx';
import { NO_BREAK_SPACE } from '#renderer/ui/number-format.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

describe('formats', () => {
  test('are those of each country, whatever the language', () => {
    const shown = LOCALE_NAMES.map((locale) => {
      const formats = formatsOf({ ...DEFAULT_CHOICES, locale });
      return [formats.money('-1234.5', 2), formats.percent('12.34'), formatDay('2026-10-31', formats.dates)];
    });
    expect(shown).toEqual([
      ['−1.234,50', `12,3${NO_BREAK_SPACE}%`, '31-10-2026'],
      ['−1.234,50', `12,3${NO_BREAK_SPACE}%`, '31/10/2026'],
      ['−1,234.50', `12.3${NO_BREAK_SPACE}%`, '31/10/2026'],
      ['−1.234,50', '12,3%', '31/10/2026'],
      ['−1,234.50', '12.3%', '10/31/2026'],
    ]);
  });

  test('write negatives in parentheses where that is wanted, never 0 in them', () => {
    const formats = formatsOf({ ...DEFAULT_CHOICES, negatives: 'parentheses' });
    expect([formats.money('-1234.5', 0), formats.exact('-0.00'), formats.percent('-2.8')]).toEqual([
      '(1.235)',
      '0,00',
      `(2,8${NO_BREAK_SPACE}%)`,
    ]);
  });

  test('have the decimals that were chosen', () => {
    const whole = ['10' as Decimal];
    const cents = ['10.5' as Decimal];
    const places = (decimals: 'auto' | 'none' | 'two') => {
      const formats = formatsOf({ ...DEFAULT_CHOICES, decimals });
      return [formats.places(whole), formats.places(cents)];
    };
    expect([places('auto'), places('none'), places('two')]).toEqual([
      [0, 2],
      [0, 0],
      [2, 2],
    ]);
  });

  test('have the decimals of their currency where that is chosen: ISO 4217', () => {
    const placesIn = (currency: string | null, amount: string) =>
      formatsOf({ ...DEFAULT_CHOICES, currency }).places([amount as Decimal, undefined]);
    const cents = ['CLP', 'JPY', 'PYG', 'BRL', 'USD', 'ARS', 'KWD', null].map((code) =>
      placesIn(code, '10.5'),
    );
    expect(cents).toEqual([0, 0, 0, 2, 2, 2, 3, 2]);
    expect([placesIn('BRL', '10.00'), placesIn('KWD', '10'), placesIn(null, '-3')]).toEqual([0, 0, 0]);
    const two = formatsOf({ ...DEFAULT_CHOICES, currency: 'CLP', decimals: 'two' });
    expect(two.places(['10' as Decimal])).toBe(2);
  });

  test('an amount that its currency has no decimals for is rounded for show alone, and its title says so', () => {
    const choices = { ...DEFAULT_CHOICES, currency: 'CLP', roundedNote: 'rounded' };
    const formats = formatsOf(choices);
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (cents) => {
        const size = cents < 0n ? -cents : cents;
        const sign = cents < 0n ? '-' : '';
        const exact = `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
        const shown = figureText(exact, 'money', formats.places([exact as Decimal]), formats);
        // Half away from zero: of the size, half up.
        const whole = (size + 50n) / 100n;
        const digits = shown.replace(/\D/g, '');
        expect(BigInt(digits)).toBe(whole);
        expect(shown.startsWith('−')).toBe(cents < 0n && whole > 0n);
        expect(formats.title(exact)).toBe(
          size % 100n === 0n ? formats.exact(exact) : `${formats.exact(exact)} · rounded`,
        );
        expect(formatsOf({ ...choices, decimals: 'two' }).title(exact)).toBe(formats.exact(exact));
        expect(formatsOf({ ...choices, currency: 'BRL' }).title(exact)).toBe(formats.exact(exact));
      }),
    );
    expect(formatsOf({ ...choices, hidesAmounts: true }).title('1.5')).toBe(formats.cover);
  });

  test('cover amounts, not counts nor rates; what is covered is covered in titles too', () => {
    const formats = formatsOf({ ...DEFAULT_CHOICES, hidesAmounts: true });
    expect(figureText('1234', 'money', 0, formats)).toBe(formats.cover);
    expect(figureText('0', 'money', 0, formats)).toBe(formats.cover);
    expect(formats.exact('1234')).toBe(formats.cover);
    expect(formats.tick(5, 1)).toBe('');
    expect(figureText('8072', 'count', 0, formats)).toBe('8.072');
    expect(figureText('13.74', 'points', 1, formats)).toBe('13,7');
    expect(formats.percent('13.74')).toBe(`13,7${NO_BREAK_SPACE}%`);
  });
});
