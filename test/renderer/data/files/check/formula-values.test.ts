import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeFormula,
  createSum,
  operandCount,
  plainFormula,
  rateOfValues,
  takesOtherLines,
} from '#renderer/data/files/check/formula-values.ts';
import type { Formula } from '#renderer/data/model/sheet-table.ts';

/** What a formula comes to over cells of which each has a number of its own, added up by hand. */

/** The cell of a column and a line: 10 of the column, 1 of the line; even lines below 4 are subtotals. */
const cellAt = (column: number, line: number) => ({
  value: 10 * column + line,
  isSubtotal: line === 5,
  isRounded: false,
});
const LINES = 8;
const computed = (formula: Formula, line = 2, operands = cellAt, places = 2) =>
  computeFormula(formula, { column: 3, line, lines: LINES }, operands, places);
const resultOf = (formula: Formula, line = 2) => computed(formula, line).value;

describe('a formula', () => {
  test('adds the lines below it, but for subtotals and what is beyond the sheet', () => {
    expect(resultOf({ kind: 'subtotal', below: 2 })).toBe(33 + 34);
    expect(resultOf({ kind: 'subtotal', below: 4 })).toBe(33 + 34 + 36);
    expect(resultOf({ kind: 'subtotal', below: 0 })).toBe(0);
    expect(resultOf({ kind: 'subtotal', below: 90 }, 6)).toBe(37);
    expect(resultOf({ kind: 'parts', adds: 1, takes: 1 })).toBe(33 - 34);
    expect(resultOf({ kind: 'parts', adds: 2, takes: 3 })).toBe(33 + 34 - 36 - 37);
  });

  test('adds cells of its own line, takes one from another, adds and takes cells of its column', () => {
    expect(resultOf({ kind: 'sum', columns: [0, 2, 5] })).toBe(2 + 22 + 52);
    expect(resultOf({ kind: 'difference', column: 5, less: 1 })).toBe(52 - 12);
    expect(resultOf({ kind: 'lines', adds: [0, 7], takes: [1] })).toBe(30 + 37 - 31);
  });

  test('is percent of a base of its line or of another, nothing of a base of 0 or less', () => {
    expect(resultOf({ kind: 'rate', part: 1, base: 4, baseLine: null })).toBe(1200 / 42);
    expect(resultOf({ kind: 'rate', part: 1, base: 4, baseLine: 0 })).toBe(1200 / 40);
    const of = (base: number) => (column: number) => ({
      ...{ value: column === 0 ? base : 30, isSubtotal: false, isRounded: false },
    });
    const rate: Formula = { kind: 'rate', part: 1, base: 0, baseLine: null };
    const change: Formula = { kind: 'change', part: 1, base: 0 };
    expect([60, 1, 0, -60].map((base) => computed(rate, 2, of(base)).value)).toEqual([50, 3000, null, null]);
    expect([60, 1, 0, -60].map((base) => computed(change, 2, of(base)).value)).toEqual([50, 3000, null, 50]);
    expect(computed(rate, 2, of(0)).slack).toBe(0);
  });

  test('may differ by what was rounded where it was written, and by half a place more for each that it takes', () => {
    const rounded = (isRounded: boolean) => () => ({ value: 1, isSubtotal: false, isRounded });
    const difference: Formula = { kind: 'difference', column: 0, less: 1 };
    expect(computed(difference, 2, rounded(false)).slack).toBeLessThan(1e-10);
    expect(computed(difference, 2, rounded(true), 2).slack).toBeCloseTo(3 * 0.005, 5);
    expect(computed(difference, 2, rounded(true), 4).slack).toBeCloseTo(3 * 0.00005, 7);
    const one = (column: number) => ({ value: 1, isSubtotal: false, isRounded: column === 0 });
    expect(computed(difference, 2, one, 2).slack).toBeCloseTo(2 * 0.005, 5);
    const { value, slack } = rateOfValues(1, 3, 2);
    expect(value).toBe(100 / 3);
    expect(slack).toBeGreaterThan(0.005);
    expect(slack).toBeLessThan(0.005001);
    // Of a large one no program has all the digits, whichever its sign.
    for (const part of [1e12, -1e12]) expect(rateOfValues(part, 1, 2).slack).toBeCloseTo(20.005, 4);
  });

  test('costs as many cells as it takes, and is of other lines where it takes some', () => {
    const formulas: readonly (readonly [Formula, number, boolean])[] = [
      [{ kind: 'rate', part: 0, base: 1, baseLine: null }, 2, false],
      [{ kind: 'rate', part: 0, base: 1, baseLine: 0 }, 2, true],
      [{ kind: 'change', part: 0, base: 1 }, 2, false],
      [{ kind: 'difference', column: 0, less: 1 }, 2, false],
      [{ kind: 'subtotal', below: 7 }, 7, true],
      [{ kind: 'parts', adds: 3, takes: 2 }, 5, true],
      [{ kind: 'sum', columns: [1, 2, 3] }, 3, false],
      [{ kind: 'lines', adds: [1, 2], takes: [3] }, 3, true],
    ];
    for (const [formula, count, isOfOthers] of formulas)
      expect([operandCount(formula), takesOtherLines(formula)], formula.kind).toEqual([count, isOfOthers]);
  });
});

test('a sum loses no digits to its order, and knows the size of all that was added', () => {
  const sumOf = (values: readonly number[]) => {
    const sum = createSum();
    for (const value of values) sum.add(value);
    return sum.end();
  };
  expect(sumOf([1e16, 1, -1e16]).value).toBe(1);
  expect(sumOf([1, 1e16, 1, -1e16]).value).toBe(2);
  expect(sumOf([]).value).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 300 }), (cents) => {
      const { value, slack } = sumOf(cents.map((each) => each / 100));
      const exact = cents.reduce((sum, each) => sum + each, 0) / 100;
      const size = cents.reduce((sum, each) => sum + Math.abs(each), 0) / 100;
      expect(Math.abs((value ?? 0) - exact)).toBeLessThanOrEqual(slack);
      expect(slack).toBeCloseTo(size * 2e-14 * Math.max(1, Math.sqrt(cents.length) / 10), 12);
    }),
  );
});

test('a formula’s text is alike without spaces, quotes of sheets and the sign before it', () => {
  expect(plainFormula("of:=SUM( 'Por mes'!A1 : A2 )")).toBe('SUM(Pormes!A1:A2)');
  expect(plainFormula('=A1')).toBe('A1');
  expect(plainFormula('A1=of:=B1')).toBe('A1=of:=B1');
});
