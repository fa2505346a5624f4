import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { AS_WRITTEN } from '#renderer/data/model/statement-answers.ts';
import type { StatedAmounts, Units } from './figures.ts';
import { type MovedAsking, takeLines } from './moved-lines.ts';
import type { HeaderMatch } from './recognition.ts';
import {
  type AnsweredRow,
  answerKind,
  createRowKeys,
  type RowAnswer,
  type RowAnswers,
  typedAmount,
  typedNumber,
} from './row-answers.ts';
import { answersTo } from './row-questions.ts';
import type { SortedRows } from './row-sorting.ts';
import { textsOfRow } from './row-words.ts';
import type { Sign } from './sign-letters.ts';

/** The user's answers about lines of which an amount, the sign or a number cannot be taken as it stands. */

/** The lines of a file as they were said to be. */
export type AnsweredLines = {
  readonly sorted: SortedRows;
  readonly amounts: StatedAmounts;
  /** By line of the file. */
  readonly signs: ReadonlyMap<number, Sign>;
  /** Places of numbers that have all of their digits, by line. */
  readonly whole: ReadonlyMap<number, ReadonlySet<number>>;
};

export const unanswered = (sorted: SortedRows): AnsweredLines => ({
  sorted,
  amounts: new Map(),
  signs: new Map(),
  whole: new Map(),
});

/** A question about a line: the amount or the number at a place, or its sign. */
export type LineQuestion = {
  readonly at: number;
  readonly why: 'amount' | 'scale' | 'currency' | 'sign' | 'maybe-lost-digits';
  readonly place: number;
};

export type LineAsking = {
  /** The key of its answer; the same whatever was answered before. */
  readonly keyOf: (row: FileRow, asked: LineQuestion) => string;
  /** The lines with all that is said of these questions; null where nothing is. */
  readonly answer: (lines: AnsweredLines, asked: readonly LineQuestion[]) => AnsweredLines | null;
};

/** Over the lines of a file as they are before anything is said of them. */
export function createLineAsking(
  sorted: SortedRows,
  match: HeaderMatch,
  answers: RowAnswers['said'],
): LineAsking {
  const keys = createLineKeys(sorted, match);
  const keyOf: LineAsking['keyOf'] = (row, { why, place }) => keys(row, why === 'sign' ? why : place);
  const netPlaces = match.layout.net.map(([key]) => match.columns.get(key));

  const answer: LineAsking['answer'] = (given, asked) => {
    if (answers.size === 0) return null;
    const rows = new Map<number, FileRow>();
    const out = new Set<number>();
    const said: AnsweredRow[] = [];
    const amounts = new Map(given.amounts);
    const signs = new Map(given.signs);
    const whole = new Map(given.whole);
    for (const question of asked) {
      const { at, why, place } = question;
      const row = given.sorted.lines[at];
      if (row === undefined) continue;
      const key = keyOf(row, question);
      const own = answers.get(key) ?? null;
      if (own === null || !answersTo(why, true).includes(answerKind(own))) continue;
      const amount = typedAmount(own);
      const number = typedNumber(own);
      const isSaid = (of: ReadonlyMap<number, ReadonlySet<number>>) => of.get(row.line)?.has(place) === true;
      const isAgain = why === 'sign' ? signs.has(row.line) : isSaid(amounts) || isSaid(whole);
      // An amount that was kept and is none.
      if (isAgain || (answerKind(own) === 'amount' && amount === null)) continue;
      if (own === 'no-movement') out.add(at);
      else if (own === AS_WRITTEN || number !== null) {
        whole.set(row.line, new Set([...(whole.get(row.line) ?? []), place]));
        if (number !== null) rows.set(at, withCell(rows.get(at) ?? row, place, number));
      } else if (amount === null) signs.set(row.line, own === 'deposit' ? 1 : -1);
      else {
        // Where amounts have no sign of their own, a minus tells it.
        const isCharge =
          amount.startsWith('-') && match.layout.sign !== 'written' && netPlaces.includes(place);
        if (isCharge) signs.set(row.line, -1);
        const text = isCharge ? amount.slice(1) : amount;
        rows.set(at, withCell(rows.get(at) ?? row, place, { kind: 'number', text }));
        amounts.set(row.line, new Set([...(amounts.get(row.line) ?? []), place]));
      }
      said.push(answeredRow(row, key, own, why === 'sign' ? null : (match.header.headers[place] ?? '')));
    }
    if (said.length === 0) return null;
    return { sorted: withRows(given.sorted, { rows, out, said }), amounts, signs, whole };
  };
  return { keyOf, answer };
}

