import { expect, test } from 'vitest';
import { giftOf, shippingOf } from '#test/mutants/fixture/discount.ts';

test('shipping is free from 50 on, a gift comes above 1000', () => {
  expect([49, 50].map(shippingOf)).toEqual([5, 0]);
  expect([1000, 1001].map(giftOf)).toEqual([false, true]);
});
