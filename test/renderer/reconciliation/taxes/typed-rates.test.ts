import { expect, test } from 'vitest';
import { typedRates } from '#renderer/reconciliation/taxes/model/typed-rates.ts';
import { parseDecimal, toDecimal } from '#shared/domain/decimal.ts';

/** Rates as they are typed. */

const read = (text: string) => {
  const value = parseDecimal(text.replace(',', '.'));
  return value === undefined ? undefined : toDecimal(value);
};

test.each([
  ['19', ['19']],
  [' 21 %; 10,5%', ['21', '10.5']],
  ['19;19', ['19']],
  ['', []],
  [';', []],
  ['0', null],
  ['100', null],
  ['-3', null],
  ['diecinueve', null],
  ['1;2;3;4', ['1', '2', '3', '4']],
  ['1;2;3;4;5', null],
])('«%s» is %o', (typed, rates) => {
  expect(typedRates(typed, read)).toEqual(rates);
});
