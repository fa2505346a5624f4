import type { Readings } from '#renderer/data/model/column-reading.ts';
import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { normalHeader } from '#renderer/data/model/headings.ts';
import { type DayOrder, readDayOfMonth, readWrittenDate } from '#renderer/data/model/written-dates.ts';
import { fold } from '#shared/base/fold.ts';
import type { LayoutColumn } from './layout.ts';
import type { HeaderMatch } from './recognition.ts';
import {
  type BalanceEnd,
  balanceNamedBy,
  hasAmount,
  isAmount,
  isLabelledNumber,
  isOnlyTotal,
  isPageNumber,
  type TotalKind,
  textsOfRow,
  totalNamedBy,
} from './row-words.ts';
import type { LeftAsideReason, RowDoubt } from './statement.ts';

/** Judges a row of a statement by its own cells, whatever stands around it. */

export type Verdict =
  | { readonly is: 'line' }
  | { readonly is: 'aside'; readonly why: LeftAsideReason }
  /** Not named one: by its shape it may be a total, and is one only where it comes out. */
  | { readonly is: 'total'; readonly kind: TotalKind; readonly isNamed: boolean }
  | { readonly is: 'balance'; readonly end: BalanceEnd }
  /** The names of columns, not those of this table. */
  | { readonly is: 'other-heading' }
  /** It has no amount. */
  | { readonly is: 'words' }
  | { readonly is: 'doubt'; readonly why: RowDoubt };

export type Judge = {
  readonly judge: (row: FileRow) => Verdict;
  /** It has an amount where lines have theirs: it can be one. */
  readonly hasNet: (row: FileRow) => boolean;
  readonly isDated: (row: FileRow) => boolean;
  /** As a line is, with a day that is plainly one. */
  readonly isPlainLine: (row: FileRow) => boolean;
  readonly holdsAmount: (row: FileRow) => boolean;
};

const LINE: Verdict = { is: 'line' };
const WORDS: Verdict = { is: 'words' };
const NAMED_TOTAL: Verdict = { is: 'total', kind: 'total', isNamed: true };
const UNNAMED_TOTAL: Verdict = { is: 'total', kind: 'total', isNamed: false };
const aside = (why: LeftAsideReason): Verdict => ({ is: 'aside', why });
const doubt = (why: RowDoubt): Verdict => ({ is: 'doubt', why });

/** A day as it is mostly written, with a year or without. */
const PLAIN_DAY =
  /^\d{1,2}[-/.]\d{1,2}$|^\d{1,4}[-/._]\d{1,2}[-/._]\d{1,4}(?!\d)|^\d{1,2}[-/. ](?:de )?\p{L}{3,}\.?(?:$|[-/. ,])/u;

/**
 * Rows of one table, each judged alone. Long, for its parts share where the columns stand.
 * @param heads the header's rows, as they stand
 */
