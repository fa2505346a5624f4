import type {
  Formula,
  TableCell,
  TableColumn,
  TableLine,
  WholeTable,
} from '#renderer/data/model/sheet-table.ts';
import { type Text, withApiNames } from '#renderer/i18n/text.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import {
  coverageAmount,
  coverageRate,
  figureOf,
  type StatementColumn,
  toldRate,
} from './income-statement-columns.ts';
import { lineName, STATEMENT_LINES, type StatementLine } from './income-statement-lines.ts';

/** The result as a table of a file. Pure. */

type StatementFileWords = {
  readonly [head in 'section' | 'line' | 'level' | 'sign']: string;
} & {
  readonly sectionOf: (line: StatementLine) => string;
  readonly nameOf: (line: StatementLine) => string;
  readonly signOf: (line: Pick<StatementLine, 'operator'>) => string;
  readonly coverage: string;
};

export function fileWords(shown: Text): StatementFileWords {
  const text = withApiNames(shown);
  return {
    section: text('statement-file.section'),
    line: text('panel.line'),
    level: text('statement-file.level'),
    sign: text('statement-file.sign'),
    sectionOf: ({ section, kind, column }) => {
      if (section !== null) return text(`section.${section}`);
      if (kind === 'result') return text('statement-file.section-result');
      return kind === 'product-cost' ? (column ?? '') : text('statement-file.section-income');
    },
    nameOf: (line) => lineName(line, text),
    signOf: ({ operator }) => text(`statement-file.sign-${SIGN_WORDS[operator]}`),
    coverage: text('statement-file.section-coverage'),
  };
}

/** In words: a sign alone would begin a formula. */
const SIGN_WORDS = { '': 'adds', '+': 'adds', '−': 'takes', '=': 'result' } as const;

/** Levels of the file: what it is of; lines that lead from income to the results; the columns that make one up. */
const FACT_LEVEL = '0';
const LINE_LEVEL = '1';
const PART_LEVEL = '2';

/** So many columns say what a line is; its figures come after them. */
const NAMES = 4;

/** A line that other lines lead to: its own columns, and where those lines stand. */
export type CheckLine = Pick<StatementLine, 'adds' | 'takes'> & {
  readonly section: string;
  readonly name: string;
  readonly of: { readonly adds: readonly number[]; readonly takes: readonly number[] };
};

/** The part of the result that a file has. */
export type StatementPart = {
  readonly lines: readonly StatementLine[];
  /** They come after the lines. */
  readonly checks: readonly CheckLine[];
  readonly hasCoverage: boolean;
};

const WHOLE: StatementPart = { lines: STATEMENT_LINES, checks: [], hasCoverage: true };

/**
 * The whole statement as a file, its parts included, in a rectangle in which every column is of one kind, so that machines
 * read it as it comes. Costs as charged, in amounts and in percent of Ventas; of a difference, in points. `facts`: what the
 * figures are of, in the first lines, where spreadsheets show it, at level 0 and without figures: no sum is touched by it.
 * Files that say it elsewhere have none.
 */
