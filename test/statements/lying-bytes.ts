import {
  delimited,
  encoded,
  type MadeCell,
  type MadeEncoding,
  type MadeSheet,
  workbookOf,
} from '#test/renderer/data/files/intake/made-files.ts';
import { type XlsCell, xlsOf } from '#test/renderer/data/files/intake/made-xls.ts';
import { asFixedWidth, asTags, dateCell, type FileForm, numberCell } from './as-files.ts';
import { type LyingRow, type LyingStatement, moneyPlaces, NO_VALUES } from './lying-rows.ts';

/** Files that lie, as bytes: of every form in which statements come. */

export type LyingForm = FileForm | { readonly old: 'xls' | 'html' };

/** `lines`: how many lines of it are whole; `partial`: whether one more was begun, and its last cell with it. */
export type LyingFile = {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly whole: number;
  readonly partial: 'none' | 'within' | 'last-cell';
};

export function asLyingFile(lying: LyingStatement, form: LyingForm): LyingFile {
  const all = lying.rows.filter(({ means }) => means !== null).length;
  const uncut = (content: Uint8Array<ArrayBuffer>): LyingFile => ({ content, whole: all, partial: 'none' });
  if ('old' in form) return uncut(form.old === 'html' ? asPage(lying) : asOldWorkbook(lying));
  if ('sheet' in form) return uncut(asWorkbook(lying, form.sheet, form.isTyped));
  const { pieces, encoding, head, tail } =
    'text' in form ? taggedPieces(lying, form.text) : textPieces(lying, form);
  const cut = lying.bytes.find(({ lie }) => lie === 'cut');
  const whole = head + pieces.map(({ text }) => text).join('') + tail;
  if (cut?.lie !== 'cut') return uncut(encoded(whole, encoding));
  const at = Math.max(head.length, Math.floor(whole.length * cut.share));
  return { content: encoded(whole.slice(0, at), encoding), ...leftOf(pieces, at - head.length) };
}

type Piece = { readonly text: string; readonly isLine: boolean; readonly lastCell: number };

/** What a cut leaves of the lines. */
function leftOf(pieces: readonly Piece[], cutAt: number): Omit<LyingFile, 'content'> {
  let [from, whole] = [0, 0];
  for (const { text, isLine, lastCell } of pieces) {
    const end = from + text.trimEnd().length;
    if (isLine && end <= cutAt) whole += 1;
    else if (isLine && from < cutAt)
      return { whole, partial: cutAt - from > lastCell ? 'last-cell' : 'within' };
    from += text.length;
  }
  return { whole, partial: 'none' };
}

function textPieces(lying: LyingStatement, form: Extract<FileForm, { readonly delimiter: string }>) {
  const { delimiter, newline, encoding, quotesAll = false } = form;
  const clean = (text: string): string =>
    encoding === 'cp1252' ? text.replace(/[^ -ÿ€–\r\n\t]/g, '?') : text;
  const cell = (text: string, isRaw: boolean): string =>
    isRaw ? text : delimited([[text]], { delimiter, newline: '', quotesAll });
  const pieces = lying.rows.map(({ cells, means, raw }): Piece => {
    const texts = cells.map((text, place) => clean(cell(text, raw?.includes(place) ?? false)));
    const filled = cells.findLastIndex((text) => text !== '');
    const lastCell = texts.slice(0, filled).join(delimiter).length;
    return { text: texts.join(delimiter) + newline, isLine: means !== null, lastCell };
  });
  return { pieces, encoding, head: '', tail: '' };
}

function taggedPieces(lying: LyingStatement, text: 'ofx' | 'fixed-width') {
  const header = lying.rows[lying.headerAt]?.cells ?? [];
  const encoding: MadeEncoding = 'cp1252';
  const below = lying.rows.slice(lying.headerAt + 1);
  const pieceOf = ({ cells, means }: LyingRow): Piece => {
    const own =
      text === 'ofx'
        ? (asTags([header, cells]).split('\r\n')[1] ?? '')
        : (asFixedWidth([header, cells]).split('\r\n')[1] ?? '');
    return { text: `${own}\r\n`, isLine: means !== null, lastCell: own.trimEnd().length - 1 };
  };
  const [first = '', last = ''] =
    text === 'ofx' ? asTags([header]).split('\r\n') : [asFixedWidth([header]), ''];
  return { pieces: below.map(pieceOf), encoding, head: `${first}\r\n`, tail: last };
}

const ID = /^\d{12,17}$/;

function asWorkbook(lying: LyingStatement, sheet: string, isTyped: boolean): Uint8Array<ArrayBuffer> {
  const money = moneyPlaces(lying);
  const ids = lying.bytes.find(({ lie }) => lie === 'numbers-of-ids');
  const rows = lying.rows.map(({ cells }, at) =>
    cells.map((cell, place): MadeCell => {
      if (cell === '') return null;
      const [none, empty] = NO_VALUES;
      if (cell === none) return { xml: '<c r="@"><f>SUM(A1:A2)</f></c>' };
      if (cell === empty) return { xml: '<c r="@"><f>SUM(A1:A2)</f><v></v></c>' };
      if (at <= lying.headerAt) return cell;
      if (ids?.lie === 'numbers-of-ids' && ID.test(cell)) {
        return {
          number:
            ids.isLost && cell.length > 15 ? `${cell.slice(0, 15)}${'0'.repeat(cell.length - 15)}` : cell,
        };
      }
      if (!isTyped) return cell;
      return dateCell(cell) ?? (money.includes(place) ? numberCell(cell) : cell);
    }),
  );
  const shown: MadeSheet = { name: sheet, rows };
  if (lying.bytes.every(({ lie }) => lie !== 'hidden-sheet')) return workbookOf({ sheets: [shown] });
  // What was kept of another month, and is longer.
  const lines = rows.filter((_, at) => lying.rows[at]?.means !== null);
  const former = { name: 'Anterior', rows: [...rows, ...lines, ...lines], state: 'hidden' };
  return workbookOf({ sheets: [former, shown] });
}

function asOldWorkbook(lying: LyingStatement): Uint8Array<ArrayBuffer> {
  const money = moneyPlaces(lying);
  const cellOf = (cell: string, place: number): XlsCell => {
    if (cell === '') return null;
    const day = dateCell(cell);
    if (day !== null && typeof day === 'object' && 'number' in day) return { date: Number(day.number) };
    const number = money.includes(place) ? numberCell(cell) : null;
    return number !== null && typeof number === 'object' && 'number' in number ? Number(number.number) : cell;
  };
  const rows = lying.rows.map(({ cells }, at) => (at <= lying.headerAt ? [...cells] : cells.map(cellOf)));
  return xlsOf({ sheets: [{ name: 'Hoja1', rows }] });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const asPage = (lying: LyingStatement): Uint8Array<ArrayBuffer> =>
  encoded(
    `<html><head><meta charset="utf-8"></head><body><table>${lying.rows
      .map(({ cells }) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
      .join('\n')}</table></body></html>`,
    'utf-8',
  );
