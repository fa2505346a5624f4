import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  type Decimal,
  differenceBetween,
  divideRounded,
  fromDecimal,
  parseDecimal,
  percentOf,
  rescale,
  round,
  shortest,
  subtract,
  sum,
  sumOf,
  toDecimal,
  toShortestDecimal,
} from '#shared/domain/decimal.ts';
import { sumOfGrains, toGrains } from './decimal-oracle.ts';

const digit = fc.constantFrom(...'0123456789');
const digits = (min: number, max: number) => fc.string({ unit: digit, minLength: min, maxLength: max });

/** Plain decimal text as the API could write it: any length to 24 digits before and 12 after the dot. */
const decimalText = fc
  .tuple(fc.boolean(), digits(1, 24), fc.option(digits(1, 12), { nil: undefined }))
  .map(
    ([negative, whole, fraction]) =>
      `${negative ? '-' : ''}${whole}${fraction === undefined ? '' : `.${fraction}`}`,
  );

function read(text: string) {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`${text} was not read`);
  return value;
}

describe('parseDecimal', () => {
  it('keeps the value and the decimal places of any decimal text', () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const value = read(text);
        expect(toGrains(toDecimal(value))).toBe(toGrains(text));
        expect(value.scale).toBe(text.includes('.') ? text.length - text.indexOf('.') - 1 : 0);
      }),
    );
  });

  it.each([
    '',
    ' ',
    '1,5',
    '1.',
    '.5',
    '+1',
    '1e3',
    'NaN',
    '-',
    '--1',
    '1 000',
    '0x10',
    '١٢',
    '1.2.3',
    ' 1',
    '1\n',
  ])('does not read «%s»', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  it('does not compute with absurdly long digit strings', () => {
    expect(parseDecimal('9'.repeat(61))).toBeUndefined();
    expect(parseDecimal('9'.repeat(40))?.units).toBe(BigInt('9'.repeat(40)));
  });

  it('writes one text for a value: no leading zero, no sign of zero, the decimal places it came with', () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const [whole = '', ...fraction] = text.replace('-', '').split('.');
        const digits = [whole.replace(/^0+(?=\d)/, ''), ...fraction].join('.');
        const sign = text.startsWith('-') && /[1-9]/.test(text) ? '-' : '';
        expect(toDecimal(read(text))).toBe(`${sign}${digits}`);
      }),
    );
    for (const text of ['-0.05', '-0.5', '0.05', '-10.00', '7']) expect(toDecimal(read(text))).toBe(text);
  });

  it('loses no digit without being told to, and takes no text for a decimal that is none', () => {
    expect(() => rescale(read('1.50'), 1)).toThrow(RangeError);
    expect(toDecimal(rescale(read('-1.5'), 3))).toBe('-1.500');
    expect(() => fromDecimal('1,5' as Decimal)).toThrow(RangeError);
  });

  it('writes zero without a sign', () => {
    expect(toDecimal(read('-0.00'))).toBe('0.00');
  });
});

