import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';

/** Which rows of a statement may be its header. */

export type HeaderRows = {
  /** Index among the rows, and how many rows it takes. */
  readonly at: number;
  readonly rows: 1 | 2;
  readonly headers: readonly string[];
};

/** Whether a row is the one that these headers were read from. */
export const isHeaderRow = ({ cells }: FileRow, headers: readonly string[]): boolean =>
  headers.every((header, place) => fileCellText(cells[place]).trim() === header.trim());

export const MAX_ROWS_ABOVE = 30;

const isFigure = (text: string): boolean => /^[-$(\s]*\d[\d.,]*\s*\)?$/.test(text);

/** Every row near the beginning that may be a header, alone or with the next. */
export function possibleHeaders(rows: readonly FileRow[]): readonly HeaderRows[] {
  const found: HeaderRows[] = [];
  const textsOf = (row: FileRow | undefined) => row?.cells.map((cell) => fileCellText(cell).trim()) ?? [];
  for (let at = 0; at < Math.min(rows.length, MAX_ROWS_ABOVE); at += 1) {
    const headers = textsOf(rows[at]);
    const named = headers.filter((text) => text !== '');
    if (named.length < 2 || named.filter(isFigure).length > named.length / 2) continue;
    found.push({ at, rows: 1, headers });
    const below = textsOf(rows[at + 1]);
    if (below.filter((text) => text !== '').length >= 2 && !below.some(isFigure)) {
      found.push({ at, rows: 2, headers: joined(headers, below) });
    }
  }
  return found;
}

/** A header of two rows: what stands above spans the empty cells at its right. */
function joined(above: readonly string[], below: readonly string[]): string[] {
  let spanning = '';
  return Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
    const [top = '', bottom = ''] = [above[at], below[at]];
    if (top !== '') spanning = top;
    return bottom === '' ? top : `${top === '' ? spanning : top} ${bottom}`.trim();
  });
}
