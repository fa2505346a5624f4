import type { SheetKind, TableCell } from '#renderer/data/model/sheet-table.ts';
import { DAY_MS, readDateTimeMs } from '#shared/domain/dates.ts';

/** Values as a worksheet's XML holds them (ECMA-376, part 1, 18.3.1). Pure. */

/** Counts of values that a spreadsheet cannot hold as they are: the workbook says them. */
export type Losses = {
  /** Figures with more digits than a spreadsheet's numbers carry. */
  longFigures: number;
  /** Texts longer than a cell takes. */
  cutTexts: number;
};

export type CellValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'number'; readonly xml: string }
  /** `text`: its characters as the cell holds them. */
  | { readonly kind: 'text'; readonly xml: string; readonly text: string };

const NONE: CellValue = { kind: 'none' };

/** A double tells any two numbers of so many digits apart. */
const SURE_DIGITS = 15;
/** Beyond this a double is infinite, and a workbook with it damaged. */
const MAX_WHOLE_DIGITS = 300;
const LONGEST_TEXT = 32_767;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A value of a column of this kind; text where it is no number or date that a spreadsheet has. */
export function cellValue(kind: SheetKind, value: string | null, losses: Losses): CellValue {
  if (value === null || value === '') return NONE;
  const number = kind === 'text' ? null : numberXml(kind, value, losses);
  if (number !== null) return { kind: 'number', xml: number };
  const text = value.length <= LONGEST_TEXT ? value : cut(value);
  if (text !== value) losses.cutTexts += 1;
  return { kind: 'text', xml: textXml(text), text };
}

/** A cell that is empty, and one that is computed from others, as `canonicalCell` writes them. */
export const CANONICAL = { empty: 'null', formula: 'true' };

/** A cell as JSON, as every program that opens the workbook reads it: what the hash of the rows is made of. */
export function canonicalCell(kind: SheetKind, cell: CellValue): string {
  switch (cell.kind) {
    case 'none':
      return CANONICAL.empty;
    case 'number':
      return canonicalNumber(kind, cell.xml);
    case 'text':
      return JSON.stringify(cell.text);
  }
}

/** A number as a worksheet has it: of date columns in milliseconds, of others the shortest decimal of its double. */
export function canonicalNumber(kind: SheetKind, written: string): string {
  const isDate = kind === 'local-datetime' || kind === 'utc-datetime';
  return String(isDate ? Math.round(Number(written) * DAY_MS + DAY_ZERO_MS) : Number(written));
}

/** The same of a table's cell, whoever writes it. */
export function canonicalTableCell(kind: SheetKind, cell: TableCell): string {
  if (cell === null) return CANONICAL.empty;
  if (typeof cell !== 'string') return cell.value === null ? CANONICAL.empty : CANONICAL.formula;
  return canonicalCell(kind, cellValue(kind, cell, { longFigures: 0, cutTexts: 0 }));
}

function numberXml(kind: Exclude<SheetKind, 'text'>, value: string, losses: Losses): string | null {
  switch (kind) {
    case 'money':
    case 'count':
    case 'percent':
    case 'number':
      return figureXml(value, losses);
    case 'local-datetime':
      return serialXml(readDateTimeMs(value, 'local'));
    case 'utc-datetime':
      return serialXml(readDateTimeMs(value, 'utc'));
  }
}

/** The digits as they are: what reads them rounds them, nothing here does. */
function figureXml(value: string, losses: Losses): string | null {
  if (!PLAIN_NUMBER.test(value)) return null;
  if (value.length > SURE_DIGITS) {
    const [whole = '', fraction = ''] = value.replace('-', '').split('.');
    if (whole.length > MAX_WHOLE_DIGITS) return null;
    const digits = (whole + fraction).replace(/^0+|0+$/g, '');
    if (digits.length > SURE_DIGITS) losses.longFigures += 1;
  }
  return value;
}

/** Days count from here; those before March 1900 are counted differently from program to program. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
const FIRST_SURE_MS = Date.UTC(1900, 2, 1);
const END_MS = Date.UTC(10_000, 0, 1);

/** Null for a date that no spreadsheet has. */
function serialXml(ms: number | undefined): string | null {
  if (ms === undefined || ms < FIRST_SURE_MS || ms >= END_MS) return null;
  return String((ms - DAY_ZERO_MS) / DAY_MS);
}

/** Half a character, or a sign that XML 1.0 cannot carry; and what reads like the escape of one. */
const UNFIT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[0-9a-fA-F]{4}_)/g;
/** Most texts hold nothing of the kind. */
const SUSPECT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f&<>\ud800-\udfff\ufffe\uffff]|_x|^ | $/;

/** Text of an element, its characters exact: what XML cannot carry is written `_xHHHH_`, as in all workbooks (22.9.2.19). */
export function escapeXml(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(UNFIT, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

export function escapeAttribute(text: string): string {
  return escapeXml(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n]/g, ' ');
}

function textXml(text: string): string {
  const preserve = SUSPECT.test(text) ? ' xml:space="preserve"' : '';
  return `<t${preserve}>${escapeXml(text)}</t>`;
}

/** As much as a cell takes, no character in two. */
function cut(text: string): string {
  const isPair = /[\ud800-\udbff]/.test(text.charAt(LONGEST_TEXT - 1));
  return text.slice(0, isPair ? LONGEST_TEXT - 1 : LONGEST_TEXT);
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26);
  return (before === 0 ? '' : columnLetters(before - 1)) + String.fromCharCode(65 + (index % 26));
}