export function statementTable(
  name: string,
  words: StatementFileWords,
  columns: readonly (StatementColumn & { readonly name: string })[],
  facts: readonly { readonly name: string; readonly value: string }[],
  { lines, checks, hasCoverage }: StatementPart = WHOLE,
): WholeTable {
  // Where the base of all shares stands.
  const baseLine = facts.length + lines.findIndex(({ column }) => column === RATE_BASE_COLUMN);
  const text = (heading: string): TableColumn => ({ name: heading, kind: 'text', total: null });
  const blank = columns.flatMap(() => [null, null]);
  return {
    name,
    keyColumns: 2,
    columns: [
      text(words.section),
      text(words.line),
      { name: words.level, kind: 'count', total: null },
      text(words.sign),
      ...columns.flatMap((column): TableColumn[] => [
        { name: column.name, kind: 'money', total: null },
        column.kind === 'difference'
          ? { name: `${column.name} pp`, kind: 'number', total: null }
          : { name: `${column.name} %`, kind: 'percent', total: null },
      ]),
    ],
    lines: [
      ...facts.map((fact) => ({ cells: [fact.name, fact.value, FACT_LEVEL, '', ...blank] })),
      ...lines.map((line) => statementLine(line, words, columns, baseLine)),
      ...checks.map((check): TableLine => {
        const at = (places: readonly number[]) => places.map((place) => facts.length + place);
        const formula = { kind: 'lines', adds: at(check.of.adds), takes: at(check.of.takes) } as const;
        return {
          cells: [
            ...[check.section, check.name, LINE_LEVEL, words.signOf({ operator: '=' })],
            ...columns.flatMap((column, index) => {
              const { amount, ratePercent } = figureOf(check, column);
              return [
                amountCell(amount, formula, columns, index),
                rateCell(ratePercent, columns, index, baseLine),
              ];
            }),
          ],
        };
      }),
      ...(hasCoverage
        ? [
            {
              cells: [
                ...[words.coverage, COVERED_NAME, LINE_LEVEL, ''],
                ...columns.flatMap((column, index) => [
                  amountCell(coverageAmount(column), null, columns, index),
                  rateCell(coverageRate(column), columns, index, baseLine),
                ]),
              ],
            },
          ]
        : []),
    ],
  };
}

/** Ventas of the rows whose product cost is known: no column of the API's. */
export const COVERED_NAME = 'Ventas con Costo de Producto';

function statementLine(
  line: StatementLine,
  words: StatementFileWords,
  columns: readonly StatementColumn[],
  baseLine: number,
): TableLine {
  const isPart = line.kind === 'part';
  const { kind, adds, takes } = line;
  const formula =
    kind === 'section' ? ({ kind: 'parts', adds: adds.length, takes: takes.length } as const) : null;
  return {
    cells: [
      ...[words.sectionOf(line), words.nameOf(line), isPart ? PART_LEVEL : LINE_LEVEL, words.signOf(line)],
      ...columns.flatMap((column, index) => {
        const { amount, ratePercent } = figureOf(line, column);
        const isTold = toldRate(line, column.totals) !== null && column.less === null;
        return [
          amountCell(amount, formula, columns, index),
          // A rate that was told is no division.
          isTold ? ratePercent : rateCell(ratePercent, columns, index, baseLine),
        ];
      }),
    ],
    depth: isPart ? 1 : 0,
    isStrong: !isPart,
  };
}

/** Each column's amount stands before its share. */
const amountAt = (index: number): number => NAMES + 2 * index;

/**
 * A column of differences is one column less another; one of all of the selection adds up those before it where they are
 * its parts; else the line's own formula counts, if it has one.
 */
function amountCell(
  amount: Decimal | null,
  formula: Formula | null,
  columns: readonly StatementColumn[],
  index: number,
): TableCell {
  if (amount === null) return null;
  const others = columns.slice(0, index);
  const areParts = others.length > 0 && others.every(({ kind }) => PARTS.includes(kind));
  if (columns[index]?.kind === 'whole' && areParts)
    return { value: amount, formula: { kind: 'sum', columns: others.map((_, at) => amountAt(at)) } };
  if (columns[index]?.kind === 'difference') return differenceCell(amount, columns, index, 0);
  return formula === null ? amount : { value: amount, formula };
}

const PARTS: readonly StatementColumn['kind'][] = ['group', 'beside', 'rest'];

/** The whole less the period before, where both are here. */
function differenceCell(
  value: Decimal,
  columns: readonly StatementColumn[],
  index: number,
  beside: 0 | 1,
): TableCell {
  const whole = columns.findIndex(({ kind }) => kind === 'whole');
  if (whole < 0 || columns[index - 1]?.kind !== 'before') return value;
  const formula = {
    kind: 'difference',
    column: amountAt(whole) + beside,
    less: amountAt(index - 1) + beside,
  } as const;
  return { value, formula };
}

function rateCell(
  rate: Decimal | null,
  columns: readonly StatementColumn[],
  index: number,
  baseLine: number,
): TableCell {
  if (rate === null) return null;
  if (columns[index]?.kind === 'difference') return differenceCell(rate, columns, index, 1);
  return { value: rate, formula: { kind: 'rate', part: amountAt(index), base: amountAt(index), baseLine } };
}