export function createJudge(match: HeaderMatch, heads: readonly FileRow[]): Judge {
  const { layout } = match;
  const { at, cell, places } = placesIn(match);
  const isFilled = (row: FileRow) => (place: number) => cell(row, place) !== '';
  const hasFigure = (row: FileRow) => (place: number) => /\d/.test(cell(row, place));
  // A word where a dated row has its amount is an amount that cannot be read; elsewhere it is but a word.
  const hasNet = (row: FileRow): boolean =>
    places.net.some(hasFigure(row)) || (isDated(row) && places.net.some(isFilled(row)));
  const isPlainDay = (row: FileRow): boolean =>
    places.dates.some((place) => {
      const given = row.cells[place];
      return typeof given === 'object' ? given.kind === 'date' : PLAIN_DAY.test(cell(row, place));
    });
  const isDay = (text: string): boolean => {
    const isRead = ({ 'day-first': one, 'month-first': other }: Readings<DayOrder, unknown>): boolean =>
      one !== undefined || other !== undefined;
    return isRead(readWrittenDate(text)) || isRead(readDayOfMonth(text));
  };
  const isDated = (row: FileRow): boolean =>
    isPlainDay(row) || places.dates.some((place) => cell(row, place) !== '' && isDay(cell(row, place)));
  /** Not even by another day of it can be told when it was: every file of its kind says so. */
  const lacksDay = (row: FileRow): boolean =>
    places.neededDates.length > 0 && !places.neededDates.some(isFilled(row));
  const holdsAmount = (row: FileRow): boolean =>
    places.amounts.some(hasFigure(row)) || hasNet(row) || hasAmount(row, isDated(row) ? places.dates : []);
  const isHeading = createHeadings(match, heads);

  const judgeRecord = (row: FileRow): Verdict | null => {
    const { records } = layout;
    if (records === null) return null;
    const record = fold(cell(row, at(records.column)));
    const hasAmount = places.amounts.some(isFilled(row));
    if (records.movements.includes(record)) {
      return !(hasAmount && (lacksDay(row) || !hasNet(row))) ? LINE : doubt('row');
    }
    if (records.totals.includes(record)) return NAMED_TOTAL;
    if (records.subtotals.includes(record)) return { is: 'total', kind: 'subtotal', isNamed: true };
    if (records.opening.includes(record)) return { is: 'balance', end: 'opening' };
    if (records.informational.includes(record)) return aside('informational');
    return (record === '' ? hasNet(row) && isDated(row) : hasAmount) ? doubt('record') : null;
  };

  /** One without the amounts of a line, or without its day. */
  const judgeOther = (row: FileRow, dated: boolean): Verdict => {
    const words = textsOfRow(row).map(fold);
    const inPlaces = places.amounts.filter(hasFigure(row));
    if (isPageNumber(row) || (inPlaces.length === 0 && isLabelledNumber(row))) return aside('title');
    if (!holdsAmount(row)) {
      if (!dated) return WORDS;
      // A line that was cut: of what it brought nothing is left.
      if (isPackageItem(row)) return WORDS;
      return words.length > 2 || isBegunLine(row) ? doubt('row') : WORDS;
    }
    const end = layout.hasBalance && !hasNet(row) ? balanceNamedBy(words) : null;
    if (end !== null) return { is: 'balance', end };
    const named = dated ? null : totalNamedBy(words);
    if (named !== null) return { is: 'total', kind: named, isNamed: true };
    if (inPlaces.length > 0 && inPlaces.every((place) => place === at('balance'))) {
      // A dated row with a description had an amount; its balance may well be that of the line before.
      if (dated && cell(row, at('description')) !== '') return doubt('row');
      return { is: 'balance', end: 'carried' };
    }
    if (inPlaces.length === 0) return isPackageItem(row) ? aside('package-item') : doubt('row');
    return words.every((word) => /^[^\p{L}]*$/u.test(word)) && !dated ? UNNAMED_TOTAL : doubt('row');
  };

  /** Whether it is the last line of a text that was cut off, which begins with its day. */
  const isBegunLine = (row: FileRow): boolean =>
    row.isCut === true && isPlainDay(row) && places.dates.includes(0) && cell(row, 0) !== '';

  const isPackageItem = (row: FileRow): boolean =>
    !places.amounts.some(isFilled(row)) && at('sku') >= 0 && cell(row, at('sku')) !== '';

  const judge = (row: FileRow): Verdict => {
    const heading = isHeading(row);
    if (heading !== null) return heading === 'own' ? aside('repeated-header') : { is: 'other-heading' };
    const record = judgeRecord(row);
    if (record !== null) return record;
    const hasAmount = hasNet(row);
    const { totalRow } = layout;
    if (totalRow !== null && cell(row, at(totalRow.amount)) !== '') {
      return hasAmount ? doubt('row') : NAMED_TOTAL;
    }
    const dated = isDated(row);
    if (!hasAmount) return isPackageItem(row) ? aside('package-item') : judgeOther(row, dated);
    if (dated) {
      if (lacksDay(row)) return doubt('row');
      return isOnlyTotal(fold(cell(row, at('description')))) ? doubt('total') : LINE;
    }
    if (places.dates.length > 0) return judgeOther(row, false);
    // A file without days: its lines have a number of their own, or at least a word.
    const named = /\d/.test(cell(row, at('order'))) ? null : totalNamedBy(textsOfRow(row).map(fold));
    if (named !== null) return { is: 'total', kind: named, isNamed: true };
    return places.texts.some(isFilled(row)) ? LINE : UNNAMED_TOTAL;
  };
  const isPlainLine = (row: FileRow): boolean => isPlainDay(row) && judge(row).is === 'line';
  return {
    judge,
    hasNet: (row) => places.net.some((place) => isAmount(row.cells[place])),
    isDated,
    isPlainLine,
    holdsAmount,
  };
}

