import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorName, pageErrorSchema } from '#shared/contract/page-errors.ts';

/** What may be told of an error of the page: nothing that could hold anything of the user's. */

test('a name is one of a closed set, else that of any error', () => {
  for (const name of ['TypeError', 'ZodError', 'QuotaExceededError', 'Error'])
    expect(errorName(name)).toBe(name);
  fc.assert(fc.property(fc.string(), (name) => errorName(`${name}!`) === 'Error'));
  for (const name of ['', 'typeerror', 'TypeError ', '__proto__', 'constructor'])
    expect(errorName(name)).toBe('Error');
});

test('a place is a file of the page’s own, a row and a column', () => {
  const isKnown = (place: object, kind = 'page-exception') =>
    pageErrorSchema.safeParse({
      kind,
      errors: [{ name: 'TypeError', places: [{ file: 'assets/a.js', row: 1, column: 0, ...place }] }],
    }).success;
  expect(isKnown({})).toBe(true);
  expect(isKnown({}, 'other')).toBe(false);
  for (const file of ['../a.js', '/etc/passwd', 'a b.js', 'a.js?k=1', '', `a${'b'.repeat(200)}`])
    expect([file, isKnown({ file })]).toEqual([file, false]);
  expect(isKnown({ file: `a${'b'.repeat(199)}` })).toBe(true);
  for (const row of [-1, 0.5, 10_000_000])
    expect([isKnown({ row }), isKnown({ column: row })]).toEqual([false, false]);
  for (const row of [0, 9_999_999])
    expect([isKnown({ row }), isKnown({ column: row })]).toEqual([true, true]);
});

test('one error with what it was because of: one to four, each of them a value at least', () => {
  const error = { name: 'Error', places: [] };
  const isKnown = (count: number, one: object | null = error) =>
    pageErrorSchema.safeParse({ kind: 'page-exception', errors: Array(count).fill(one) }).success;
  expect([0, 1, 4, 5].map((count) => isKnown(count))).toEqual([false, true, true, false]);
  expect(isKnown(1, null)).toBe(true);
  expect(isKnown(1, { name: 'Secret', places: [] })).toBe(false);
});
