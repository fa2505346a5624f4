import { describe, expect, test } from 'vitest';
import type { RateFormula, RateKind } from '#renderer/reconciliation/rates/model/rates.ts';
import type { ChargeRows } from '#renderer/reconciliation/rates/worker/charge-rows.ts';
import { limitBetween, proposeFormulas } from '#renderer/reconciliation/rates/worker/propose-formulas.ts';
import { type NaiveRule, naiveCharge } from './naive-rate.ts';

/** Which formulas a sample may follow: the simplest first, each once, the one that was charged by among them. */

type Charged = {
  readonly sales: number;
  readonly charge: number;
  readonly units?: number;
  readonly paid?: number;
  readonly installments?: number;
};

const PRICES = Array.from({ length: 40 }, (_, at) => 90_000 + ((at * 7919) % 997) * 1373);
const ALL_OF = (size: number) => Array.from({ length: size }, (_, at) => at);
const ALL = ALL_OF(PRICES.length);
const PLAIN: NaiveRule = {
  ...{ percent: 1400, fixed: 0, below: null, tax: 'none', step: 1, mode: 'half-up', per: 'row' },
};

function rowsOf(kind: RateKind, rows: readonly Charged[]): ChargeRows {
  const column = (read: (row: Charged) => number) => Float64Array.from(rows, read);
  return {
    ...{ kind, scale: 2, count: rows.length, codes: [] },
    row: Uint32Array.from(rows, (_, at) => at),
    charge: column(({ charge }) => charge),
    installments: column(({ installments = 0 }) => installments),
    refunded: column(() => 0),
    sales: column(({ sales }) => sales),
    paidShipping: column(({ paid = 0 }) => paid),
    units: column(({ units = 1 }) => units),
    day: Int32Array.from(rows, () => 0),
    unjudged: { states: 0, uncharged: 0, unsold: 0, unreadable: 0 },
  };
}

/** Hits and what tells a formula from another. */
const told = ({ formula, hits }: { readonly formula: RateFormula; readonly hits: number }) => {
  const { percent, tax, fixed, fixedPer, band, rounding, withPaidShipping, withoutInstallments } = formula;
  return [
    ...[`${hits}: ${percent} %`, tax === null ? '' : `tax ${tax.how} ${tax.percent}`],
    fixed === '0' ? '' : `${fixed} a ${fixedPer}`,
    band === null ? '' : `from ${band.below} on ${band.fixed}`,
    `${rounding.mode} ${rounding.to}${rounding.per === 'unit' ? ' a unit' : ''}${rounding.beforeTax ? ' before tax' : ''}`,
    ...[withPaidShipping ? 'with shipping' : '', withoutInstallments ? 'without installments' : ''],
  ]
    .filter((part) => part !== '')
    .join(', ');
};
const proposed = (rows: readonly Charged[], kind: RateKind = 'commission', places: readonly number[] = ALL) =>
  proposeFormulas(rowsOf(kind, rows), places).map(told);

/** The same prices charged by a rule, one at a time, or one and two by turns. */
const ruled = (parts: Partial<NaiveRule>, most = 1): readonly Charged[] =>
  PRICES.map((price, at) => {
    const units = 1 + (at % most);
    return { sales: price * units, units, charge: naiveCharge({ ...PLAIN, ...parts }, price * units, units) };
  });

