import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf } from '#renderer/features/trend/month-points.ts';
import { heatOf } from '#renderer/screens/profitability/figures/heat.ts';
import { formatRounded, formatTick, toPlotNumber } from '#renderer/ui/number-format.ts';
import {
  type Decimal,
  fromDecimal,
  parseDecimal,
  percentOf,
  round,
  subtract,
  sum,
  toDecimal,
} from '#shared/domain/decimal.ts';

/** Only input has a greatest length: what is computed from accepted values never fails, however long it gets. */

const SEED = { seed: 12_056 };
const STYLE = { group: '.', decimal: ',', negatives: 'minus' } as const;

/** Integers times 10^-120 as this test's own numbers: no scale to reconcile, no code of the module's. */
const PLACES = 120;
function grains(text: string): bigint {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const size = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return negative ? -size : size;
}

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

/** Decimals of up to 60 digits, most of them of exactly 60, with the dot anywhere. */
const longest = fc
  .tuple(fc.boolean(), digits(60), fc.constantFrom(1, 20, 40, 59, 60))
  .map(
    ([negative, all, whole]) =>
      `${negative ? '-' : ''}${all.slice(0, whole)}${whole === 60 ? '' : `.${all.slice(whole)}`}`,
  );

describe('the longest numbers', () => {
  it('as input have 60 digits, whatever their sign and dot', () => {
    fc.assert(
      fc.property(longest, fc.boolean(), (text, inFront) => {
        expect(toDecimal(parseDecimal(text) ?? fromDecimal('0' as Decimal)).length).toBeLessThanOrEqual(
          text.length,
        );
        expect(parseDecimal(text)).toBeDefined();
        const more = inFront ? text.replace(/\d/, '1$&') : `${text}${text.includes('.') ? '' : '.'}5`;
        expect(parseDecimal(more)).toBeUndefined();
      }),
      SEED,
    );
  });

  it('are added, taken away and written back exactly', () => {
    fc.assert(
      fc.property(fc.array(longest, { minLength: 2, maxLength: 30 }), (texts) => {
        const values = texts.map((text) => fromDecimal(text as Decimal));
        const total = toDecimal(sum(values));
        const expected = texts.reduce((all, text) => all + grains(text), 0n);
        expect(grains(total)).toBe(expected);
        // What was computed is read again, and computed with.
        const first = texts[0] ?? '0';
        const rest = toDecimal(subtract(fromDecimal(total), fromDecimal(first as Decimal)));
        expect(grains(rest)).toBe(expected - grains(first));
      }),
      SEED,
    );
  });

  it('have rates and roundings within half a unit, and are written', () => {
    fc.assert(
      fc.property(longest, longest, longest, fc.integer({ min: 0, max: 6 }), (a, b, c, places) => {
        const part = toDecimal(sum([a, b].map((text) => fromDecimal(text as Decimal))));
        const rounded = toDecimal(round(fromDecimal(part), places));
        const error = grains(rounded) - grains(part);
        const unit = 10n ** BigInt(PLACES - places);
        expect(2n * (error < 0n ? -error : error) <= unit).toBe(true);
        const shown = formatRounded(part, places, STYLE) ?? '';
        const [, digits = '', exponent = null] = /^([^e]*)(?:e(\d+))?$/.exec(shown) ?? [];
        if (exponent === null) expect(digits.replace(/[.,−]/g, '')).toBe(rounded.replace(/[.-]/g, ''));
        else {
          // Four digits of it are within half of the last one's unit.
          const short =
            BigInt(digits.replace(/[,.]/g, '').replace('−', '-')) *
            10n ** BigInt(PLACES + Number(exponent) - 3);
          const off = short - grains(part);
          expect(2n * (off < 0n ? -off : off) <= 10n ** BigInt(PLACES + Number(exponent) - 3)).toBe(true);
        }
        expect(shown.length).toBeLessThan(36);

        const rate = percentOf(fromDecimal(part), fromDecimal(c as Decimal), places);
        if (grains(c) === 0n) return expect(rate).toBeUndefined();
        const left = (rate?.units ?? 0n) * grains(c) - 100n * 10n ** BigInt(places) * grains(part);
        const size = (value: bigint) => (value < 0n ? -value : value);
        expect(2n * size(left) <= size(grains(c))).toBe(true);
      }),
      SEED,
    );
  });

  it('take no more room than others', () => {
    expect(formatRounded('999999999999999999.50', 2, STYLE)).toBe('999.999.999.999.999.999,50');
    expect(formatRounded(`3888${'8'.repeat(54)}.25`, 2, STYLE)).toBe('3,889e57');
    const accountant = { ...STYLE, negatives: 'parentheses' } as const;
    expect(formatRounded(`-${'9'.repeat(60)}`, 0, accountant)).toBe('(10,000e59)');
  });

  it('can be drawn: marks, axes, ticks and shades are finite', () => {
    // Also of sums that no input leads to, past the greatest double.
    const drawn = fc.oneof(
      longest,
      digits(400).map((all) => `1${all}`),
      digits(400).map((all) => `-1${all}.5`),
    );
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 8 }), (texts) => {
        const values = texts.map((text) => toPlotNumber(text as Decimal));
        for (const value of values) expect(Number.isFinite(value)).toBe(true);
        const axis = axisOf(values);
        expect([axis.min, axis.max, ...axis.ticks].every(Number.isFinite)).toBe(true);
        expect(axis.min).toBeLessThan(axis.max);
        for (const tick of axis.ticks) expect(formatTick(tick, 1, STYLE)).toMatch(/^[−\d.,e]{1,24}$/);
        const shades = heatOf(texts as Decimal[]);
        for (const shade of shades) if (shade !== null) expect([1, 2, 3, 4, 5]).toContain(shade);
      }),
      SEED,
    );
  });
});
