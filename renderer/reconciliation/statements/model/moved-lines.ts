import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { filledWidth, isBeyond, movedRows, shapeOfRow } from '#renderer/data/model/moved-cells.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import type { HeaderMatch } from './recognition.ts';
import type { AnsweredRow } from './row-answers.ts';
import type { SortedRows } from './row-sorting.ts';
import { placesOfNumbers, shiftedNumbers } from './shifted-numbers.ts';
import type { LeftAsideReason, NotUnderstood } from './statement.ts';

/** Left aside for what stands in one of their columns: where cells moved, that is another one. */
const BY_A_CELL: readonly LeftAsideReason[] = ['informational', 'package-item'];

/** The key of such a row, and the user's answer; null: none. */
export type MovedAsking = (
  row: FileRow,
  mayBeLine: boolean,
) => { readonly key: string; readonly said: AnsweredRow | null };

/**
 * Takes out of the lines, and of what is left aside for what one cell says, the rows whose cells may stand under other names
 * than their own: of them no amount is taken, and each is a doubt, unless the user says that they are right as they stand.
 * @param ask asked only where there are such rows
 */
export function* withoutMovedLines(
  sorted: SortedRows,
  rows: readonly FileRow[],
  match: HeaderMatch,
  ask: () => MovedAsking,
): Task<SortedRows> {
  const width = filledWidth({ line: 0, cells: match.header.headers });
  const shapes = yield* mapInSteps(sorted.lines, shapeOfRow);
  const moved = new Set([
    ...(yield* movedRows(shapes, width)),
    ...(yield* movedInSheet(sorted.lines, width, isReadAt(match, width - 1))),
    ...(yield* withAmountForNumber(sorted.lines, match)),
    ...(yield* shiftedNumbers(sorted.lines, match)),
  ]);
  const byACell = new Set(
    sorted.leftAside.flatMap(({ line, why }) => (BY_A_CELL.includes(why) ? [line] : [])),
  );
  const aside = byACell.size === 0 ? [] : rows.filter((row) => byACell.has(row.line) && isBeyond(row, width));
  if (moved.size === 0 && aside.length === 0) return sorted;
  const asking = ask();
  const said: AnsweredRow[] = [];
  const out = new Set<number>();
  /** Null where the user's word is taken. */
  const doubtOf = (row: FileRow, mayBeLine: boolean): NotUnderstood | null => {
    const { key, said: own } = asking(row, mayBeLine);
    if (own === null) {
      return { line: row.line, column: '', text: wordsOf(row), why: 'moved-cells', row: { key, mayBeLine } };
    }
    said.push(own);
    if (mayBeLine && own.answer === 'no-movement') out.add(row.line);
    return null;
  };
  const inFile = [...moved].sort((one, other) => one - other);
  const doubts = new Map(
    inFile.flatMap((at) => {
      const doubt = doubtOf(sorted.lines[at] ?? NO_ROW, true);
      return doubt === null ? [] : [[at, doubt] as const];
    }),
  );
  const ofAside = aside.flatMap((row) => doubtOf(row, false) ?? []);
  const open = new Set(ofAside.map(({ line }) => line));
  const leftOut = sorted.lines.flatMap(({ line }, at) => (out.has(line) ? [at] : []));
  return withoutLines(
    {
      ...sorted,
      leftAside: [
        ...sorted.leftAside.filter(({ line }) => !open.has(line)),
        ...[...out].map((line) => ({ line, why: 'said' as const })),
      ].sort((one, other) => one.line - other.line),
      notUnderstood: [...sorted.notUnderstood, ...ofAside],
      said: [...sorted.said, ...said].sort((one, other) => one.line - other.line),
    },
    doubts,
    leftOut,
  );
}

type CellKind = FileCell extends infer Cell
  ? Cell extends { readonly kind: infer Kind }
    ? Kind
    : 'text'
  : never;

const kindOf = (cell: FileCell | undefined): CellKind | 'nothing' =>
  fileCellText(cell).trim() === '' ? 'nothing' : typeof cell === 'object' ? cell.kind : 'text';

/** Whether something is taken of a column; what only describes a line may be missing. */
const isReadAt = ({ layout, columns }: HeaderMatch, place: number): boolean =>
  layout.columns.some(
    (column) =>
      columns.get(column.key) === place &&
      (column.reads === 'amount' || (column.field !== null && column.field !== 'description')),
  );

/** Fewer lines do not tell what is usual. */
const MIN_LINES = 3;
/** Where more than one in so many lines is without it, a line may be. */
const MAX_WITHOUT = 20;

/**
 * Rows of a sheet with something beyond the last name, and under it what is not of its kind: a cell was put in. What else
 * stands beside a table is a remark. And rows without what almost all others have under the last name: one was taken out.
 */
function* movedInSheet(
  lines: readonly FileRow[],
  width: number,
  isLastRead: boolean,
): Task<readonly number[]> {
  const counts = new Map<CellKind | 'nothing', number>();
  const beyond: number[] = [];
  const without: number[] = [];
  yield* eachInSteps(lines, (row, at) => {
    const kind = kindOf(row.cells[width - 1]);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (row.cells.length > width && filledWidth(row) > width) beyond.push(at);
    // The delimiters of a text tell it.
    else if (kind === 'nothing' && row.isCut !== true) without.push(at);
  });
  const [usual] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
  const isMissing =
    isLastRead && lines.length >= MIN_LINES && without.length <= Math.max(1, lines.length / MAX_WITHOUT);
  return [
    ...beyond.filter((at) => kindOf(lines[at]?.cells[width - 1]) !== usual),
    ...(isMissing ? without : []),
  ];
}

/** A figure with the sign of a currency; the number of an order or an operation has none. */
const WITH_CURRENCY_SIGN = /^[-+(]?\s*(?:[a-z]{0,3}\$|€|£)\s*[-+]?\d[\d.,]*\)?$/iu;

/** Lines whose number, of an order or an operation, is written as an amount, where those of most are not. */
function* withAmountForNumber(lines: readonly FileRow[], match: HeaderMatch): Task<readonly number[]> {
  const found: number[] = [];
  for (const place of placesOfNumbers(match)) {
    const odd: number[] = [];
    yield* eachInSteps(lines, (row, at) => {
      if (WITH_CURRENCY_SIGN.test(fileCellText(row.cells[place]).trim())) odd.push(at);
    });
    if (odd.length * 2 < lines.length) found.push(...odd);
  }
  return found;
}

const NO_ROW: FileRow = { line: 0, cells: [] };

/** The same without some lines, each of which is a doubt, and without others. */
export function withoutLines(
  sorted: SortedRows,
  doubts: ReadonlyMap<number, NotUnderstood>,
  others: readonly number[] = [],
): SortedRows {
  return {
    ...takeLines(sorted, new Set([...doubts.keys(), ...others])),
    notUnderstood: [...sorted.notUnderstood, ...doubts.values()].sort((one, other) => one.line - other.line),
  };
}

/** The same without the lines at some places. */
export function takeLines(sorted: SortedRows, out: ReadonlySet<number>): SortedRows {
  const places = [...out];
  return {
    ...sorted,
    lines: sorted.lines.filter((_, at) => !out.has(at)),
    totals: sorted.totals.map((total) => ({
      ...total,
      linesBefore: total.linesBefore - places.filter((place) => place < total.linesBefore).length,
    })),
  };
}

const wordsOf = ({ cells }: FileRow): string =>
  cells.flatMap((cell) => fileCellText(cell).trim() || []).join(' · ');
