/** A table as somebody else's file has it: rows of cells, with the line that each begins on. */

export type TypedCell =
  /** A plain decimal, as short as its double allows (0.29, not 0.28999999999999998); and the currency that it is shown with. */
  | {
      readonly kind: 'number';
      readonly text: string;
      readonly currency?: string;
      /** Its format shows a minus, parentheses or red, and the number has no minus: which of them is meant nobody knows. */
      readonly isShownNegative?: true;
      /** It is shown as so many hundredths: 0.315 as 31.5 %. */
      readonly isPercent?: true;
      /** Set for a workbook that counts its days from 1904. */
      readonly system?: 1904;
    }
  /** A number that the workbook shows as a date: YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SS.mmm. */
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'boolean'; readonly text: 'TRUE' | 'FALSE' }
  /** As #N/A: what a formula came to. */
  | { readonly kind: 'error'; readonly text: string };

/** A text exactly as in the file, "" where there is none; of workbooks also what is no text. */
export type FileCell = string | TypedCell;

/** `line`: its row on the sheet, or the line of the text file that it begins on; from 1. */
export type FileRow = {
  readonly line: number;
  readonly cells: readonly FileCell[];
  /** Cut from a text at its delimiters: one too many, or too few, moves the cells behind it. */
  readonly isCut?: true;
  /** Covering cells by column, of cells merged with one above them. They are empty themselves. */
  readonly covered?: ReadonlyMap<number, CoveringCell>;
};

/** The uppermost of merged cells: what all of them show, and the line that it stands on. */
export type CoveringCell = { readonly cell: FileCell; readonly line: number };

/** Cells of one column that a file shows as one, over more lines than one. */
export type MergedCells = { readonly column: number; readonly line: number; readonly lastLine: number };

/** The cell shown at a place: its own, else the one which covers it, where that stands below line `below`. */
export function shownCell({ cells, covered }: FileRow, column: number, below: number): FileCell {
  const own = cells[column] ?? '';
  const above = covered?.get(column);
  if (above === undefined || above.line <= below || fileCellText(own).trim() !== '') return own;
  return above.cell;
}

export function fileCellText(cell: FileCell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}

export const isBlankRow = ({ cells }: FileRow): boolean =>
  cells.every((cell) => typeof cell === 'string' && cell.trim() === '');

/** A spreadsheet's numbers carry fifteen digits: the others of an order number are zeros, or whatever the double has. */
const MAX_DIGITS = 15;

const EXACT_DOUBLES = 2n ** 53n;

/** A whole number of more digits than a spreadsheet keeps, with all of those that its workbook holds. */
export const isLongNumber = (cell: FileCell | undefined): cell is Extract<TypedCell, { kind: 'number' }> =>
  typeof cell === 'object' && cell.kind === 'number' && /^\d{16,30}$/.test(cell.text);

/** Whether the digits of a long number may be what is left of others: zeros behind the fifteenth, or a double's own. */
export function mayBeRounded(digits: string): boolean {
  const value = BigInt(digits);
  return /^0+$/.test(digits.slice(MAX_DIGITS)) || (value > EXACT_DOUBLES && BigInt(Number(digits)) === value);
}

/** A number or code of which digits are lost: in a spreadsheet's short form (1,23457E+15), or longer than its numbers are. */
export function hasLostDigits(cell: FileCell): boolean {
  const text = fileCellText(cell).trim();
  if (/^-?\d(?:[.,]\d+)?E\+?\d{1,3}$/i.test(text)) return true;
  return typeof cell === 'object' && cell.kind === 'number' && /^-?\d+$/.test(text)
    ? text.replace('-', '').length > MAX_DIGITS
    : false;
}
