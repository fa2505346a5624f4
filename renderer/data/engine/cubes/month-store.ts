import { type CellWeights, keepWeights, weightsOf } from '#renderer/data/engine/aggregate/cell-weights.ts';
import { leaveMarked } from '#renderer/data/engine/aggregate/row-flags.ts';
import { dayCodesOf, unitOfDay } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  type AnswerCache,
  createAnswerCache,
  defineDerivation,
} from '#renderer/data/engine/columns/derived.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { PeriodColumn } from '#shared/domain/selection.ts';
import { joinCells, shapeOf } from './join-cells.ts';

/**
 * Cells of days told as cells of months, of all segments together: there are as many however many rows there are. They are
 * made of the days' cells and kept with them, nowhere else. A store of them has of each month either its months' cells or
 * its days', so that nothing is counted twice.
 */

type Months = {
  /** All cells of months, as segments after those of the store. */
  readonly months: readonly StoredSegment[];
  /** Cells of days that they stand for. */
  readonly days: readonly StoredSegment[];
  /** What no months stand for: rows, and cells that could not be joined. */
  readonly others: readonly StoredSegment[];
};

/** A segment's own months; null where they could not be made. */
const monthsOfCells = defineDerivation<CellWeights, StoredSegment | null>();
const monthsOfStore = defineDerivation<ColumnStore, Months>();
/** By the months that are told by days. */
const stores = defineDerivation<ColumnStore, AnswerCache<ColumnStore>>();

/** Stores kept of the same cells: a selection and what it was before. */
const KEPT_STORES = 4;

/** Makes the cells of months of a store of cells of days: that takes longer than a question of the days does. */
export function* makeMonths(days: ColumnStore, date: PeriodColumn): Task<Months> {
  return monthsOfStore.get(days) ?? monthsOfStore.keep(days, yield* joinAll(days, date));
}

function* joinAll(store: ColumnStore, date: PeriodColumn): Task<Months> {
  const days: StoredSegment[] = [];
  const others: StoredSegment[] = [];
  const byShape = new Map<string, StoredSegment[]>();
  for (const segment of store.segments) {
    const weights = weightsOf(segment);
    const own = weights === undefined ? null : yield* ownMonths(store, segment, weights, date);
    const ofMonths = own === null ? undefined : weightsOf(own);
    if (own === null || ofMonths === undefined) {
      others.push(segment);
      continue;
    }
    days.push(segment);
    const shape = shapeOf(own, ofMonths);
    byShape.set(shape, [...(byShape.get(shape) ?? []), own]);
    yield;
  }
  const months: StoredSegment[] = [];
  for (const parts of byShape.values()) {
    const joined = parts.length === 1 ? null : yield* joinCells(store, parts, date);
    months.push(...(joined === null ? parts : [joined]));
  }
  let base = store.rowSpan;
  const placed = months.map((segment) => {
    const made = withWeightsOf(segment, { ...segment, base });
    base += segment.rowCount;
    return made;
  });
  return { months: placed, days, others };
}

function* ownMonths(
  store: ColumnStore,
  cells: StoredSegment,
  weights: CellWeights,
  date: PeriodColumn,
): Task<StoredSegment | null> {
  const known = monthsOfCells.get(weights);
  return known !== undefined ? known : monthsOfCells.keep(weights, yield* joinCells(store, [cells], date));
}

/**
 * A store of cells of days with those of months in their place, but for some months that stand there by days; as long as
 * no months are made, the days themselves.
 * @param byDays months counted as unitOfDay does
 */
export function monthStore(days: ColumnStore, date: PeriodColumn, byDays: ReadonlySet<number>): ColumnStore {
  const made = monthsOfStore.get(days);
  if (made === undefined || made.months.length === 0) return days;
  const kept = stores.of(days, () => createAnswerCache<ColumnStore>(() => 0, KEPT_STORES));
  return kept.of([...byDays].sort((a, b) => a - b).join(), () => storeOf(days, made, date, byDays));
}

function storeOf(
  store: ColumnStore,
  { months, days, others }: Months,
  date: PeriodColumn,
  byDays: ReadonlySet<number>,
): ColumnStore {
  const segments = [
    ...others,
    ...days.flatMap((segment) => keepMonths(segment, date, (month) => byDays.has(month)) ?? []),
    ...months.flatMap((segment) => keepMonths(segment, date, (month) => !byDays.has(month)) ?? []),
  ];
  const made: ColumnStore = {
    ...store,
    segments,
    rowSpan: Math.max(...segments.map(({ base, rowCount }) => base + rowCount)),
    longestSegment: Math.max(...segments.map(({ rowCount }) => rowCount)),
  };
  leaveMarked(made);
  return made;
}

/** Cells without a day are of no month that is told by days. */
const NO_MONTH = Number.NaN;

/** A segment of which only the cells of some months are alive; null where it has none of them. */
function keepMonths(
  segment: StoredSegment,
  date: PeriodColumn,
  isKept: (month: number) => boolean,
): StoredSegment | null {
  const { codes, days } = dayCodesOf(segment, date);
  const isIn = Uint8Array.from(days, (day, code) =>
    isKept(code === 0 || codes === null ? NO_MONTH : unitOfDay('month', day)) ? 1 : 0,
  );
  if (!isIn.includes(1)) return null;
  if (!isIn.includes(0)) return segment;
  const isLive = Uint8Array.from({ length: segment.rowCount }, (_, cell) => isIn[codes?.[cell] ?? 0] ?? 0);
  return withWeightsOf(segment, { ...segment, isLive });
}

function withWeightsOf(segment: StoredSegment, copy: StoredSegment): StoredSegment {
  const weights = weightsOf(segment);
  if (weights === undefined) throw new RangeError('These are rows.');
  return keepWeights(copy, weights);
}
