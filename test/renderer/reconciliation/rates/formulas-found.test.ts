import { describe, expect, test } from 'vitest';
import { compileRate, type RateFormula } from '#renderer/reconciliation/rates/model/rates.ts';
import type { ChargeRows } from '#renderer/reconciliation/rates/worker/charge-rows.ts';
import { proposeFormulas } from '#renderer/reconciliation/rates/worker/propose-formulas.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Each way in which a charge is made is seen in what was charged so, whatever tax, fixed part and rounding it has. */

type Made = Partial<Omit<RateFormula, 'rounding'>> & { readonly rounding?: Partial<RateFormula['rounding']> };
const D = (text: string) => text as Decimal;
const formulaOf = ({ rounding = {}, ...parts }: Made): RateFormula => ({
  ...{ withPaidShipping: false, withoutInstallments: false, percent: D('14'), tax: null, fixed: D('0') },
  ...{ fixedPer: parts.fixed === undefined ? 'row' : 'unit', band: null, ...parts },
  rounding: { to: D('0.01'), mode: 'half-up', per: 'row', beforeTax: false, ...rounding },
});

/** Sixty sales of one unit to three at many prices, charged by a formula; some pay for their shipping, or by installments. */
function chargedBy(formula: RateFormula, kind: ChargeRows['kind'] = 'commission'): ChargeRows {
  const places = Array.from({ length: 60 }, (_, at) => at);
  const { expected } = compileRate(formula, 2);
  const units = places.map((at) => 1 + (at % 3));
  const sales = places.map((at) => (90_000 + ((at * 7919) % 997) * 1373) * (units[at] ?? 1));
  const paid = places.map((at) => (at % 4 === 0 ? 299_000 + at * 7 : 0));
  const installments = places.map((at) => (at % 5 === 0 ? 10_000 + at * 13 : 0));
  const base = places.map((at) => (sales[at] ?? 0) + (formula.withPaidShipping ? (paid[at] ?? 0) : 0));
  const charge = places.map(
    (at) =>
      expected(base[at] ?? 0, units[at] ?? 1, sales[at] ?? 0) +
      (formula.withoutInstallments ? (installments[at] ?? 0) : 0),
  );
  const none = places.map(() => 0);
  return {
    ...{ kind, scale: 2, count: places.length, codes: [], row: Uint32Array.from(places) },
    ...{ charge: Float64Array.from(charge), installments: Float64Array.from(installments) },
    ...{ refunded: Float64Array.from(none), sales: Float64Array.from(sales), day: Int32Array.from(none) },
    ...{ paidShipping: Float64Array.from(paid), units: Float64Array.from(units) },
    unjudged: { states: 0, uncharged: 0, unsold: 0, unreadable: 0 },
  };
}
const foundIn = (made: Made, kind?: ChargeRows['kind']) => {
  const rows = chargedBy(formulaOf(made), kind);
  return proposeFormulas(rows, [...rows.row.keys()]).filter(({ hits }) => hits === rows.count);
};

const added = (percent: number) => ({ how: 'added', percent }) as const;
const removed = (percent: number) => ({ how: 'removed', percent }) as const;
const FOUND: readonly (readonly [string, Made])[] = [
  ['a share', {}],
  ['a share of halves', { percent: D('12.5') }],
  ['a share of hundredths', { percent: D('11.37') }],
  ['a share of thousandths', { percent: D('11.375') }],
  ['rounded down', { rounding: { mode: 'floor' } }],
  ['rounded up', { rounding: { mode: 'ceiling' } }],
  ['to whole ones', { percent: D('12.35'), rounding: { to: D('1.00') } }],
  ['a unit at a time', { percent: D('11.37'), rounding: { per: 'unit' } }],
  ...[16, 18, 19, 21, 22].map(
    (each) => [`with ${each} %`, { percent: D('15.5'), tax: added(each) }] as const,
  ),
  ...[16, 18, 19, 21, 22].map(
    (each) => [`without ${each} %`, { percent: D('13'), tax: removed(each) }] as const,
  ),
  ['before tax', { percent: D('15.5'), tax: added(19), rounding: { to: D('1.00'), beforeTax: true } }],
  ['a fixed part a unit', { fixed: D('700.00') }],
  ['a fixed part a row', { fixed: D('700.00'), fixedPer: 'row' }],
  ['a fixed part with tax', { fixed: D('700.00'), tax: added(19) }],
  ['a band', { fixed: D('700.00'), band: { below: D('7000.00'), fixed: D('250.00') } }],
  ['a band from which on', { fixed: D('0.00'), band: { below: D('7000.00'), fixed: D('250.00') } }],
  ['of shipping as well', { withPaidShipping: true }],
  ['beside installments', { withoutInstallments: true }],
  ['of both', { withPaidShipping: true, withoutInstallments: true, fixed: D('700.00') }],
];

describe('a charge that is made by', () => {
  test.each(FOUND)('%s is told by the formula that makes it', (_name, made) => {
    expect(foundIn(made).map(({ formula }) => formula)).toContainEqual(formulaOf(made));
  });
});

test('shipping is a fixed part, whatever the buyer paid of it', () => {
  const made = { percent: D('0'), fixed: D('3100.00'), rounding: { to: D('1.00') } } as const;
  const banded = { ...made, band: { below: D('7000.00'), fixed: D('5490.00') } };
  for (const each of [made, { ...made, fixedPer: 'row' } as const, banded]) {
    const [first] = foundIn(each, 'shipping');
    expect(first?.formula).toEqual(formulaOf(each));
  }
});