/** Where a layout's columns stand in the rows. */
function placesIn({ layout, columns }: HeaderMatch) {
  const at = (key: string): number => columns.get(key) ?? -1;
  const cell = (row: FileRow, place: number): string =>
    fileCellText(row.cells[place] as FileCell | undefined).trim();
  const placesOf = (reads: 'amount' | 'date' | 'text'): number[] =>
    layout.columns.flatMap((column) => {
      const place = column.reads === reads ? columns.get(column.key) : undefined;
      return place === undefined ? [] : [place];
    });
  const dates = placesOf('date');
  const neededDates = layout.columns.flatMap(({ key, reads, need }) =>
    reads === 'date' && need === 'needed' ? [at(key)] : [],
  );
  const net = layout.net.map(([key]) => at(key)).filter((place) => place >= 0);
  const places = { dates, neededDates, net, amounts: placesOf('amount'), texts: placesOf('text') };
  return { at, cell, places };
}

/** @param name normal */
const hasHeader = ({ headers }: LayoutColumn, name: string): boolean =>
  headers.some((header) => normalHeader(header) === name);

/** Whether a row names columns: those of the table again, under whatever name the layout knows them by, or others. */
function createHeadings(match: HeaderMatch, heads: readonly FileRow[]) {
  const { layout, columns } = match;
  const own = heads.map((head) => head.cells.map((cell) => fold(fileCellText(cell).trim())));
  const known = layout.columns.flatMap((column) => {
    const place = columns.get(column.key);
    return place === undefined ? [] : [{ column, place }];
  });
  const first = known.map(({ place }) => place).slice(0, 3);
  const amounts = known.filter(({ column }) => column.reads === 'amount').map(({ place }) => place);
  const dates = known.filter(({ column }) => column.reads === 'date').map(({ place }) => place);
  const ownNames = known.map(({ place }) => normalHeader(match.header.headers[place] ?? ''));
  /** It names a column that stands elsewhere in this table: what is below it stands under other names. */
  const isMoved = (texts: readonly string[]): boolean =>
    known.some(({ column, place }, at) => {
      const name = normalHeader(texts[place] ?? '');
      if (name === '' || ownNames[at] === name || ownNames[at]?.endsWith(` ${name}`) === true) return false;
      const isOf = (each: (typeof known)[number], other: number): boolean =>
        ownNames[other] === name ||
        (column.reads === 'amount' && each.column.reads === 'amount' && hasHeader(each.column, name));
      return !hasHeader(column, name) && known.some((each, other) => other !== at && isOf(each, other));
    });
  return (row: FileRow): 'own' | 'other' | null => {
    // Most rows are lines: where an amount stands none is named.
    if (amounts.some((place) => typeof row.cells[place] === 'object')) return null;
    const texts = row.cells.map((cell) => (typeof cell === 'string' ? fold(cell.trim()) : '0'));
    const isAgain = (head: readonly string[]): boolean =>
      first.filter((place) => (head[place] ?? '') !== '').length > 0 &&
      first.every((place) => (texts[place] ?? '') === (head[place] ?? ''));
    if (own.some(isAgain)) return isMoved(texts) ? 'other' : 'own';
    const filled = texts.filter((text) => text !== '');
    if (filled.length < 2 || filled.some((text) => /\d/.test(text) && text.length < 40)) return null;
    const isWords = (place: number): boolean => /\p{L}/u.test(texts[place] ?? '');
    const namedAmounts = amounts.filter(isWords).length;
    if (namedAmounts === 0 || (namedAmounts < 2 && !dates.some(isWords))) return null;
    const fitting = known.filter(({ column, place }) => hasHeader(column, normalHeader(texts[place] ?? '')));
    return fitting.length >= Math.max(2, known.length * 0.6) && !isMoved(texts) ? 'own' : 'other';
  };
}
