import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumnReading, readBy } from '#renderer/data/model/column-reading.ts';
import { DECIMAL_SIGNS, type DecimalSign, readWrittenNumber } from '#renderer/data/model/written-numbers.ts';
import { compare, fromDecimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';

/** The writer shares nothing with the reader: digits are cut by position. */
type Style = {
  readonly sign: DecimalSign;
  readonly group: '' | '.' | ',' | ' ' | "'" | '\u00a0';
  readonly negative: 'before' | 'after' | 'parentheses' | 'true-minus' | 'within';
  readonly currency: '' | '$' | '$ ' | 'US$' | 'CLP ' | 'R$ ' | '€';
};

function written(units: bigint, places: number, { sign, group, negative, currency }: Style): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  let grouped = '';
  for (let at = 0; at < whole.length; at += 1) {
    if (at > 0 && (whole.length - at) % 3 === 0) grouped += group;
    grouped += whole[at];
  }
  const figure = places === 0 ? grouped : `${grouped}${sign}${digits.slice(-places)}`;
  if (units >= 0n) return `${currency}${figure}`;
  switch (negative) {
    case 'before':
      return `-${currency}${figure}`;
    case 'within':
      return `${currency}-${figure}`;
    case 'after':
      return `${currency}${figure}-`;
    case 'parentheses':
      return `(${currency}${figure})`;
    case 'true-minus':
      return `\u2212${currency}${figure}`;
  }
}

const STYLES = fc
  .record({
    sign: fc.constantFrom(...DECIMAL_SIGNS),
    group: fc.constantFrom(
      '' as const,
      '.' as const,
      ',' as const,
      ' ' as const,
      "'" as const,
      '\u00a0' as const,
    ),
    negative: fc.constantFrom('before', 'after', 'parentheses', 'true-minus', 'within'),
    currency: fc.constantFrom('', '$', '$ ', 'US$', 'CLP ', 'R$ ', '€'),
  })
  .filter(({ sign, group }) => group !== sign) as fc.Arbitrary<Style>;
const AMOUNTS = fc.record({
  units: fc.bigInt(-(10n ** 14n), 10n ** 14n),
  places: fc.integer({ min: 0, max: 4 }),
});

const isSame = (left: string, right: string): boolean =>
  compare(fromDecimal(left as never), fromDecimal(right as never)) === 0;

function readColumn(texts: readonly string[]) {
  const column = createColumnReading(DECIMAL_SIGNS);
  const readings = texts.map(readWrittenNumber);
  for (const each of readings) {
    const [dot, comma] = [each['.'], each[',']];
    column.add(each, dot !== undefined && comma !== undefined && isSame(dot, comma));
  }
  const convention = column.convention();
  return { convention, values: readings.map((each) => readBy(each, convention, isSame)) };
}

test('a column written in one way is read back exactly, or said to be unclear; never as something else', () => {
  let unclear = 0;
  let columns = 0;
  fc.assert(
    fc.property(STYLES, fc.array(AMOUNTS, { minLength: 1, maxLength: 12 }), (style, amounts) => {
      const { convention, values } = readColumn(
        amounts.map(({ units, places }) => written(units, places, style)),
      );
      columns += 1;
      if (convention === 'unclear') unclear += 1;
      expect(convention).not.toBe('mixed');
      for (const [at, { units, places }] of amounts.entries()) {
        const value = values[at];
        if (value === 'unclear') continue;
        expect(value).toBeDefined();
        expect(compare(fromDecimal(value as never), { units, scale: places })).toBe(0);
      }
      if (convention !== 'unclear') expect(values).not.toContain('unclear');
    }),
    { numRuns: randomCases(600) },
  );
  // It asks where it must, not always.
  expect(unclear).toBeLessThan(columns / 5);
});

test('of a mixed column only what means one thing is read', () => {
  const { convention, values } = readColumn(['1.234,50', '1,234.50', '1.234', '12', '1,50']);
  expect(convention).toBe('mixed');
  expect(values).toEqual(['1234.50', '1234.50', 'unclear', '12', '1.50']);
});

test.each([
  ['1.234', { '.': '1.234', ',': '1234' }],
  ['1,234', { '.': '1234', ',': '1.234' }],
  ['0.123', { '.': '0.123', ',': undefined }],
  ['1.234.567', { '.': undefined, ',': '1234567' }],
  ['1,234,567', { '.': '1234567', ',': undefined }],
  ['1.234,56', { '.': undefined, ',': '1234.56' }],
  ['(2.500)', { '.': '-2.500', ',': '-2500' }],
  ['2.500-', { '.': '-2.500', ',': '-2500' }],
  ['$3,000,000', { '.': '3000000', ',': undefined }],
  ['-2,500.00', { '.': '-2500.00', ',': undefined }],
  ['$ -1.000.000', { '.': undefined, ',': '-1000000' }],
  ['12 CLP', { '.': '12', ',': '12' }],
  ['S/. 12.50', { '.': '12.50', ',': undefined }],
  [',5', { '.': undefined, ',': '0.5' }],
  ['-0', { '.': '0', ',': '0' }],
])('%s means what it says', (text, readings) => {
  expect(readWrittenNumber(text)).toEqual(readings);
});

test.each([
  '',
  '-',
  '.',
  '12,x',
  '1.23.4',
  '12.',
  '--5',
  '(-5)',
  '5 5',
  '1,2,3',
  'SKU12',
  '1E5',
  '1.5e3',
  '#N/A',
  '5%',
  'NaN',
])('%j is no amount', (text) => {
  expect(readWrittenNumber(text)).toEqual({ '.': undefined, ',': undefined });
});
