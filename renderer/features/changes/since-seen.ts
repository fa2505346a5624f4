import { z } from 'zod';
import type { Group } from '#renderer/data/model/groups.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { type Month, parseLocalDate } from '#shared/domain/dates.ts';
import { type Decimal, differenceBetween, fromDecimal, parseDecimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, rateOf } from '#shared/domain/profitability.ts';

/** Sums of the months when one last ticked them off, and the difference since. Pure. */

/** `atMs`: when, by this machine's clock. */
const seenMonthSchema = z.object({
  atMs: z.number(),
  rows: z.int().min(0),
  sums: z.record(
    z.string(),
    z.string().refine((text) => parseDecimal(text) !== undefined),
  ),
});
export type SeenMonth = z.infer<typeof seenMonthSchema>;
const monthsSchema = z.record(
  z.string().refine((text) => parseLocalDate(`${text}-01`) !== undefined),
  seenMonthSchema,
);
export type SeenMonths = z.infer<typeof monthsSchema>;

/** Months seen of one account, by the channels and accounts in view: sums of unlike currencies are kept apart. */
export const seenSchema = z.record(z.string(), monthsSchema);

export function seenKey(accountId: string): string {
  return `cuadra.seen.${accountId}`;
}

export type ScopeMove = {
  readonly column: string;
  /** After minus before. */
  readonly difference: Decimal;
  /** Points of Ventas, after minus before; null for Ventas, and where either is no share of anything. */
  readonly points: Decimal | null;
};
export type MonthMove = {
  readonly month: Month;
  /** It is over: what moves it is a restatement. */
  readonly isOver: boolean;
  readonly rows: number;
  readonly moves: readonly ScopeMove[];
  /** When it was ticked off last; null: it had no rows then. */
  readonly seenAtMs: number | null;
};

/** Months without a readable purchase date have no place in a list of months. */
function isMonth(value: string): value is Month {
  return parseLocalDate(`${value}-01`) !== undefined;
}

function seenNow({ totals }: Group, atMs: number): SeenMonth {
  const sums: { [column: string]: string } = {};
  for (const column of AMOUNT_COLUMNS) {
    const sum = totals.sums[column];
    if (sum !== undefined) sums[column] = sum;
  }
  return { atMs, rows: totals.rows, sums };
}

/** All months as they are now. */
export function seenOf(groups: readonly Group[], atMs: number): SeenMonths {
  return Object.fromEntries(
    groups.filter(({ value }) => isMonth(value)).map((group) => [group.value, seenNow(group, atMs)]),
  );
}

/** The months ticked off, with those that were only read further back: nobody had seen them, nothing moved. */
export function withOlderMonths(seen: SeenMonths, groups: readonly Group[], atMs: number): SeenMonths {
  const oldest = Object.keys(seen).sort()[0];
  const older = groups.filter(({ value }) => isMonth(value) && oldest !== undefined && value < oldest);
  return older.length === 0 ? seen : { ...seenOf(older, atMs), ...seen };
}

/** The share of Ventas; null where Ventas are not above 0. */
function shareOf(sums: { readonly [column: string]: string }, column: string): Decimal | null {
  return rateOf(sums[column] as Decimal | undefined, sums[RATE_BASE_COLUMN] as Decimal | undefined);
}

/** Stored sums were checked as they were read. */
function sumOf(month: SeenMonth | null, column: string): Decimal | undefined {
  return month?.sums[column] as Decimal | undefined;
}

/** The months that moved since they were ticked off: those that are over first, each the newest first. */
export function movesSince(seen: SeenMonths, groups: readonly Group[], present: Month): readonly MonthMove[] {
  const now = seenOf(groups, 0);
  const months = [...new Set([...Object.keys(seen), ...Object.keys(now)])].filter(isMonth);
  const moved = months.flatMap((month): readonly MonthMove[] => {
    const before = seen[month] ?? null;
    const after = now[month] ?? null;
    const moves = AMOUNT_COLUMNS.map((column): ScopeMove => {
      const was = before === null ? null : shareOf(before.sums, column);
      const is = after === null ? null : shareOf(after.sums, column);
      return {
        column,
        difference: differenceBetween(sumOf(before, column), sumOf(after, column)),
        points:
          column === RATE_BASE_COLUMN || was === null || is === null ? null : differenceBetween(was, is),
      };
    });
    const rows = (after?.rows ?? 0) - (before?.rows ?? 0);
    const isSame = rows === 0 && moves.every((move) => fromDecimal(move.difference).units === 0n);
    return isSame ? [] : [{ month, isOver: month < present, rows, moves, seenAtMs: before?.atMs ?? null }];
  });
  return moved.sort((one, other) =>
    one.isOver === other.isOver ? (one.month < other.month ? 1 : -1) : one.isOver ? -1 : 1,
  );
}

/** How many months moved, and how many of them are over. */
export function countMoves(moves: readonly MonthMove[]): { readonly count: number; readonly over: number } {
  return { count: moves.length, over: moves.filter(({ isOver }) => isOver).length };
}

/** Some months ticked off as they are now; one without rows is forgotten. */
export function tickOff(
  seen: SeenMonths,
  groups: readonly Group[],
  months: readonly Month[],
  atMs: number,
): SeenMonths {
  const now = seenOf(groups, atMs);
  const kept = Object.entries(seen).filter(([month]) => !months.includes(month as Month));
  const ticked = months.flatMap((month) => (now[month] === undefined ? [] : [[month, now[month]] as const]));
  return Object.fromEntries([...kept, ...ticked]);
}
