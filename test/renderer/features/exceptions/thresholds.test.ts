import { expect, test } from 'vitest';
import { isAmount, isLimit } from '#renderer/features/exceptions/thresholds.ts';

/** From when on something is reported: what may be typed. */

test('a limit is a whole number within its bounds', () => {
  const allowed = (limit: Parameters<typeof isLimit>[0], ...values: readonly number[]) =>
    values.filter((value) => isLimit(limit, value));
  const tried = [-1, 0, 1, 1.5, 10_000, 10_001, 1_000_000, 1_000_001, Number.NaN];
  expect(allowed('marginPoints', ...tried)).toEqual([0, 1, 10_000]);
  expect(allowed('marginSpreads', ...tried)).toEqual([0, 1, 10_000]);
  expect(allowed('marginRows', ...tried)).toEqual([1, 10_000, 10_001, 1_000_000]);
});

test('an amount is a decimal that is not below zero', () => {
  const tried = ['0', '1', '0.50', '-1', '-0.01', '', 'x', '1,5', '12345678901234567890.99'];
  expect(tried.filter(isAmount)).toEqual(['0', '1', '0.50', '12345678901234567890.99']);
});
