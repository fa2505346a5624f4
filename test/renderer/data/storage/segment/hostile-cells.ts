import fc from 'fast-check';
import type { Cell } from '#shared/domain/row-table.ts';

/** Cells that are easily changed on their way through a segment, among usual ones. */

export const HOSTILE: readonly Cell[] = [
  null,
  '',
  ' ',
  '0',
  '-0',
  '-0.00',
  '0.00',
  '00',
  '007',
  '1',
  '1.00',
  '1.0000',
  '+1',
  '1e3',
  '.5',
  '5.',
  '1,5',
  '١',
  '123456789012345',
  '1234567890123456',
  '0.123456789012345',
  '99999999999999.9',
  '1234567890123456789012345678901234567890',
  '-9007199254740991',
  '9007199254740993',
  '2026-02-31T00:00:00.000',
  '2026-02-28T23:59:59.999',
  '2026-02-28T23:59:59.999Z',
  '2026-02-28T23:59:59',
  '0099-01-01T00:00:00.000',
  '9999-12-31T23:59:59.999Z',
  '\ud800',
  '\udc00\ud800',
  '\ufeffmarca',
  'niño\u0000 "x"\n',
  'NaN',
  'Infinity',
];

const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, places]) => {
    const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
    const cut = digits.length - places;
    return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${places > 0 ? `.${digits.slice(cut)}` : ''}`;
  });
const smallMoney = fc.integer({ min: -99_999, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
const dateText = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 23)));
export const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 3, arbitrary: fc.constant('0.00') },
  { weight: 3, arbitrary: smallMoney },
  { weight: 2, arbitrary: decimalText },
  { weight: 2, arbitrary: dateText },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('\ud800', '\udfff', 'a', '.', '0') }) },
);
