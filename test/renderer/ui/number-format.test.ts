import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatCount,
  formatExact,
  formatRounded,
  formatTick,
  isNegative,
  isZero,
  moneyPlaces,
  type NumberStyle,
  toPlotNumber,
} from '#renderer/ui/number-format.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const ES: NumberStyle = { group: '.', decimal: ',', negatives: 'minus' };
const EN: NumberStyle = { group: ',', decimal: '.', negatives: 'minus' };
const styles = fc.constantFrom(ES, EN);
/** Decimal texts far beyond what a float holds. */
const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^\d{0,8}$/))
  .map(
    ([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`,
  );

/** Reads a formatted figure back by undoing each sign, with nothing of the formatter in it. */
function readBack(shown: string, style: NumberStyle): string {
  return shown.replaceAll(style.group, '').replace(style.decimal, '.').replace('−', '-');
}

describe('figures', () => {
  test('of eighteen digits are written out, longer ones by their power of ten, in brackets too', () => {
    const long = (digits: number) => `-1${'2'.repeat(digits - 1)}.5`;
    const brackets = { ...ES, negatives: 'parentheses' } as const;
    expect([formatRounded(long(18), 0, ES), formatRounded(long(19), 0, ES)]).toEqual([
      ...['−122.222.222.222.222.223', '−1,222e18'],
    ]);
    expect([formatRounded(long(19), 2, brackets), formatRounded('5e', 0, ES)]).toEqual([
      '(1,222e18)',
      undefined,
    ]);
    expect([1.9, -1.9, 1200].map((count) => formatCount(count, ES))).toEqual(['1', '−1', '1.200']);
    expect(['-7.5', '0', null, undefined].map((value) => toPlotNumber(value as Decimal | null))).toEqual([
      ...[-7.5, 0, null, null],
    ]);
    expect(toPlotNumber(`-1${'0'.repeat(400)}` as Decimal)).toBe(-1e300);
  });

  test('carry every digit of the decimal text', () => {
    fc.assert(
      fc.property(decimals, styles, (text, style) => {
        const expected = isZero(text) ? text.replace('-', '') : text;
        expect(readBack(formatExact(text, style) ?? '', style)).toBe(expected);
      }),
    );
  });

  test('group the whole digits in threes from the right', () => {
    fc.assert(
      fc.property(decimals, styles, (text, style) => {
        const [whole = ''] = (formatExact(text, style) ?? '').replace('−', '').split(style.decimal);
        const groups = whole.split(style.group);
        expect(groups.slice(1).every((group) => group.length === 3)).toBe(true);
        expect(groups[0]?.length).toBeGreaterThan(0);
        expect(groups[0]?.length).toBeLessThanOrEqual(3);
      }),
    );
  });

  test('round exactly: half away from zero, against big integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (units) => {
        const negative = units < 0n;
        const magnitude = negative ? -units : units;
        const padded = magnitude.toString().padStart(4, '0');
        const text = `${negative ? '-' : ''}${padded.slice(0, -3)}.${padded.slice(-3)}`;
        const rounded = (magnitude + 5n) / 10n;
        const digits = rounded.toString().padStart(3, '0');
        const expected = `${negative && rounded !== 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(readBack(formatRounded(text, 2, ES) ?? '', ES)).toBe(expected);
      }),
    );
  });

  test('are written as people write them', () => {
    expect(formatExact('240065081', ES)).toBe('240.065.081');
    expect(formatExact('-3120.50', ES)).toBe('−3.120,50');
    expect(formatExact('-0.00', ES)).toBe('0,00');
    expect(formatExact('1e5', ES)).toBeUndefined();
    expect(formatRounded('9007199254740993.005', 2, EN)).toBe('9,007,199,254,740,993.01');
    expect(formatTick(2_500_000, 1e6, ES)).toBe('2,5');
  });

  test('know their sign without a float', () => {
    expect([isZero('-0.00'), isNegative('-0.00'), isNegative('-0.01'), isZero('0.010')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('money shows decimals only where a sum has them', () => {
    expect(moneyPlaces(['12.00', undefined, '5'] as (Decimal | undefined)[], 2)).toBe(0);
    expect(moneyPlaces(['12.00', '5.10'] as Decimal[], 2)).toBe(2);
  });
});
