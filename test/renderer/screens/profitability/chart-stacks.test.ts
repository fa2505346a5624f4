import { expect, test } from 'vitest';
import { measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import type { ChartMark } from '#renderer/screens/profitability/pivot/chart-marks.ts';
import { type Stack, stackDomain, stacksOf } from '#renderer/screens/profitability/pivot/chart-stacks.ts';

/** What leads to a result, as amounts and as percents of what was sold. */

const measure = (id: string) => {
  const found = measureOf(id);
  if (found === null) throw new Error(`${id} is none.`);
  return found;
};
const AMOUNT = measure('sum:Rentabilidad Total');
const RATE = measure('rate:Rentabilidad Total');
const markOf = (sums: { readonly [column: string]: string }, value: string | null = null) =>
  ({ pair: { now: { sums } }, value }) as unknown as ChartMark;
const SOLD = { Ventas: '200.00', 'Ingreso Total': '200.00', 'Costo de Producto': '50.00' };
const costsOf = ({ costs }: Stack) =>
  costs.flatMap(({ line, value }) => (value === null ? [] : [[line.id, value]]));

test('an amount is told as it is, a rate as its percent of Ventas', () => {
  const [amounts] = stacksOf([markOf(SOLD)], AMOUNT);
  const [rates] = stacksOf([markOf(SOLD)], RATE);
  expect([amounts?.income.value, amounts?.cost, rates?.income.value, rates?.cost]).toEqual([
    ...['200.00', '50.00', '100.000000', '25.000000'],
  ]);
  expect(costsOf(amounts as Stack)).toEqual([[expect.any(String), '50.00']]);
  expect(costsOf(rates as Stack)).toEqual([[expect.any(String), '25.000000']]);
  expect(amounts?.result.scope).toBe('total');
});

test('of a group whose costs were not read none is told, nor a percent without sales', () => {
  const [unread] = stacksOf([markOf({ Ventas: '200.00', 'Ingreso Total': '200.00' })], RATE);
  expect([unread?.cost, unread?.income.value]).toEqual([null, '100.000000']);
  const [unsold] = stacksOf([markOf({ ...SOLD, Ventas: '0' })], RATE);
  expect([unsold?.cost, unsold?.income.value]).toEqual([null, null]);
});

test('nothing leads to what is no result', () => {
  expect(stacksOf([markOf(SOLD)], measure('sum:Ventas'))).toEqual([]);
});

test('the scale holds 0, the stack and its result; of rates it ends at the edges', () => {
  const domain = (value: string, sums: { readonly [column: string]: string }, own = AMOUNT) =>
    stackDomain(stacksOf([markOf(sums, value)], own), own);
  expect(domain('150.00', SOLD)).toEqual([0, 150]);
  expect(domain('20.00', SOLD)).toEqual([0, 50]);
  expect(domain('-5.00', { ...SOLD, 'Costo de Producto': '-30.00' })).toEqual([-30, 0]);
  expect(domain('0', { Ventas: '0' })).toEqual([0, 1]);
  expect(domain('-400', { ...SOLD, 'Costo de Producto': '1000.00' }, RATE)).toEqual([-100, 200]);
  expect(domain('60', SOLD, RATE)).toEqual([0, 60]);
});
