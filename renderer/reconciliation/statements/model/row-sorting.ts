import { type FileRow, fileCellText, isBlankRow } from '#renderer/data/model/file-cells.ts';
import { tellsUnit } from '#renderer/data/model/written-units.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { createMergedRows } from './merged-rows.ts';
import type { HeaderMatch } from './recognition.ts';
import { type AnsweredRow, createRowKeys, NO_ANSWERS, type RowAnswers } from './row-answers.ts';
import { createJudge, type Judge, type Verdict } from './row-judge.ts';
import { isAmount, type OtherTable, tableBegunBy, textsOfRow } from './row-words.ts';
import type { LeftAside, LeftAsideReason, NotUnderstood, RowDoubt } from './statement.ts';

/**
 * Which rows of a file are its lines, and what the others are. Each is judged by itself: no row decides about those below
 * it, and none that has an amount is left aside unless it is known what it is.
 */

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
  readonly said: readonly AnsweredRow[];
};

const NONE: ReadonlySet<number> = new Set();

/**
 * Rows below the header in order, each as a line or as what else it is; those in doubt by what the user says of them.
 * @param checked lines of rows without a name that were found to be totals
 */
export function* sortRows(
  rows: readonly FileRow[],
  match: HeaderMatch,
  answers: RowAnswers = NO_ANSWERS,
  checked: ReadonlySet<number> = NONE,
): Task<SortedRows> {
  const { header } = match;
  const heads = rows.slice(header.at, header.at + header.rows);
  const above = rows.slice(0, header.at).filter((row) => !isBlankRow(row));
  const judge = createJudge(match, heads);
  const asShown = createMergedRows(match, judge, heads.at(-1)?.line ?? 0);
  const below = rows.slice(header.at + header.rows);
  const first = below.slice(0, MAX_BEFORE_LINES).find((row) => judge.judge(row).is === 'line') ?? null;
  const found = createSorted(match, judge, { answers, first, checked });
  for (const row of above) {
    if (judge.isPlainLine(row)) found.doubt(row, 'row');
    else if (tellsUnit(textsOfRow(row).join(' '))) found.doubt(row, 'row', false);
    else found.aside(row, 'title');
  }
  for (const row of heads) {
    if (row.cells.some((cell) => tellsUnit(fileCellText(cell)))) found.doubt(row, 'row', false);
    else found.aside(row, 'header');
  }
  const titles = new Set(above.map((row) => textsOfRow(row).join(' ')));
  yield* eachInSteps(below, (row) => {
    if (isBlankRow(row)) return;
    const { row: read, verdict } = asShown(row);
    found.add(read, verdict, titles);
  });
  return { ...found.end(), above };
}

/** Rows between the header and the first line are fewer. */
const MAX_BEFORE_LINES = 100;

/** The user's answers about rows in doubt; `first`: the line beside those that stand before all others. */
type Asking = {
  readonly answers: RowAnswers;
  readonly first: FileRow | null;
  readonly checked: ReadonlySet<number>;
};

/** The table beside the lines since its title, and whether it has names of columns of its own. */
type Beside = { readonly table: OtherTable | 'unknown'; readonly isHeaded: boolean };

