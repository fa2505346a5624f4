import { type FileRow, fileCellText, shownCell } from '#renderer/data/model/file-cells.ts';
import type { TextField } from '#renderer/data/model/statement-fields.ts';
import type { HeaderMatch } from './recognition.ts';
import type { Judge, Verdict } from './row-judge.ts';
import type { LeftAsideReason } from './statement.ts';

/**
 * Rows of which cells are merged with those above. What a merged cell says is said of each of its rows: numbers, words and days
 * are read for all of them. An amount is not: it was moved once, and is the first row's. Hence
 *
 * - a row with an amount of its own is the line that it would be with everything it shows written into it;
 * - a row whose amount is merged with the one above brings nothing of its own. With a number or a day of its own, or with other
 *   amounts, it may be what the amount is of as well: it is asked about. With words or a SKU alone it belongs to the line above;
 * - a row that is a total, a balance or a heading by its own words is none of a group, even where a day is merged over it too.
 *
 * What is merged with a heading, or with what stands above it, is said of no line.
 */
export function createMergedRows({ layout, columns }: HeaderMatch, judge: Judge, headLine: number) {
  const placeOf = (key: string): number => columns.get(key) ?? -1;
  const placed = layout.columns.filter(({ key }) => columns.has(key));
  const said = placed.flatMap(({ key, reads }) => (reads === 'amount' ? [] : [placeOf(key)]));
  const own = placed.flatMap((column) => {
    const isOwn = column.reads === 'date' || (column.reads === 'text' && isNumberOfOne(column.field));
    return isOwn ? [placeOf(column.key)] : [];
  });
  const amounts = placed.flatMap(({ key, reads }) => (reads === 'amount' ? [placeOf(key)] : []));
  const net = layout.net.map(([key]) => placeOf(key));
  const isFilled =
    ({ cells }: FileRow) =>
    (place: number) =>
      fileCellText(cells[place]).trim() !== '';

  const withShown = (row: FileRow): FileRow => ({
    ...row,
    cells: Array.from(
      { length: Math.max(row.cells.length, ...said.map((place) => place + 1)) },
      (_, place) => (said.includes(place) ? shownCell(row, place, headLine) : (row.cells[place] ?? '')),
    ),
  });

  /** The row as it is read, and what it is. */
  return (row: FileRow): { readonly row: FileRow; readonly verdict: Verdict } => {
    const verdict = judge.judge(row);
    if (row.covered === undefined || isByItsWords(verdict)) return { row, verdict };
    if (judge.hasNet(row)) {
      const shown = withShown(row);
      const ofShown = judge.judge(shown);
      const isRead = verdict.is === 'line' || ofShown.is === 'line' || isOf(ofShown, 'informational');
      return isRead ? { row: shown, verdict: ofShown } : { row, verdict };
    }
    const isBelow = (place: number): boolean => (row.covered?.get(place)?.line ?? 0) > headLine;
    if (!net.some(isBelow)) return { row, verdict };
    const asks = own.some(isFilled(row)) || amounts.some(isFilled(row)) || judge.holdsAmount(row);
    return { row, verdict: asks ? { is: 'doubt', why: 'row' } : { is: 'aside', why: 'package-item' } };
  };
}

const isOf = (verdict: Verdict, why: LeftAsideReason): boolean =>
  verdict.is === 'aside' && verdict.why === why;

/** Whether its own cells alone tell what it is. */
function isByItsWords(verdict: Verdict): boolean {
  switch (verdict.is) {
    case 'line':
    case 'doubt':
    case 'words':
      return false;
    case 'aside':
      return verdict.why !== 'package-item';
    case 'total':
    case 'balance':
    case 'other-heading':
      return true;
  }
}

/** Whether such a text numbers what was paid: of two of them, one amount may be of both. */
const isNumberOfOne = (field: TextField | null): boolean =>
  field !== null && ['settlement', 'order', 'suborder', 'reference', 'operation'].includes(field);
