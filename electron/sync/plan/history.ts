import {
  dayOf,
  FURTHEST_AHEAD_OF_UTC_MS,
  FURTHEST_BEHIND_UTC_MS,
  type LocalDate,
  type LocalDateTime,
  localFromMs,
  type Month,
  monthOf,
  SECOND_MS,
  shiftDay,
  shiftMonth,
  startOfDay,
  startOfMonth,
} from '#shared/domain/dates.ts';
import { clipRange, type LocalRange, subtractRanges } from '#shared/domain/purchase-ranges.ts';
import {
  type PurchaseWindow,
  type SyncWindow,
  splitWindow,
  windowEndMs,
  windowStartMs,
} from '#shared/domain/window.ts';
import { type Density, predictRows } from './density.ts';

/** The rest of the historical load, and its windows (rules 3, 9 and 10). Pure. */

/** End of the newest local day that can have begun anywhere. */
export function horizonAt(serverNowMs: number): LocalDateTime {
  return startOfDay(shiftDay(dayOf(localFromMs(serverNowMs + FURTHEST_AHEAD_OF_UTC_MS)), 1));
}

/** Start of the oldest local day that can still be running somewhere: from here on a window of its own. */
export function newestDaysAt(serverNowMs: number): LocalDateTime {
  return startOfDay(dayOf(localFromMs(serverNowMs - FURTHEST_BEHIND_UTC_MS)));
}

/** Facts that decide which purchases can be read now, and in which windows. */
export type PlanFacts = {
  readonly earliest: LocalDate;
  readonly serverNowMs: number;
  /** The server's answers say nothing about purchases from here on, today; null when it has shown no limit. */
  readonly authoritativeUntil: LocalDateTime | null;
  readonly skip: readonly LocalRange[];
  /** Points no window may cross: where one was split or halved before. */
  readonly cuts: readonly LocalDateTime[];
  readonly density: Density;
  readonly size: WindowSize;
};

export type HistoryFacts = PlanFacts & { readonly target: LocalRange; readonly reads: readonly LocalRange[] };

/** Rows asked for in a page (spec 4.1). */
export const PAGE_ROWS = 1000;

/** The parts of a range that can be read now, ascending. */
export function readablePart(range: LocalRange, facts: PlanFacts): readonly LocalRange[] {
  const { earliest, serverNowMs, authoritativeUntil, skip } = facts;
  const readable = clipRange(range, { from: startOfDay(earliest), to: authoritativeUntil ?? range.to });
  if (readable === null) return [];
  // A range that begins after the server's now is not asked for: its request would end before it begins.
  const now = localFromMs(serverNowMs);
  return subtractRanges(readable, skip).filter((part) => part.from <= now);
}

/** The part of the target that can be read now and has not been, ascending. */
export function remainingHistory(facts: HistoryFacts): readonly LocalRange[] {
  return subtractRanges(facts.target, facts.reads).flatMap((range) => readablePart(range, facts));
}

function monthStarts(range: LocalRange): readonly LocalDateTime[] {
  const starts: LocalDateTime[] = [];
  let month: Month = shiftMonth(monthOf(range.from), 1);
  while (startOfMonth(month) < range.to) {
    starts.push(startOfMonth(month));
    month = shiftMonth(month, 1);
  }
  return starts;
}

function cutAt(range: LocalRange, points: readonly LocalDateTime[]): readonly LocalRange[] {
  const inside = [...new Set(points)].filter((point) => point > range.from && point < range.to).sort();
  const bounds = [range.from, ...inside, range.to];
  return bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? range.from, to }));
}

export function divideRange(range: LocalRange, parts: number): readonly LocalRange[] {
  return splitWindow({ field: 'purchase_date', ...range }, parts).flatMap((piece) =>
    piece.field === 'purchase_date' ? [{ from: piece.from, to: piece.to }] : [],
  );
}

/** Whether a window can be cut: one of a second or less cannot, for requests speak whole seconds. */
export function isDivisible(window: SyncWindow): boolean {
  return windowEndMs(window) - windowStartMs(window) > SECOND_MS;
}

/** How large a window may be, and how large it had better be. */
export type WindowSize = {
  readonly maxPages: number;
  readonly pageRows: number;
  /** Equal rows make windows of several pages suspect (rule 3) and read twice: windows of less than a page cost less. */
  readonly hasTwins: boolean;
};

/** Parts so that each is expected to stay clear of the most pages a window should have. */
export function partsFor(rows: number, size: WindowSize): number {
  const { maxPages, pageRows, hasTwins } = size;
  const comfortable = hasTwins ? 0.75 * pageRows : Math.max(1, Math.floor(maxPages * 0.8)) * pageRows;
  return Math.max(1, Math.ceil(rows / comfortable));
}

/** Windows that tile the ranges, newest first: the newest local days alone, then by month, large months in parts. */
export function planWindows(ranges: readonly LocalRange[], facts: PlanFacts): readonly PurchaseWindow[] {
  const newestDays = newestDaysAt(facts.serverNowMs);
  return ranges
    .flatMap((range) => cutAt(range, [newestDays, ...monthStarts(range), ...facts.cuts]))
    .flatMap((range) => {
      const rows = predictRows(facts.density, range);
      return rows === null ? [range] : divideRange(range, partsFor(rows, facts.size));
    })
    .reverse()
    .map((range) => ({ field: 'purchase_date', from: range.from, to: range.to }));
}

/** The windows of the load still to be read, newest first. */
export function planHistory(facts: HistoryFacts): readonly PurchaseWindow[] {
  return planWindows(remainingHistory(facts), facts);
}

/** Months of the readable target, and how many of them have been read whole. */
export function countMonths(
  facts: Pick<HistoryFacts, 'target' | 'earliest' | 'reads' | 'serverNowMs' | 'authoritativeUntil'>,
): { readonly done: number; readonly total: number } {
  const { target, earliest, reads, serverNowMs, authoritativeUntil } = facts;
  const now = localFromMs(serverNowMs);
  const end = authoritativeUntil !== null && authoritativeUntil < target.to ? authoritativeUntil : target.to;
  const readable = clipRange(target, { from: startOfDay(earliest), to: end });
  if (readable === null) return { done: 0, total: 0 };
  const months = cutAt(readable, monthStarts(readable)).filter((month) => month.from <= now);
  const done = months.filter((month) => subtractRanges(month, reads).every((rest) => rest.from > now));
  return { done: done.length, total: months.length };
}