/** Long: every verdict in its place, and what it means after those before. */
function createSorted(
  match: HeaderMatch,
  { hasNet, isDated, holdsAmount }: Judge,
  { answers, first, checked }: Asking,
) {
  const lines: FileRow[] = [];
  const totals: TotalRow[] = [];
  const balances: (BalanceRow & { readonly linesBefore: number })[] = [];
  const leftAside: LeftAside[] = [];
  const notUnderstood: NotUnderstood[] = [];
  const said: AnsweredRow[] = [];
  const keyOf = createRowKeys(match.layout.dayOrder === 'month-first');
  /** Understood by itself: answers move no key. */
  let lastLine = first;
  const words: { readonly row: FileRow; readonly linesBefore: number }[] = [];
  let beside: Beside | null = null;
  const balanceOf = (row: FileRow | undefined): string =>
    fileCellText(row?.cells[match.columns.get('balance') ?? -1]).trim();
  const aside = ({ line }: FileRow, why: LeftAsideReason): void => {
    leftAside.push({ line, why });
  };
  const doubt = (row: FileRow, why: RowDoubt, mayBeLine = hasNet(row)): void => {
    const { line } = row;
    const text = textsOfRow(row).join(' ');
    const key = keyOf(row, isDated(row) ? null : lastLine);
    const own = answers.said.get(key);
    const answer = own === undefined ? answers.others : own;
    if (answer === 'no-movement') aside(row, 'said');
    else if (answer === 'movement' && mayBeLine) lines.push(row);
    else return void notUnderstood.push({ line, column: '', text, why, row: { key, mayBeLine } });
    said.push({ key, line, text, answer });
  };
  const amountPlaces = match.layout.columns.flatMap(({ key, reads }) =>
    reads === 'amount' && key !== 'balance' ? [match.columns.get(key) ?? -1] : [],
  );
  /** Something of it stands where it can be held against the lines. */
  const isCheckable = (row: FileRow): boolean => amountPlaces.some((place) => isAmount(row.cells[place]));

  /** Figures stand where the lines have amounts, and are none. */
  const isUnread = (row: FileRow): boolean =>
    amountPlaces.some((place) => /\d/.test(fileCellText(row.cells[place])) && !isAmount(row.cells[place]));

  /** A row that has an amount, within a table that is known to stand beside the lines. */
  const isOfBeside = (row: FileRow): boolean => {
    if (beside === null || beside.table === 'unknown') return false;
    const texts = textsOfRow(row);
    if (texts.length !== 2 || texts.filter((text) => isAmount(text)).length !== 1) return false;
    const isDay = texts.some((text) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text));
    return (beside.table === 'daily-balances' && isDay) || !hasNet(row);
  };

  const add = (row: FileRow, verdict: Verdict, titles: ReadonlySet<string>): unknown => {
    switch (verdict.is) {
      case 'line':
        if (beside?.isHeaded === true) return doubt(row, 'row');
        beside = null;
        lines.push(row);
        lastLine = row;
        return null;
      case 'other-heading':
        beside = { table: beside?.table ?? 'unknown', isHeaded: true };
        words.push({ row, linesBefore: lines.length });
        return null;
      case 'words': {
        if (tellsUnit(textsOfRow(row).join(' '))) return doubt(row, 'row', false);
        const table = textsOfRow(row).length <= 2 ? tableBegunBy(row) : null;
        if (table !== null) beside = { table, isHeaded: false };
        words.push({ row, linesBefore: lines.length });
        return null;
      }
      case 'aside':
        if (verdict.why === 'repeated-header') beside = null;
        return aside(row, verdict.why);
      case 'total':
        if (isOfBeside(row)) return aside(row, 'other-table');
        if (
          !(verdict.isNamed || checked.has(row.line)) ||
          isUnread(row) ||
          (match.layout.totalRow === null && holdsAmount(row) && !isCheckable(row))
        ) {
          return doubt(row, 'total');
        }
        aside(row, verdict.isNamed ? verdict.kind : 'unnamed-total');
        totals.push({
          row,
          kind: verdict.kind,
          label: textsOfRow(row).join(' '),
          linesBefore: lines.length,
        });
        return null;
      case 'balance': {
        if (verdict.end !== 'carried') {
          balances.push({ row, end: verdict.end, linesBefore: lines.length });
          return null;
        }
        if (isOfBeside(row)) return aside(row, 'other-table');
        const own = balanceOf(row);
        if (own !== '' && own === balanceOf(lines.at(-1))) return aside(row, 'closing-balance');
        return doubt(row, 'balance');
      }
      case 'doubt':
        if (isOfBeside(row)) return aside(row, 'other-table');
        if (titles.has(textsOfRow(row).join(' '))) return aside(row, 'title');
        return doubt(row, verdict.why);
    }
  };

  const end = (): Omit<SortedRows, 'above'> => {
    for (const { row, linesBefore } of words) aside(row, linesBefore < lines.length ? 'title' : 'footer');
    const ends: BalanceRow[] = [];
    for (const { row, end: of, linesBefore } of balances) {
      const isAtEnd = linesBefore === 0 || linesBefore === lines.length;
      // In the midst of the file it is carried over from the page before.
      const beforeIt = balanceOf(lines[linesBefore - 1]);
      const isCarried = !isAtEnd && textsOfRow(row).some((text) => text === beforeIt);
      // Too late to stand among the lines.
      if (!isAtEnd && !isCarried) doubt(row, 'balance', false);
      else {
        aside(row, of === 'opening' ? 'opening-balance' : 'closing-balance');
        if (isAtEnd) ends.push({ row, end: of });
      }
    }
    const byLine = (one: { readonly line: number }, other: { readonly line: number }): number =>
      one.line - other.line;
    return {
      lines,
      totals,
      balances: ends,
      leftAside: leftAside.sort(byLine),
      notUnderstood: notUnderstood.sort(byLine),
      said: said.sort(byLine),
    };
  };
  return { aside, doubt, add, end };
}