describe('arithmetic', () => {
  it('sums exactly, in any order and at mixed scales', () => {
    fc.assert(
      fc.property(fc.array(decimalText, { maxLength: 40 }), (texts) => {
        const forwards = sum(texts.map(read));
        const backwards = sum(texts.map(read).reverse());
        expect(toGrains(toDecimal(forwards))).toBe(sumOfGrains(texts));
        expect(compare(forwards, backwards)).toBe(0);
        expect(sumOf(texts.map((text) => toDecimal(read(text))))).toBe(toDecimal(forwards));
      }),
    );
  });

  it('subtracts what it added', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (left, right) => {
        expect(compare(subtract(add(read(left), read(right)), read(right)), read(left))).toBe(0);
      }),
    );
  });

  it('orders as the digit strings do', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (left, right) => {
        const difference = toGrains(left) - toGrains(right);
        expect(compare(read(left), read(right))).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1);
      }),
    );
    const pairs = [
      ['1.0', '10'],
      ['1.0', '1'],
      ['-1.5', '-15'],
      ['0.00', '0'],
      ['2', '10'],
    ] as const;
    expect(pairs.map(([left, right]) => compare(read(left), read(right)))).toEqual([-1, 0, 1, 0, -1]);
  });

  it('rounds half away from zero, never further than half a unit', () => {
    fc.assert(
      fc.property(decimalText, fc.integer({ min: 0, max: 12 }), (text, places) => {
        const rounded = round(read(text), places);
        expect(rounded.scale).toBe(places);
        const unit = 10n ** BigInt(30 - places);
        const error = toGrains(toDecimal(rounded)) - toGrains(text);
        expect(2n * (error < 0n ? -error : error) <= unit).toBe(true);
      }),
    );
    expect(toDecimal(round(read('2.5'), 0))).toBe('3');
    expect(toDecimal(round(read('-2.5'), 0))).toBe('-3');
    expect(toDecimal(round(read('0.004'), 2))).toBe('0.00');
    expect(toDecimal(round(read('-0.004'), 2))).toBe('0.00');
  });

  it('divides with one rounding: the rate times the base is within half a unit of the part', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (part, whole) => {
        const rate = percentOf(read(part), read(whole), 4);
        if (toGrains(whole) === 0n) {
          expect(rate).toBeUndefined();
          return;
        }
        if (rate === undefined) throw new Error('no rate');
        // |rate × whole − 100 × part| <= |whole| × half of 10^-4, all in integers.
        const left = rate.units * toGrains(whole) - 100n * 10n ** 4n * toGrains(part);
        const bound = toGrains(whole);
        const absolute = (value: bigint) => (value < 0n ? -value : value);
        expect(2n * absolute(left) <= absolute(bound)).toBe(true);
      }),
    );
  });

  it('says the rate of the mock: 32.983.087 of 240.065.081 is 13,7 %', () => {
    const rate = percentOf(fromDecimal('32983087' as Decimal), fromDecimal('240065081' as Decimal), 1);
    expect(rate && toDecimal(rate)).toBe('13.7');
    expect(percentOf(read('1'), read('3'))).toEqual({ units: 3333n, scale: 2 });
  });

  it('rounds halves away from zero, on either side of it, and pads', () => {
    const rounded = (text: string, places: number) => toDecimal(round(read(text), places));
    expect(['1.5', '-1.5', '1.49', '2.5', '-0.4', '0.5'].map((text) => rounded(text, 0))).toEqual([
      ...['2', '-2', '1', '3', '0', '1'],
    ]);
    expect([rounded('12.345', 2), rounded('12.344999', 2), rounded('7', 2), rounded('7.10', 2)]).toEqual([
      ...['12.35', '12.34', '7.00', '7.10'],
    ]);
    const quotients = [
      [7n, 2n],
      [-7n, 2n],
      [7n, -2n],
      [-7n, -2n],
      [6n, 4n],
      [5n, 4n],
      [0n, -4n],
    ] as const;
    expect(quotients.map(([dividend, divisor]) => divideRounded(dividend, divisor))).toEqual([
      ...[4n, -4n, -4n, 4n, 2n, 1n, 0n],
    ]);
  });

  it('tells a number in as few places as it has', () => {
    const texts = ['12.500', '100', '0.00', '-3.0', '10.010', '-0.10'];
    expect(texts.map((text) => toShortestDecimal(read(text)))).toEqual([
      ...['12.5', '100', '0', '-3', '10.01', '-0.1'],
    ]);
    expect(shortest({ units: 1200n, scale: 1 })).toEqual({ units: 120n, scale: 0 });
  });

  it('takes what is not there for nothing in a difference, and the earlier from the later', () => {
    const [five, seven] = ['5.0' as Decimal, '7' as Decimal];
    expect([differenceBetween(five, seven), differenceBetween(seven, five)]).toEqual(['2.0', '-2.0']);
    expect([differenceBetween(undefined, five), differenceBetween(five, undefined)]).toEqual(['5.0', '-5.0']);
    expect([differenceBetween(undefined, undefined), sumOf([]), sumOf([five, seven, seven])]).toEqual([
      ...['0', '0', '19.0'],
    ]);
  });
});
