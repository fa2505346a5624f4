import { fold } from '#shared/base/fold.ts';
import { ROWS_A_STEP, type Steps } from '#shared/base/steps.ts';
import { type FileCell, type FileRow, fileCellText, isBlankRow } from '../file-cells.ts';
import type { Layout } from './layout.ts';
import type { HeaderMatch } from './recognition.ts';
import type { LeftAside, LeftAsideReason, NotUnderstood } from './statement.ts';

/** Which rows of a file are its lines, and what the others are. */

export type TotalRow = {
  readonly row: FileRow;
  readonly kind: 'total' | 'subtotal';
  /** The row's words: a total may be of one settlement. */
  readonly label: string;
  /** So many lines come before it. */
  readonly linesBefore: number;
};

/** A row that tells the balance at one end of the file. */
export type BalanceRow = { readonly row: FileRow; readonly end: 'opening' | 'closing' };

export type SortedRows = {
  readonly lines: readonly FileRow[];
  readonly above: readonly FileRow[];
  readonly totals: readonly TotalRow[];
  readonly balances: readonly BalanceRow[];
  readonly leftAside: readonly LeftAside[];
  readonly notUnderstood: readonly NotUnderstood[];
};

type Verdict = 'line' | 'unknown' | LeftAsideReason;

const TOTAL = /^(sub)?total(?:es)?\b/;
const OPENING = /^saldo (?:inicial|anterior)\b/;
const CLOSING = /^saldo (?:final|al cierre)\b/;

export const textsOfRow = (row: FileRow): readonly string[] =>
  row.cells.map((cell) => fileCellText(cell).trim()).filter((text) => text !== '');

/** By its words alone, wherever its columns are: a total, or the balance at one end of the file. */
export const isTotalOrBalance = (row: FileRow): boolean =>
  textsOfRow(row).some((text) => [TOTAL, OPENING, CLOSING].some((words) => words.test(fold(text))));

/** Rows below the header in order, each as a line or as what else it is. */
export function* sortRows(rows: readonly FileRow[], match: HeaderMatch): Steps<SortedRows> {
  const { header } = match;
  const above = rows.slice(0, header.at).filter((row) => !isBlankRow(row));
  const below = rows.slice(header.at + header.rows).filter((row) => !isBlankRow(row));
  const judge = createJudge(match);
  const lines: FileRow[] = [];
  const totals: TotalRow[] = [];
  const balances: BalanceRow[] = [];
  const notUnderstood: NotUnderstood[] = [];
  const leftAside: LeftAside[] = above.map(({ line }) => ({ line, why: 'title' }));
  for (const row of rows.slice(header.at, header.at + header.rows))
    leftAside.push({ line: row.line, why: 'header' });
  for (const [at, row] of below.entries()) {
    if (at % ROWS_A_STEP === 0) yield;
    const verdict = judge(row);
    if (verdict === 'line') {
      lines.push(row);
      continue;
    }
    if (verdict === 'unknown') {
      const next = below[at + 1];
      const isAlone = textsOfRow(row).length <= 2;
      if (isAlone && (next === undefined || judge(next) !== 'line' || beginsTable(row))) {
        for (const rest of below.slice(at)) leftAside.push({ line: rest.line, why: 'footer' });
        break;
      }
      if (isAlone) leftAside.push({ line: row.line, why: 'title' });
      else notUnderstood.push({ line: row.line, column: '', text: textsOfRow(row).join(' '), why: 'row' });
      continue;
    }
    leftAside.push({ line: row.line, why: verdict });
    if (verdict === 'total' || verdict === 'subtotal') {
      totals.push({ row, kind: verdict, label: textsOfRow(row).join(' '), linesBefore: lines.length });
    }
    if (verdict === 'opening-balance') balances.push({ row, end: 'opening' });
    if (verdict === 'closing-balance') balances.push({ row, end: 'closing' });
  }
  return { lines, above, totals, balances, leftAside, notUnderstood };
}

const beginsTable = (row: FileRow): boolean =>
  /\bsaldos diarios\b|\bresumen\b/.test(fold(textsOfRow(row).join(' ')));

/** What a row below the header is, by its own cells. */
function createJudge({ layout, columns, header }: HeaderMatch): (row: FileRow) => Verdict {
  const at = (key: string): number => columns.get(key) ?? -1;
  const cell = (row: FileRow, place: number): string =>
    fileCellText(row.cells[place] as FileCell | undefined).trim();
  const netPlaces = layout.net.map(([key]) => at(key)).filter((place) => place >= 0);
  const amountPlaces = placesOf(layout, 'amount', columns);
  const datePlace = placesOf(layout, 'date', columns)[0] ?? -1;
  const textPlaces = placesOf(layout, 'text', columns);
  const firstPlaces = [...columns.values()].slice(0, 3);
  const headerTexts = header.headers.map(fold);
  const { records } = layout;
  return (row) => {
    const first = firstPlaces[0] ?? 0;
    if (
      fold(cell(row, first)) === headerTexts[first] &&
      firstPlaces.every((place) => fold(cell(row, place)) === headerTexts[place])
    ) {
      return 'repeated-header';
    }
    const hasNet = netPlaces.some((place) => cell(row, place) !== '');
    const dated = datePlace >= 0 && /\d/.test(cell(row, datePlace));
    if (records !== null) {
      const record = fold(cell(row, at(records.column)));
      if (records.movements.includes(record)) return 'line';
      if (records.totals.includes(record)) return 'total';
      if (records.subtotals.includes(record)) return 'subtotal';
      if (records.opening.includes(record)) return 'opening-balance';
      if (record !== '') return 'informational';
    }
    if (layout.totalRow !== null && !hasNet && cell(row, at(layout.totalRow.amount)) !== '') return 'total';
    const looksOdd = !dated || !hasNet;
    const words = looksOdd ? textsOfRow(row).map(fold) : [];
    const total = words.map((word) => TOTAL.exec(word)).find((found) => found !== null);
    if (total !== null && total !== undefined && (datePlace < 0 ? !hasOwnId(row) : !dated)) {
      return total[1] === undefined ? 'total' : 'subtotal';
    }
    if (layout.hasBalance && !hasNet) {
      if (words.some((word) => OPENING.test(word))) return 'opening-balance';
      if (words.some((word) => CLOSING.test(word))) return 'closing-balance';
    }
    if (hasNet && (dated || datePlace < 0 || columns.size > 4)) {
      return textPlaces.some((place) => cell(row, place) !== '') || dated ? 'line' : 'unknown';
    }
    const hasAmount = amountPlaces.some((place) => cell(row, place) !== '');
    if (!hasAmount && at('sku') >= 0 && cell(row, at('sku')) !== '') return 'package-item';
    return 'unknown';
  };

  /** Of layouts without dates: the order's number stands in the row. */
  function hasOwnId(row: FileRow): boolean {
    return /\d/.test(cell(row, at('order')));
  }
}

function placesOf(
  layout: Layout,
  reads: 'amount' | 'date' | 'text',
  columns: HeaderMatch['columns'],
): number[] {
  return layout.columns.flatMap((column) => {
    const place = column.reads === reads ? columns.get(column.key) : undefined;
    return place === undefined ? [] : [place];
  });
}
