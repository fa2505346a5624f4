import type { FileCell, FileRow } from '#renderer/data/model/file-cells.ts';
import type { WrittenCurrency } from '#renderer/data/model/written-currencies.ts';
import { makeInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { type AmountTextsAt, decideScales, type Meanings, type ScaleReason } from './amount-scales.ts';
import type { CellDoubt } from './cell-columns.ts';
import { type AmountColumn, amountColumn, type OpenMeaning, readAmountTexts } from './cell-columns.ts';
import type { Layout, NetRule, Term } from './layout.ts';
import type { HeaderMatch } from './recognition.ts';

/** All amounts of a file's lines as integers of one scale, and the sums that its rules make of them. */

export type Units = readonly (bigint | null)[];

/** Which cell it is of. */
export type FigureDoubt = CellDoubt & { readonly place: number };

/** Places of amounts that the user said, by line: they are of no weight for how their column is meant. */
export type StatedAmounts = ReadonlyMap<number, ReadonlySet<number>>;
const NONE_STATED: StatedAmounts = new Map();

export type Figures = {
  readonly scale: number;
  /** The meaning of an amount in a column, where it alone leaves that open. */
  readonly meaningAt: (place: number) => OpenMeaning;
  readonly columns: ReadonlyMap<string, Units>;
  /** Rows of which some amount that their net or its rule needs is not known. */
  readonly open: ReadonlySet<number>;
  /** Columns that count with the other sign than is written. */
  readonly reversed: ReadonlySet<string>;
  /** Whether the user said the amount that a row has in a column. */
  readonly isSaid: (key: string, at: number) => boolean;
  readonly doubts: readonly FigureDoubt[];
  /** The reasons that settled columns which leave it open how they are written. */
  readonly decided: readonly ScaleReason[];
};

export const cellsAt = (rows: readonly FileRow[], place: number): readonly (FileCell | undefined)[] =>
  rows.map(({ cells }) => cells[place]);

type FiguresMatch = Pick<HeaderMatch, 'layout' | 'columns' | 'header'>;

/**
 * All amounts of the rows, by column: each as its texts, its currency, the user or the arithmetic say it; else a doubt.
 * @param currency what the file names as its own
 */
export function* readFigures(
  rows: readonly FileRow[],
  match: FiguresMatch,
  currency: WrittenCurrency | null = null,
  said: StatedAmounts = NONE_STATED,
): Task<Figures> {
  const { layout, columns, header } = match;
  const texts: AmountTextsAt[] = [];
  for (const { key, reads } of layout.columns) {
    const place = reads === 'amount' ? columns.get(key) : undefined;
    if (place !== undefined) texts.push({ key, place, texts: yield* readAmountTexts(cellsAt(rows, place)) });
  }
  const { meanings, decided } = yield* decideScales(texts, rows, { ...match, currency }, (given) =>
    toFigures(given, rows, match, said),
  );
  const dots = texts.reduce((count, each) => count + each.texts.counts['.'], 0);
  const commas = texts.reduce((count, each) => count + each.texts.counts[','], 0);
  const usual = dots === commas ? 'thousands' : dots > commas ? '.' : ',';
  const meaningAt = (place: number): OpenMeaning => {
    const own = texts.find((each) => each.place === place);
    const convention = own?.texts.convention;
    if (convention === '.' || convention === ',') return convention;
    return (own === undefined ? undefined : meanings.get(own.key)) ?? layout.decimalSign ?? usual;
  };
  const figures = yield* toFigures({ texts, meanings }, rows, match, said);
  const needed = new Set([...layout.net, ...rulesOf(layout)].map(([key]) => key));
  const open = new Set<number>();
  for (const { key, column } of figures.read) {
    if (needed.has(key)) for (const { at, why } of column.doubts) if (why === 'scale') open.add(at);
  }
  return {
    scale: figures.scale,
    meaningAt,
    columns: figures.columns,
    open,
    reversed: figures.reversed,
    isSaid: (key, at) => said.get(rows[at]?.line ?? -1)?.has(columns.get(key) ?? -1) === true,
    decided: decided.map(({ place, by }) => ({
      reason: 'decided',
      column: header.headers[place] ?? '',
      what: 'decimal-sign',
      by,
    })),
    doubts: figures.read.flatMap(({ place, column }) =>
      column.doubts.map(({ at, text, why }) => ({
        at,
        place,
        text: text === '' ? String(cellText(rows[at]?.cells[place])) : text,
        why,
      })),
    ),
  };
}

const rulesOf = ({ netRule }: Layout): readonly Term[] =>
  netRule === null ? [] : [...netRule.result, ...netRule.variants.flat()];

/** The columns at one scale, as the meanings have them. */
function* toFigures(
  { texts, meanings }: { readonly texts: readonly AmountTextsAt[]; readonly meanings: Meanings },
  rows: readonly FileRow[],
  { layout }: FiguresMatch,
  said: StatedAmounts,
) {
  const read: { readonly key: string; readonly place: number; readonly column: AmountColumn }[] = [];
  for (const { key, place, texts: own } of texts) {
    read.push({ key, place, column: yield* amountColumn(own, meanings.get(key) ?? null) });
  }
  const scale = Math.max(0, ...read.map(({ column }) => column.scale));
  const columns = new Map<string, Units>();
  const reversed = new Set<string>();
  for (const { key, place, column } of read) {
    const written = yield* atScale(column, scale);
    const signed = yield* signedDebit(layout, key, written, (at) => {
      return said.get(rows[at]?.line ?? -1)?.has(place) === true;
    });
    if (signed !== written) reversed.add(key);
    columns.set(key, signed);
  }
  return { read, scale, columns, reversed, rows: rows.length };
}

const cellText = (cell: FileCell | undefined): string =>
  typeof cell === 'object' ? cell.text : (cell ?? '');

function* atScale({ units, scale: from }: AmountColumn, scale: number): Task<Units> {
  if (from === scale) return units;
  const factor = 10n ** BigInt(scale - from);
  return yield* mapInSteps(units, (value) => (value === null ? null : value * factor));
}

/** Charges of a column of their own take money, with a minus or without; a few of the other sign are annulled ones. */
function* signedDebit(
  layout: Layout,
  key: string,
  units: Units,
  isSaid: (at: number) => boolean,
): Task<Units> {
  if (key !== 'debit' || (layout.kind !== 'bank' && layout.kind !== 'unknown')) return units;
  let balance = 0;
  for (const [at, value] of units.entries()) {
    if (value !== null && !isSaid(at)) balance += Number(value > 0n) - Number(value < 0n);
  }
  return balance < 0 ? units : yield* mapInSteps(units, (value) => (value === null ? null : -value));
}

/** The signed sum of the columns in each row; null where none of them has an amount. */
export function* sumTerms(
  columns: ReadonlyMap<string, Units>,
  terms: readonly Term[],
  rows: number,
): Task<Units> {
  const present = terms.flatMap(([key, sign]) => {
    const units = columns.get(key);
    return units === undefined ? [] : [{ units, sign }];
  });
  return yield* makeInSteps(rows, (at) => {
    let total: bigint | null = null;
    for (const { units, sign } of present) {
      const value = units[at];
      if (value === null || value === undefined) continue;
      total = (total ?? 0n) + (sign === 1 ? value : -value);
    }
    return total;
  });
}

export type RuleGaps = {
  readonly variant: readonly Term[];
  /** The net less the sum of its parts; null where the row has no net. */
  readonly gaps: Units;
  readonly failures: number;
};

/** The variant that most rows satisfy; a row of which an amount is not known is held against none. */
export function* checkNetRule(
  { columns, open }: Pick<Figures, 'columns' | 'open'>,
  rule: NetRule,
  rows: number,
): Task<RuleGaps> {
  const result = yield* sumTerms(columns, rule.result, rows);
  let best: RuleGaps | null = null;
  for (const variant of rule.variants) {
    const parts = yield* sumTerms(columns, variant, rows);
    let failures = 0;
    const gaps = yield* mapInSteps(result, (value, at) => {
      if (value === null || open.has(at)) return null;
      const gap = value - (parts[at] ?? 0n);
      if (gap !== 0n) failures += 1;
      return gap;
    });
    if (best === null || failures < best.failures) best = { variant, gaps, failures };
  }
  return best ?? { variant: [], gaps: [], failures: 0 };
}

export const sumUnits = (units: Units, from = 0, to = units.length): bigint => {
  let total = 0n;
  for (let at = from; at < to; at += 1) total += units[at] ?? 0n;
  return total;
};
