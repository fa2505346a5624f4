import { expect, test } from 'vitest';
import {
  compareFractions,
  divide,
  fractionOfDecimal,
  roundedTo,
  sizeOf,
  wholeNumber,
} from '#renderer/data/model/fraction.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Exact fractions: the sign stands above, whatever they were divided by. */

function of(text: string) {
  const fraction = fractionOfDecimal(text as Decimal);
  if (fraction === null) throw new Error('It is no figure.');
  return fraction;
}
const over = (left: string, right: string) => {
  const divided = divide(of(left), of(right));
  if (divided === null) throw new Error('It is divided by nothing.');
  return divided;
};

test('what is divided by a negative keeps its bottom above 0, so that it compares and rounds as what it is', () => {
  expect(over('1', '-2').bottom > 0n).toBe(true);
  expect(compareFractions(over('1', '-2'), over('-1', '2'))).toBe(0);
  expect(compareFractions(over('1', '-2'), wholeNumber(0))).toBe(-1);
  expect(compareFractions(over('-1', '-2'), wholeNumber(0))).toBe(1);
  expect(compareFractions(over('1', '-3'), over('1', '-2'))).toBe(1);
  expect(compareFractions(sizeOf(over('1', '-2')), over('1', '2'))).toBe(0);
  expect(roundedTo(over('1', '-3'), 2)).toBe('-0.33');
  expect(divide(of('1'), of('0.00'))).toBeNull();
});
