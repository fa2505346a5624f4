import type { Cell } from '#shared/domain/row-table.ts';

/** Readers of values in their one canonical form. Whatever they refuse is kept as raw text by the segment. */

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const DOT = 46;
/** 15 digits always fit a double exactly. */
const MAX_DIGITS = 15;

/**
 * Reads a decimal such as "-12.50" into `out`. False for anything that could not be written back from units and
 * places alone: null, "", "-0.00", "007", "+1", "1e3", ".5", "5.", more than 15 digits.
 */
export function readCanonicalDecimal(cell: Cell, out: { units: number; places: number }): boolean {
  if (cell === null) return false;
  const length = cell.length;
  const negative = cell.charCodeAt(0) === MINUS;
  const start = negative ? 1 : 0;
  let units = 0;
  let digits = 0;
  let dot = -1;
  for (let index = start; index < length; index += 1) {
    const code = cell.charCodeAt(index);
    if (code >= ZERO && code <= NINE) {
      units = units * 10 + (code - ZERO);
      digits += 1;
    } else if (code === DOT && dot < 0) dot = index;
    else return false;
  }
  if (digits === 0 || digits > MAX_DIGITS) return false;
  if (dot === start || dot === length - 1) return false;
  const wholeDigits = (dot < 0 ? length : dot) - start;
  if (wholeDigits > 1 && cell.charCodeAt(start) === ZERO) return false;
  if (negative && units === 0) return false;
  out.units = negative ? -units : units;
  out.places = dot < 0 ? 0 : length - dot - 1;
  return true;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const [DASH, T, COLON, Z] = [45, 84, 58, 90];

/** Milliseconds of `YYYY-MM-DDTHH:MM:SS.mmm` (with a `Z` after it where utc); NaN for any other text. */
export function readCanonicalDate(cell: Cell, utc: boolean): number {
  if (cell === null || cell.length !== (utc ? 24 : 23)) return Number.NaN;
  if (utc && cell.charCodeAt(23) !== Z) return Number.NaN;
  if (cell.charCodeAt(4) !== DASH || cell.charCodeAt(7) !== DASH || cell.charCodeAt(10) !== T)
    return Number.NaN;
  if (cell.charCodeAt(13) !== COLON || cell.charCodeAt(16) !== COLON || cell.charCodeAt(19) !== DOT) {
    return Number.NaN;
  }
  const year = digitsAt(cell, 0, 4);
  const month = digitsAt(cell, 5, 2);
  const day = digitsAt(cell, 8, 2);
  const hour = digitsAt(cell, 11, 2);
  const minute = digitsAt(cell, 14, 2);
  const second = digitsAt(cell, 17, 2);
  const millisecond = digitsAt(cell, 20, 3);
  // Date.UTC reads years below 100 as 1900 and more.
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1)) return Number.NaN;
  if (!(hour <= 23 && minute <= 59 && second <= 59 && millisecond <= 999)) return Number.NaN;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (day > (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0))) return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

function digitsAt(text: string, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return Number.NaN;
    value = value * 10 + (code - ZERO);
  }
  return value;
}