/** Keys and answers of lines whose cells may stand under other names. */
export function createMovedAsking(
  sorted: SortedRows,
  match: HeaderMatch,
  answers: RowAnswers['said'],
): MovedAsking {
  const keyOf = createLineKeys(sorted, match);
  return (row, mayBeLine) => {
    const key = keyOf(row, 'moved-cells');
    const answer = answers.get(key) ?? null;
    const isOne = answer !== null && answersTo('moved-cells', mayBeLine).includes(answerKind(answer));
    return { key, said: isOne ? answeredRow(row, key, answer, null) : null };
  };
}

const withCell = ({ cells, ...row }: FileRow, place: number, said: FileCell): FileRow => ({
  ...row,
  cells: cells.map((cell, at) => (at === place ? said : cell)),
});

const answeredRow = (row: FileRow, key: string, answer: RowAnswer, column: string | null): AnsweredRow => ({
  key,
  line: row.line,
  text: textsOfRow(row).join(' '),
  ...(column === null ? {} : { column }),
  answer,
});

function withRows(
  sorted: SortedRows,
  changed: {
    readonly rows: ReadonlyMap<number, FileRow>;
    readonly out: ReadonlySet<number>;
    readonly said: readonly AnsweredRow[];
  },
): SortedRows {
  const { rows, out, said } = changed;
  const aside = [...out].map((at) => ({ line: sorted.lines[at]?.line ?? 0, why: 'said' as const }));
  const lines = sorted.lines.map((row, at) => rows.get(at) ?? row);
  const byLine = (one: { readonly line: number }, other: { readonly line: number }): number =>
    one.line - other.line;
  return {
    ...takeLines({ ...sorted, lines }, out),
    leftAside: [...sorted.leftAside, ...aside].sort(byLine),
    said: [...sorted.said, ...said].sort(byLine),
  };
}

/** By the line's content as it is written, and by what of it is asked. */
function createLineKeys(
  sorted: SortedRows,
  { layout, columns }: HeaderMatch,
): (row: FileRow, of: number | 'sign' | 'moved-cells') => string {
  const rowKey = createRowKeys(layout.dayOrder === 'month-first');
  const known = new Map<number, string>();
  const keys = new Map([...columns].map(([key, place]) => [place, key]));
  const isDated = (row: FileRow): boolean =>
    layout.columns.some(
      ({ key, reads }) => reads === 'date' && fileCellText(row.cells[columns.get(key) ?? -1]).trim() !== '',
    );
  const said = new Set(sorted.said.map(({ line }) => line));
  /** Where each line stands; looked up only in files that leave something open. */
  let places: ReadonlyMap<number, number> | null = null;
  const besideOf = ({ line }: FileRow): FileRow | null => {
    places ??= new Map(sorted.lines.map((each, at) => [each.line, at]));
    const at = places.get(line) ?? 0;
    // One that is in by the user's word may be out tomorrow: answers move no key.
    for (let before = at - 1; before >= 0; before -= 1) {
      const row = sorted.lines[before];
      if (row !== undefined && !said.has(row.line)) return row;
    }
    return sorted.lines.slice(at + 1).find((row) => !said.has(row.line)) ?? null;
  };
  return (row, of) => {
    const own = known.get(row.line) ?? rowKey(row, isDated(row) ? null : besideOf(row));
    known.set(row.line, own);
    return `${own}:${typeof of === 'number' ? (keys.get(of) ?? '') : of}`;
  };
}

type Signed = { readonly net: Units; readonly assumed: Units; readonly unsigned: readonly number[] };

/** The net of each line, by the sign that the user gave it. */
export function withAnsweredSigns(given: Signed, { sorted, signs }: AnsweredLines, amounts: Units): Signed {
  if (signs.size === 0) return given;
  const net = [...given.net];
  const assumed = [...given.assumed];
  const known = new Set<number>();
  for (const [at, { line }] of sorted.lines.entries()) {
    const sign = signs.get(line);
    const amount = amounts[at] ?? null;
    if (sign === undefined || amount === null) continue;
    const size = amount < 0n ? -amount : amount;
    net[at] = sign === 1 ? size : -size;
    assumed[at] = net[at];
    known.add(at);
  }
  return { net, assumed, unsigned: given.unsigned.filter((at) => !known.has(at)) };
}
