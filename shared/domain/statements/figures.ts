import { makeInSteps, mapInSteps, type Steps } from '#shared/base/steps.ts';
import type { FileCell, FileRow } from '../file-cells.ts';
import type { DecimalSign } from '../written-numbers.ts';
import { type AmountColumn, type AmountTexts, amountColumn, readAmountTexts } from './cell-columns.ts';
import type { Layout, NetRule, Term } from './layout.ts';
import type { HeaderMatch } from './recognition.ts';
import type { NotUnderstood } from './statement.ts';

/** All amounts of a file's lines as integers of one scale, and the sums that its rules make of them. */

export type Units = readonly (bigint | null)[];

export type Figures = {
  readonly scale: number;
  readonly decimalSign: DecimalSign | null;
  readonly columns: ReadonlyMap<string, Units>;
  /** Columns that count with the other sign than is written. */
  readonly reversed: ReadonlySet<string>;
  readonly notUnderstood: readonly NotUnderstood[];
};

export const cellsAt = (rows: readonly FileRow[], place: number): readonly (FileCell | undefined)[] =>
  rows.map(({ cells }) => cells[place]);

/** `also`: further columns to read, by a key of their own. */
export function* readFigures(
  rows: readonly FileRow[],
  { layout, columns, header }: Pick<HeaderMatch, 'layout' | 'columns' | 'header'>,
): Steps<Figures> {
  const texts: { readonly key: string; readonly place: number; readonly texts: AmountTexts }[] = [];
  for (const { key, reads } of layout.columns) {
    const place = reads === 'amount' ? columns.get(key) : undefined;
    if (place !== undefined) texts.push({ key, place, texts: yield* readAmountTexts(cellsAt(rows, place)) });
  }
  const dots = texts.reduce((count, each) => count + each.texts.counts['.'], 0);
  const commas = texts.reduce((count, each) => count + each.texts.counts[','], 0);
  const usual = dots === commas ? null : dots > commas ? '.' : ',';
  const decimalSign = layout.decimalSign ?? usual;
  const read: { readonly key: string; readonly place: number; readonly column: AmountColumn }[] = [];
  for (const { key, place, texts: own } of texts) {
    read.push({ key, place, column: yield* amountColumn(own, decimalSign) });
  }
  const scale = Math.max(0, ...read.map(({ column }) => column.scale));
  const units = new Map<string, Units>();
  const reversed = new Set<string>();
  for (const { key, column } of read) {
    const written = yield* atScale(column, scale);
    const signed = yield* signedDebit(layout, key, written);
    if (signed !== written) reversed.add(key);
    units.set(key, signed);
  }
  return {
    scale,
    decimalSign,
    columns: units,
    reversed,
    notUnderstood: read.flatMap(({ place, column }) =>
      column.doubts.map(({ at, text, why }) => ({
        line: rows[at]?.line ?? 0,
        column: header.headers[place] ?? '',
        text: text === '' ? String(cellText(rows[at]?.cells[place])) : text,
        why,
      })),
    ),
  };
}

const cellText = (cell: FileCell | undefined): string =>
  typeof cell === 'object' ? cell.text : (cell ?? '');

function* atScale({ units, scale: from }: AmountColumn, scale: number): Steps<Units> {
  if (from === scale) return units;
  const factor = 10n ** BigInt(scale - from);
  return yield* mapInSteps(units, (value) => (value === null ? null : value * factor));
}

/** Charges of a column of their own take money, with a minus or without; a few of the other sign are annulled ones. */
function* signedDebit(layout: Layout, key: string, units: Units): Steps<Units> {
  if (key !== 'debit' || (layout.kind !== 'bank' && layout.kind !== 'unknown')) return units;
  let balance = 0;
  for (const value of units) if (value !== null && value !== 0n) balance += value < 0n ? -1 : 1;
  return balance < 0 ? units : yield* mapInSteps(units, (value) => (value === null ? null : -value));
}

/** The signed sum of the columns in each row; null where none of them has an amount. */
export function* sumTerms(
  columns: ReadonlyMap<string, Units>,
  terms: readonly Term[],
  rows: number,
): Steps<Units> {
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
  /** What the net says less what its parts come to; null where the row has no net. */
  readonly gaps: Units;
  readonly failures: number;
};

/** The variant that most rows satisfy. */
export function* holdRule(columns: ReadonlyMap<string, Units>, rule: NetRule, rows: number): Steps<RuleGaps> {
  const result = yield* sumTerms(columns, rule.result, rows);
  let best: RuleGaps | null = null;
  for (const variant of rule.variants) {
    const parts = yield* sumTerms(columns, variant, rows);
    let failures = 0;
    const gaps = yield* mapInSteps(result, (value, at) => {
      if (value === null) return null;
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
