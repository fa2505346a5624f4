import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import type { AS_WRITTEN, SIGN_ANSWERS, WholeRowAnswer } from '#renderer/data/model/statement-answers.ts';
import { readWrittenDate } from '#renderer/data/model/written-dates.ts';
import { readWrittenNumber } from '#renderer/data/model/written-numbers.ts';
import { contentHash } from '#shared/base/content-hash.ts';
import { fold } from '#shared/base/fold.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';
import { isAmount } from './row-words.ts';

/** The user's answers about rows that were not understood, and how such a row is known again. */

/** The amount of a cell that cannot be read, in the currency of its line. */
export type AmountAnswer = { readonly amount: Decimal };
/** The whole number, where one may have lost digits. */
export type NumberAnswer = { readonly number: string };
/** Answers that are typed. */
type TypedAnswer = AmountAnswer | NumberAnswer;
export type RowAnswer = WholeRowAnswer | (typeof SIGN_ANSWERS)[number] | typeof AS_WRITTEN | TypedAnswer;
export type TypedKind = 'amount' | 'number';
export type AnswerKind = Exclude<RowAnswer, TypedAnswer> | TypedKind;

export const answerKind = (answer: RowAnswer): AnswerKind =>
  typeof answer === 'string' ? answer : 'amount' in answer ? 'amount' : 'number';

const saidIn = (answer: RowAnswer): string =>
  typeof answer === 'string' ? answer : 'amount' in answer ? answer.amount : answer.number;

/** Whether both say the same. */
export const isSameAnswer = (one: RowAnswer, other: RowAnswer): boolean =>
  answerKind(one) === answerKind(other) && saidIn(one) === saidIn(other);

/** An amount as it was said; null for another answer, or none that is one. */
export const typedAmount = (answer: RowAnswer): Decimal | null =>
  typeof answer === 'object' && 'amount' in answer && parseDecimal(answer.amount) !== undefined
    ? answer.amount
    : null;

/** A number as it was said; null for another answer. */
export const typedNumber = (answer: RowAnswer): string | null =>
  typeof answer === 'object' && 'number' in answer ? answer.number : null;

export type RowAnswers = {
  /** By key of row; null: it is to be asked about. */
  readonly said: ReadonlyMap<string, RowAnswer | null>;
  /** The answer about all other whole rows that are asked about; null: they stay open. */
  readonly others: WholeRowAnswer | null;
};
export const NO_ANSWERS: RowAnswers = { said: new Map(), others: null };

/** A row about which the user's word was taken. */
export type AnsweredRow = {
  readonly key: string;
  readonly line: number;
  readonly text: string;
  /** As the header has it; absent where the answer is of no cell. */
  readonly column?: string;
  readonly answer: RowAnswer;
};

/** The number without trailing zeros. */
const plainNumber = (value: string): string =>
  value.includes('.') ? value.replace(/0+$/, '').replace(/\.$/, '') : value;

/** The canonical text of a cell, whatever file it stands in; its own where that could be read in two ways. */
function canonical(cell: FileCell, isMonthFirst: boolean): string {
  const text = fileCellText(cell).trim();
  const isNumber = typeof cell === 'object' && cell.kind === 'number';
  if (isNumber || isAmount(cell)) {
    const { '.': dot, ',': comma } = readWrittenNumber(text);
    const value = isNumber
      ? dot
      : dot === undefined || dot === comma
        ? comma
        : comma === undefined
          ? dot
          : null;
    // Another currency is another figure.
    const unit = fold(text).replace(/[\d.,()+\s-]/g, '');
    if (value !== undefined && value !== null) return `n${plainNumber(value)}${unit}`;
  }
  const dates = readWrittenDate(text);
  const date =
    dates[isMonthFirst ? 'month-first' : 'day-first'] ?? dates['day-first'] ?? dates['month-first'];
  return date === undefined || text.length > 40 ? `t${fold(text)}` : `d${date.day}`;
}

/**
 * Keys by content: the same row in another format, or in a longer file, has the same one; another amount or day has another.
 * One without a day of its own is known by the line beside it too, and each of several equal ones by its turn.
 */
export function createRowKeys(isMonthFirst: boolean): (row: FileRow, beside: FileRow | null) => string {
  const turns = new Map<string, number>();
  const contentOf = ({ cells }: FileRow): string =>
    cells
      .filter((cell) => fileCellText(cell).trim() !== '')
      .map((cell) => canonical(cell, isMonthFirst))
      .join('\u001f');
  return (row, beside) => {
    const content = contentHash(`${contentOf(row)}\u001e${beside === null ? '' : contentOf(beside)}`);
    const turn = turns.get(content) ?? 0;
    turns.set(content, turn + 1);
    return turn === 0 ? content : `${content}/${turn}`;
  };
}
