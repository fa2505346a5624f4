import type { Text } from '#renderer/i18n/text.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import type { TableCell, TableColumn, TableLine, WholeTable } from '#shared/domain/sheet-table.ts';
import { coverageAmount, coverageRate, figureOf, type StatementColumn } from './statement-columns.ts';
import { lineName, STATEMENT_LINES, type StatementLine } from './statement-lines.ts';

/** The result as a table of a file. Pure. */

type StatementFileWords = {
  readonly [head in 'section' | 'line' | 'level' | 'sign']: string;
} & {
  readonly sectionOf: (line: StatementLine) => string;
  readonly nameOf: (line: StatementLine) => string;
  readonly signOf: (line: StatementLine) => string;
  readonly coverage: string;
};

export function fileWords(text: Text): StatementFileWords {
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

/** Where the base of all shares stands among the lines. */
const BASE_LINE = STATEMENT_LINES.findIndex(({ column }) => column === RATE_BASE_COLUMN);

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
): WholeTable {
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
      ...STATEMENT_LINES.map((line) => statementLine(line, words, columns, facts.length + BASE_LINE)),
      {
        cells: [
          ...[words.coverage, 'Ventas con Costo de Producto', LINE_LEVEL, ''],
          ...columns.flatMap((column, index) => [
            coverageAmount(column),
            rateCell(coverageRate(column), column, index, facts.length + BASE_LINE),
          ]),
        ],
      },
    ],
  };
}

function statementLine(
  line: StatementLine,
  words: StatementFileWords,
  columns: readonly StatementColumn[],
  baseLine: number,
): TableLine {
  const isPart = line.kind === 'part';
  return {
    cells: [
      ...[words.sectionOf(line), words.nameOf(line), isPart ? PART_LEVEL : LINE_LEVEL, words.signOf(line)],
      ...columns.flatMap((column, index) => {
        const { amount, ratePercent } = figureOf(line, column);
        return [amountCell(line, amount, columns, index), rateCell(ratePercent, column, index, baseLine)];
      }),
    ],
    depth: isPart ? 1 : 0,
    isStrong: !isPart,
  };
}

/** Each column's amount stands before its share. */
const amountAt = (index: number): number => NAMES + 2 * index;

/** The last column is all of the selection where those before it are its parts; a section is made of its lines below. */
function amountCell(
  line: StatementLine,
  amount: Decimal | null,
  columns: readonly StatementColumn[],
  index: number,
): TableCell {
  if (amount === null) return null;
  const others = columns.slice(0, index);
  const areParts = others.length > 0 && others.every(({ kind }) => PARTS.includes(kind));
  if (columns[index]?.kind === 'whole' && areParts)
    return { value: amount, formula: { kind: 'sum', columns: others.map((_, at) => amountAt(at)) } };
  // What was on one side alone has no difference, and its section's would be another.
  if (line.kind !== 'section' || columns[index]?.kind === 'difference') return amount;
  return { value: amount, formula: { kind: 'parts', adds: line.adds.length, takes: line.takes.length } };
}

const PARTS: readonly StatementColumn['kind'][] = ['group', 'beside', 'rest'];

function rateCell(
  rate: Decimal | null,
  { kind }: StatementColumn,
  index: number,
  baseLine: number,
): TableCell {
  if (rate === null || kind === 'difference') return rate;
  return { value: rate, formula: { kind: 'rate', part: amountAt(index), base: amountAt(index), baseLine } };
}
