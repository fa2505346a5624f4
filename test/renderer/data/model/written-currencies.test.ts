import { expect, test } from 'vitest';
import {
  currencyOfAmount,
  currencyOfCell,
  currencyOfFormat,
  currencyOfHeading,
  isWrittenAs,
} from '#renderer/data/model/written-currencies.ts';

test.each([
  ['US$ 12.50', 'USD'],
  ['-US$12.50', 'USD'],
  ['US$ -12.50', 'USD'],
  ['(USD 100)', 'USD'],
  ['U$S 1.000,00', 'USD'],
  ['100 USD', 'USD'],
  ['€ 3', 'EUR'],
  ['3,00 €', 'EUR'],
  ['R$ 1.234,50', 'BRL'],
  ['S/. 20.00', 'PEN'],
  ['S/20', 'PEN'],
  ['MX$ 5', 'MXN'],
  ['12,50 UF', 'CLF'],
  ['CLP 1.000', 'CLP'],
  ['$ 1.000 CLP', 'CLP'],
  ['$1.000', '$'],
  ['($ 1.000)', '$'],
  ['1.000-', null],
  ['12 x', null],
  ['', null],
  ['sin monto', null],
])('the amount %j is written in %j', (text, currency) => {
  expect(currencyOfAmount(text)).toBe(currency);
});

test('an amount with two currencies is of neither', () => {
  const mark = currencyOfAmount('US$ 12 CLP') ?? '';
  expect([isWrittenAs(mark, 'USD'), isWrittenAs(mark, 'CLP'), isWrittenAs(mark, '$')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a bare sign is of each currency that has it, and no other mark is', () => {
  expect(['CLP', 'ARS', 'MXN', 'COP', 'USD', 'UYU'].every((code) => isWrittenAs('$', code))).toBe(true);
  expect(['PEN', 'BRL', 'EUR', 'PYG', 'BOB'].some((code) => isWrittenAs('$', code))).toBe(false);
  // Who writes pesos with a bare sign says of dollars that they are.
  expect(isWrittenAs('USD', '$')).toBe(false);
  expect(isWrittenAs('CLP', '$')).toBe(true);
});

test.each([
  ['CLP', 'CLP'],
  ['clp', 'CLP'],
  ['US$', 'USD'],
  ['Dólares', 'USD'],
  ['Pesos', '$'],
  ['SEK', 'SEK'],
  ['Moneda nacional', null],
])('a cell of currencies %j names %j', (text, currency) => {
  expect(currencyOfCell(text)).toBe(currency);
});

test.each([
  ['Costo (USD)', 'USD'],
  ['Monto [US$]', 'USD'],
  ['Total CLP', 'CLP'],
  ['Costo US$', 'USD'],
  ['Precio (S/)', 'PEN'],
  ['Costo unitario', null],
  ['Monto (Sin IVA)', null],
  ['Fecha (dd/mm)', null],
  ['Costo real', null],
])('the heading %j names %j', (text, currency) => {
  expect(currencyOfHeading(text)).toBe(currency);
});

test.each([
  ['[$€-40A]#,##0.00', 'EUR'],
  ['#,##0.00\\ [$€-1]', 'EUR'],
  ['[$US$-409]#,##0', 'USD'],
  ['"US$" #,##0', 'USD'],
  ['"US$"\\ #,##0;[Red]\\-"US$"\\ #,##0', 'USD'],
  ['[$USD] #,##0.00', 'USD'],
  ['[$R$-416] #,##0.00', 'BRL'],
  ['[$S/-280A] #,##0', 'PEN'],
  ['_-"$"* #,##0_-;\\-"$"* #,##0_-', '$'],
  ['[$$-340A]#,##0', '$'],
  ['$#,##0', '$'],
  ['[$-340A]#,##0', null],
  ['#,##0.00', null],
  ['0.00%', null],
  ['"N° "0', null],
  ['General', null],
])('the format %j draws %j', (code, currency) => {
  expect(currencyOfFormat(code)).toBe(currency);
});
