import { expect, test } from 'vitest';
import { offsetsOf, rowsBetween } from '#renderer/reconciliation/findings/screen/use-row-window.ts';

test('rows in sight are drawn with ten more above and below, as far as there are', () => {
  const offsets = offsetsOf(Array.from({ length: 100 }, () => 28));
  expect(rowsBetween(offsets, 28 * 50, 28 * 60)).toEqual({ from: 40, to: 71 });
  expect(rowsBetween(offsets, 28 * 50 - 1, 28 * 60 - 1)).toEqual({ from: 39, to: 70 });
  expect(rowsBetween(offsets, 0, 28)).toEqual({ from: 0, to: 12 });
  expect(rowsBetween(offsets, 28 * 95, 28 * 100)).toEqual({ from: 85, to: 100 });
  expect(rowsBetween([0], 0, 100)).toEqual({ from: 0, to: 0 });
});
