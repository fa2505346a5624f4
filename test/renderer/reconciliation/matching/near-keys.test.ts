import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  damagedKey,
  headOfKey,
  type NearReason,
  nearForm,
  whyNear,
} from '#renderer/reconciliation/matching/model/near-keys.ts';

/** Numbers of orders as spreadsheets and marketplaces leave them. */

/** With a letter, so that its case can be another; it ends in no suffix. */
const key = fc.stringMatching(/^[1-9][0-9A-Z]{0,6}[A-Z][0-9]{1,4}$/);
const DAMAGES: readonly (readonly [NearReason, (key: string) => string])[] = [
  ['suffix', (text) => `${text}-B`],
  ['case', (text) => text.toLowerCase()],
  ['leading-zeros', (text) => `00${text}`],
  ['blanks', (text) => `${text.slice(0, 1)}\u00a0${text.slice(1)} \u200b`],
];

describe('numbers that are nearly the same', () => {
  test('are of one form, and why is said of each thing that was done to them', () => {
    fc.assert(
      fc.property(key, fc.subarray([...DAMAGES]), (whole, damages) => {
        const damaged = damages.reduce((text, [, damage]) => damage(text), whole);
        expect(nearForm(damaged)).toBe(whole);
        const reasons = damages.map(([reason]) => reason).toSorted();
        expect(whyNear(damaged, whole).toSorted()).toEqual(reasons);
        expect(whyNear(whole, damaged).toSorted()).toEqual(reasons);
      }),
    );
  });

  test('are no others', () => {
    expect(['0', '00', '10', '100', '12-AB', '12-1', 'A-B-C'].map(nearForm)).toEqual([
      '0',
      '0',
      '10',
      '100',
      '12-AB',
      '12-1',
      'A-B',
    ]);
    expect(whyNear('12', '12')).toEqual([]);
    // Where both were damaged, and not alike.
    expect([whyNear('1 2', '12 '), whyNear('012', '0012')]).toEqual([['blanks'], ['leading-zeros']]);
  });
});

describe('a number of which the first digits are left', () => {
  // As many digits as doubles carry; near a power of ten too, where rounding makes one digit more.
  const number = fc.oneof(
    fc.integer({ min: 1, max: 10 ** 15 - 1 }),
    fc.integer({ min: 1, max: 10 ** 6 }),
    fc
      .integer({ min: 1, max: 15 })
      .chain((digits) => fc.integer({ min: 1, max: 60 }).map((less) => 10 ** digits - less)),
  );

  test('is told by its length and by what stays of it', () => {
    let longer = 0;
    fc.assert(
      fc.property(
        number.filter((each) => each > 0),
        fc.integer({ min: 1, max: 15 }),
        fc.constantFrom('.', ','),
        fc.constantFrom('e+', 'E+', 'E'),
        (whole, kept, point, mark) => {
          const text = String(whole);
          fc.pre(kept <= text.length);
          const [mantissa = '', exponent = ''] = whole.toExponential(kept - 1).split('e+');
          const head = mantissa.replace('.', '');
          const written = `${mantissa.replace('.', point)}${mark}${exponent}`;
          expect(damagedKey(` ${written} `)).toEqual({ digits: Number(exponent) + 1, head });
          if (Number(exponent) + 1 > text.length) longer += 1;
          expect(headOfKey(text, kept)).toBe(Number(exponent) + 1 > text.length ? null : head);
        },
      ),
      { numRuns: 1000 },
    );
    expect(longer).toBeGreaterThan(20);
  });

  test('is none where digits stand behind its end, or it is otherwise written', () => {
    for (const text of ['1.2345E+3', '12E+3', 'E+3', '1.2E-3', '1.2E+123', '1E', '1.E+3', 'A1E+3', '1E+3A'])
      expect(damagedKey(text), text).toBeNull();
    expect(damagedKey('1.234E+3')).toEqual({ digits: 4, head: '1234' });
    for (const text of ['0123', '12A', '', '-12', '12.5']) expect(headOfKey(text, 1), text).toBeNull();
    expect([headOfKey('123', 3), headOfKey('123', 4)]).toEqual(['123', null]);
  });
});
