import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { fold } from '#shared/base/fold.ts';

/** Headers without what differs from file to file: accents, case, `N°`/`Nº`/`Nro.`, punctuation, «de» and «del», the currency. */
export function normalHeader(text: string): string {
  return fold(text)
    .replace(/[\ufeff\u200b\u200e\u200f]/g, '')
    .replace(CURRENCY, ' ')
    .replace(/#|\bn[°º]/g, ' n ')
    .replace(/%/g, ' pct ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(?:numero|nro|num|no)\b/g, 'n')
    .replace(/\b(?:del?|la|las|los|el)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

const CURRENCY = /\((ars|bob|brl|clp|cop|mxn|pen|pyg|usd|uyu)\)/;

/** The same for headers that differ in order, case, accents or empty columns only. */
export function headerFingerprint(headers: readonly string[]): string {
  const names = headers.map(normalHeader).filter((name) => name !== '');
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(names.sort())))).slice(0, 32);
}

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
