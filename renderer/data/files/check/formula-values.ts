import type { Formula } from '#renderer/data/model/sheet-table.ts';

/**
 * Computes formulas from the values of the cells they take, and how far a program's own value may lie from the result.
 * Pure.
 */

/** `value` null: nothing, as a rate of no base. `slack`: how far another program's value may lie from it. */
export type Computed = { readonly value: number | null; readonly slack: number };

export type Operand = {
  readonly value: number;
  /** Whether SUBTOTAL passes over it, as it is one itself. */
  readonly isSubtotal: boolean;
  /** Whether it was rounded when it was written, as rates are. */
  readonly isRounded: boolean;
};

/** Cells by column and line of the sheet, from 0; one without a number counts as 0. */
export type Operands = (column: number, line: number) => Operand;

/** Programs keep 15 digits of a number, and add in the order they like. */
const RELATIVE_SLACK = 2e-14;

/** A sum that loses no digits to the order of what is added, with the size of all that was. */
export function createSum() {
  let [total, lost, size, count] = [0, 0, 0, 0];
  return {
    add(value: number): void {
      const next = total + value;
      lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
      total = next;
      size += Math.abs(value);
      count += 1;
    },
    end: (): Computed => ({
      value: total + lost,
      slack: size * RELATIVE_SLACK * Math.max(1, Math.sqrt(count) / 10),
    }),
  };
}

/** Percent of a base; `places`: of what was written. */
export function rateOfValues(part: number, base: number, places: number): Computed {
  const value = (100 * part) / base;
  return { value, slack: halfPlace(places) + Math.abs(value) * 10 * RELATIVE_SLACK };
}

const halfPlace = (places: number): number => 0.500001 * 10 ** -places;

/** @param at the formula's own cell, and the lines of its sheet @param places decimal places of rates that were written */
export function computeFormula(
  formula: Formula,
  at: { readonly column: number; readonly line: number; readonly lines: number },
  operands: Operands,
  places: number,
): Computed {
  const { column, line } = at;
  const sum = createSum();
  let rounded = 0;
  const take = (operand: Operand, sign: 1 | -1): void => {
    sum.add(sign * operand.value);
    if (operand.isRounded) rounded += 1;
  };
  const takeBelow = (from: number, to: number, sign: 1 | -1): void => {
    for (let each = from; each < Math.min(to, at.lines); each += 1) {
      const operand = operands(column, each);
      if (!operand.isSubtotal) take(operand, sign);
    }
  };
  switch (formula.kind) {
    case 'rate': {
      const base = operands(formula.base, formula.baseLine ?? line).value;
      return base <= 0 ? NOTHING : rateOfValues(operands(formula.part, line).value, base, places);
    }
    case 'change': {
      const base = operands(formula.base, line).value;
      return base === 0 ? NOTHING : rateOfValues(operands(formula.part, line).value, Math.abs(base), places);
    }
    case 'subtotal':
      takeBelow(line + 1, line + 1 + formula.below, 1);
      break;
    case 'parts':
      takeBelow(line + 1, line + 1 + formula.adds, 1);
      takeBelow(line + 1 + formula.adds, line + 1 + formula.adds + formula.takes, -1);
      break;
    case 'sum':
      for (const each of formula.columns) take(operands(each, line), 1);
      break;
    case 'difference':
      take(operands(formula.column, line), 1);
      take(operands(formula.less, line), -1);
      break;
    case 'lines':
      for (const each of formula.adds) take(operands(column, each), 1);
      for (const each of formula.takes) take(operands(column, each), -1);
      break;
  }
  const { value, slack } = sum.end();
  // A value that was rounded where it stood, and then taken, was rounded once more here.
  return { value, slack: slack + (rounded === 0 ? 0 : (rounded + 1) * halfPlace(places)) };
}

const NOTHING: Computed = { value: null, slack: 0 };

/** Cells that a formula takes: what computing it costs. */
export function operandCount(formula: Formula): number {
  switch (formula.kind) {
    case 'rate':
    case 'change':
    case 'difference':
      return 2;
    case 'subtotal':
      return formula.below;
    case 'parts':
      return formula.adds + formula.takes;
    case 'sum':
      return formula.columns.length;
    case 'lines':
      return formula.adds.length + formula.takes.length;
  }
}

/** Whether it takes cells of other lines than its own. */
export function takesOtherLines(formula: Formula): boolean {
  switch (formula.kind) {
    case 'rate':
      return formula.baseLine !== null;
    case 'subtotal':
    case 'parts':
    case 'lines':
      return true;
    case 'sum':
    case 'difference':
    case 'change':
      return false;
  }
}

/** A formula's text as every program writes it alike: without spaces, and without quotes around sheets' names. */
export function plainFormula(text: string): string {
  return text.replace(/^(?:of:)?=/, '').replace(/[\s']/g, '');
}