describe('formulas that a sample may follow', () => {
  test.each([1, 2])('a share alone, however it is rounded, where up to %i are sold at a time', (most) => {
    expect(proposed(ruled({}, most))).toEqual(['40: 14 %, half-up 0.01']);
    expect(proposed(ruled({ percent: 1237 }, most))).toEqual(['40: 12.37 %, half-up 0.01']);
    expect(proposed(ruled({ mode: 'floor' }, most))).toEqual(['40: 14 %, floor 0.01']);
    expect(proposed(ruled({ step: 100 }, most))[0]).toBe('40: 14 %, half-up 1.00');
  });

  test('a share with tax is proposed beside the plain one that comes to the same, each once', () => {
    expect(proposed(ruled({ tax: 'added' }))).toEqual([
      '40: 16.66 %, half-up 0.01',
      '40: 14 %, tax added 19, half-up 0.01',
    ]);
    expect(proposed(ruled({ tax: 'removed' }))).toEqual([
      '40: 14 %, tax removed 19, half-up 0.01',
      '37: 11.7647 %, half-up 0.01',
      '37: 11.7647 %, half-even 0.01',
    ]);
    for (const parts of [
      { tax: 'added' },
      { tax: 'removed' },
      { step: 100 },
      { tax: 'added', fixed: 50_000 },
    ] as const) {
      const all = proposed(ruled(parts, 2));
      expect(new Set(all).size).toBe(all.length);
    }
  });

  test('a fixed part, of a unit or a row, and one that ends at a price', () => {
    expect(proposed(ruled({ fixed: 70_000 }))).toEqual(['40: 14 %, 700.00 a unit, half-up 0.01']);
    expect(proposed(ruled({ fixed: 70_000, below: 700_000 }, 2))).toEqual([
      '40: 14 %, 700.00 a unit, from 7000.00 on 0.00, half-up 0.01',
    ]);
    const aRow = ruled({}, 2).map((row) => ({ ...row, charge: row.charge + 70_000 }));
    expect(proposed(aRow)[0]).toBe('40: 14 %, 700.00 a row, half-up 0.01');
  });

  test('what the buyer paid for shipping, and installments that are charged apart', () => {
    const rows = PRICES.map((sales, at) => {
      const [paid, installments] = [5000 + at * 300, 900 + at];
      return { sales, paid, installments, charge: Math.round((sales + paid) * 0.12) + installments };
    });
    expect(proposed(rows)[0]).toBe('40: 12 %, half-up 0.01, with shipping, without installments');
    // Of shipping there is no base: it is a fixed part, by the price of a unit.
    const shipping = PRICES.map((sales) => ({ sales, charge: sales < 700_000 ? 310_000 : 549_000 }));
    expect(proposed(shipping, 'shipping')).toEqual([
      '40: 0 %, 3100.00 a unit, from 7000.00 on 5490.00, half-up 1.00',
    ]);
  });

  /** So many sales at a few prices or at many, charged by a rule: from one unit up to `most` of them by turns. */
  const few = (
    size: number,
    { low, spread, grid, most }: { low: number; spread: number; grid: number; most: number },
    parts: Partial<NaiveRule>,
  ): readonly Charged[] =>
    ALL_OF(size).map((at) => {
      const units = 1 + (at % most);
      const sales = (low + ((at * 7919) % spread) * grid) * units;
      return { sales, units, charge: naiveCharge({ ...PLAIN, ...parts }, sales, units) };
    });

  test('are told by pairs of rows of as many units, however many units there are and whatever they are rounded to', () => {
    const first = (rows: readonly Charged[]) => proposed(rows, 'commission', ALL_OF(rows.length))[0];
    const sixes = { low: 90_000, spread: 13, grid: 1373, most: 6 };
    expect(first(few(40, sixes, { fixed: 5000, per: 'unit' }))).toBe(
      '40: 14 %, 50.00 a unit, half-up 0.01 a unit',
    );
    // Where several formulas give every charge, any of them will do.
    const pesos = { step: 100, fixed: 12_345, percent: 1550 };
    expect(first(few(20, { low: 1000, spread: 13, grid: 1000, most: 2 }, pesos))).toMatch(/^20: /);
    const fours = { low: 90_000, spread: 997, grid: 1373, most: 4 };
    expect(first(few(20, fours, { fixed: 70_000, tax: 'removed', step: 100, per: 'unit' }))).toMatch(/^20: /);
    const cheap = { low: 1000, spread: 13, grid: 1373, most: 6 };
    expect(first(few(20, cheap, { percent: 1237, fixed: 70_000, mode: 'half-even', per: 'unit' }))).toBe(
      '20: 12.37 %, 700.00 a unit, half-up 0.01 a unit',
    );
    const eights = { low: 1000, spread: 997, grid: 1373, most: 8 };
    expect(first(few(72, eights, { tax: 'removed', per: 'unit' }))).toBe(
      '72: 14 %, tax removed 19, half-up 0.01 a unit',
    );
  });

  test('are followed by eight rows of a sample that stand together, and by three in ten of it', () => {
    const odd = ({ sales }: Charged, at: number) => ({
      sales,
      charge: Math.round(sales * (0.02 + ((at * 37) % 40) / 100)),
    });
    /** Those at some places follow a rule, the others none. */
    const followed = (size: number, follows: (at: number) => boolean) =>
      proposed(
        few(size, { low: 90_000, spread: 997, grid: 1373, most: 1 }, {}).map((row, at) =>
          follows(at) ? row : odd(row, at),
        ),
        'commission',
        ALL_OF(size),
      );
    expect(followed(20, (at) => at < 8)[0]).toBe('8: 14 %, half-up 0.01');
    expect(followed(20, (at) => at < 7 || at === 15)).toEqual([]);
    expect(followed(40, (at) => at < 12 || at % 4 === 0)[0]).toBe('19: 14 %, half-up 0.01');
    expect(followed(40, (at) => at < 11 || at % 4 === 0)).toEqual([]);
  });

  test('of some rows alone, and none where nothing tells one', () => {
    const mixed = ruled({}).map((row, at) => (at < 20 ? row : { ...row, charge: row.charge + 777 }));
    expect(proposed(mixed, 'commission', ALL.slice(0, 20))).toEqual(['20: 14 %, half-up 0.01']);
    const any = PRICES.map((sales, at) => ({
      sales,
      charge: Math.round(sales * (0.08 + ((at * 37) % 40) / 200)),
    }));
    expect(proposed(any)).toEqual([]);
  });
});

test('the price between two bands is the roundest that parts them, or there is none', () => {
  const between = (prices: readonly number[], low: readonly number[], high: readonly number[]) =>
    limitBetween(
      Float64Array.from(prices),
      (at) => low.includes(at),
      (at) => high.includes(at),
    );
  expect(between([10, 20, 30, 40], [0, 1], [2, 3])).toBe(30);
  expect(between([1234, 1999, 2100, 5000], [0, 1], [2, 3])).toBe(2000);
  expect(between([10, 11, 12.5], [0, 1], [2])).toBe(12);
  // Where both sides have one price that is the limit; one that is off does not move it.
  expect(between([10, 20, 20, 30], [0, 1], [2, 3])).toBe(20);
  expect(between([5, 6, 7, 8], [0, 1, 3], [2])).toBe(7);
  // Rows of one price are all on one side of it: it parts none of them from the others.
  expect(between([10, 25, 25, 30], [0, 1], [2, 3])).toBe(20);
  expect(between([10, 25, 25, 28, 40], [0, 1, 3], [2, 4])).toBe(30);
  expect(between([10, 20], [0, 1], [])).toBeNull();
  expect(between([10, 20], [], [0, 1])).toBeNull();
  expect(between([10, 20, 30], [0, 1, 2], [1, 2])).toBeNull();
  // Behind the last price there is none.
  const [isBehind, isHere] = [(at: number) => at >= 2, (at: number) => at < 2];
  expect(limitBetween(Float64Array.of(10, 20), isBehind, isHere)).toBeNull();
});
