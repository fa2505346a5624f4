import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepNumbers } from '#renderer/data/engine/filter/number-filter.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Bounds of figures beside values of another scale: both ends are in, however either is written. */

const PLACES = 6;
/** Millionths, by hand; null: no number. */
function millionths(text: string | null): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '');
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const units = BigInt(`${whole}${fraction.padEnd(PLACES, '0')}`);
  return sign === '-' ? -units : units;
}
const written = (units: number, scale: number): string => {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0 ? `-${text}` : text;
};
/** Near each other, so that ends meet values; each with its own number of decimals. */
const number = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -1, max: 1 }), fc.nat(4))
  .map(([whole, beside, scale]) => written(whole * 10 ** scale + beside, scale));
const scaled = (scale: number) =>
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -1, max: 1 }))
    .map(([whole, beside]) => written(whole * 10 ** scale + beside, scale));
const end = fc.option(number.map((text) => text as Decimal));
/** Of one column: mostly of one scale, as counts are whole numbers, and mostly zeros in some, as charges are. */
const cells = fc
  .tuple(fc.nat(3), fc.boolean())
  .chain(([scale, isSparse]) =>
    fc.array(
      fc.oneof(
        { weight: isSparse ? 30 : 1, arbitrary: fc.constant('0') },
        { weight: 8, arbitrary: scaled(scale) },
        { weight: 1, arbitrary: fc.constantFrom(null, '', 'x', '1e3') },
        { weight: 1, arbitrary: number },
      ),
      { minLength: 1, maxLength: 60 },
    ),
  );

/** Which rows are left of those that were in. */
function kept(
  values: readonly (string | null)[],
  wereIn: readonly number[],
  from: Decimal | null,
  to: Decimal | null,
) {
  const encoded = encodeSegment({ columns: ['Ventas'], rows: values.map((value) => [value]) });
  const part = Uint8Array.from(wereIn);
  keepNumbers(part, decodeSegment(encoded.bytes, encoded.headerLength), { column: 'Ventas', from, to });
  return [...part];
}
const all = (values: readonly unknown[]): readonly number[] => values.map(() => 1);

test('keep what lies between both ends, each included, of those that were in', () => {
  fc.assert(
    fc.property(cells, fc.infiniteStream(fc.nat(1)), end, end, (values, random, from, to) => {
      const wereIn = values.map(() => random.next().value as number);
      const expected = values.map((value, row) => {
        const units = millionths(value);
        const [least, most] = [millionths(from), millionths(to)];
        const isIn = units !== null && (least === null || units >= least) && (most === null || units <= most);
        return isIn ? wereIn[row] : 0;
      });
      expect(kept(values, wereIn, from, to)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test('of whole numbers with decimals in the ends keep the whole number that an end is', () => {
  const values = ['-2', '-1', '0', '1', '2'];
  const [one, minus] = ['1.00' as Decimal, '-1.00' as Decimal];
  expect(kept(values, all(values), one, null)).toEqual([0, 0, 0, 1, 1]);
  expect(kept(values, all(values), null, one)).toEqual([1, 1, 1, 1, 0]);
  expect(kept(values, all(values), minus, null)).toEqual([0, 1, 1, 1, 1]);
  expect(kept(values, all(values), null, minus)).toEqual([1, 1, 0, 0, 0]);
  expect(kept(values, all(values), one, '1' as Decimal)).toEqual([0, 0, 0, 1, 0]);
  // Between two whole numbers lies none.
  expect(kept(values, all(values), '0.5' as Decimal, '0.9' as Decimal)).toEqual([0, 0, 0, 0, 0]);
  expect(kept(values, all(values), '-1.5' as Decimal, '1.5' as Decimal)).toEqual([0, 1, 1, 1, 0]);
});

test('values of more digits than an array carries lie between their ends too, each included', () => {
  const long = '123456789012345678901234.5' as Decimal;
  const values = ['1', long, `-${long}`, 'x', '2'];
  expect(kept(values, all(values), long, null)).toEqual([0, 1, 0, 0, 0]);
  expect(kept(values, all(values), null, long)).toEqual([1, 1, 1, 0, 1]);
  expect(kept(values, all(values), long, long)).toEqual([0, 1, 0, 0, 0]);
  expect(kept(values, all(values), null, `-${long}` as Decimal)).toEqual([0, 0, 1, 0, 0]);
  expect(kept(values, [1, 0, 1, 1, 1], null, null)).toEqual([1, 0, 1, 0, 1]);
});
