import { type Decimal, fromDecimal, toShortestDecimal } from '#shared/domain/decimal.ts';
import type { StatementDate } from './statement.ts';

/**
 * The canonical value of a line's cells, however a file writes them: 10502.00 is 10502, « Pago  recibido » is «Pago
 * recibido», and a number that a workbook holds without its leading zeros is that number.
 */

/** The same amount in one writing; null: there is none. */
export function amountValue(amount: Decimal | null): string | null {
  if (amount === null || !amount.includes('.')) return amount;
  return toShortestDecimal(fromDecimal(amount));
}

const HAS_BLANKS = /^\s|\s$|\s\s|[^\S ]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: letters beyond ASCII are what is looked for
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** A text whose blanks and composed letters say nothing; one without anything is none. */
export function textValue(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null;
  const composed = BEYOND_ASCII.test(text) ? text.normalize('NFC') : text;
  if (!HAS_BLANKS.test(composed)) return composed;
  const plain = composed.replace(/\s+/g, ' ').trim();
  return plain === '' ? null : plain;
}

const WHOLE = /^\d+(?:\.0+)?$/;

/** The number of an order, an operation, an article: digits alone are the number that they write. */
export function numberValue(text: string | null | undefined): string | null {
  const value = textValue(text);
  // Whole or not, in time linear to its length: a cell may hold anything.
  if (value === null || !WHOLE.test(value)) return value;
  return value.split('.', 1)[0]?.replace(/^0+(?=\d)/, '') ?? value;
}

const MIDNIGHT = /^00:00(:00(\.0+)?)?$/;

/** A moment, where its zone is told; else the day, with its time where that is told: a cell of a date alone has midnight. */
export function dateValue(date: StatementDate | null): string | null {
  if (date === null) return null;
  if (date.instant !== null) return date.instant;
  return date.time === null || MIDNIGHT.test(date.time) ? date.day : `${date.day} ${date.time}`;
}
