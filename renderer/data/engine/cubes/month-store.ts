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
import { type CellsPart, joinCells, shapeOf } from './join-cells.ts';

/**
 * Cells of days told anew as those of all segments together, a segment for each month, and once more as cells of months: of
 * both there are as many however many rows and segments there are. They are kept with the cells they are made of, nowhere
 * else. A store of them has of each month either its months' cells or its days', so that nothing is counted twice.
 */

type Months = {
  /** All cells of months, as segments after those of the store. */
  readonly months: readonly StoredSegment[];
  /** The same by their days, by month. */
  readonly days: ReadonlyMap<number, readonly StoredSegment[]>;
  /** What neither stands for: rows, and cells that could not be joined. */
  readonly others: readonly StoredSegment[];
};

/** The cells of each month in a segment, by number; null: all of them. */
type Listed = ReadonlyMap<number, Uint32Array | null>;
/** Days of months, each as made of cells with these weights. */
type Joined = Map<number, { readonly of: readonly CellWeights[]; readonly days: StoredSegment | null }>;

const listedByMonth = defineDerivation<CellWeights, Listed>();
/** By the weights of the first of the segments that they are made of. */
const joinedDays = defineDerivation<CellWeights, Joined>();
const monthsOfStore = defineDerivation<ColumnStore, Months>();
/** By the months that are told by days. */
const stores = defineDerivation<ColumnStore, AnswerCache<ColumnStore>>();

/** Stores kept of the same cells: a selection and what it was before. */
const KEPT_STORES = 4;

/** With more of them, dates are not what they seem: segments of a few cells each would take longer than what they are made of. */
const MOST_MONTHS = 1000;

/** Makes the cells of a store by months, of its cells of days: that takes longer than a question of the days does. */
export function* makeMonths(days: ColumnStore, date: PeriodColumn): Task<Months> {
  return monthsOfStore.get(days) ?? monthsOfStore.keep(days, yield* joinAll(days, date));
}

function* joinAll(store: ColumnStore, date: PeriodColumn): Task<Months> {
  const others: StoredSegment[] = [];
  const byShape = new Map<string, StoredSegment[]>();
  for (const segment of store.segments) {
    const weights = weightsOf(segment);
    if (weights === undefined) {
      others.push(segment);
      continue;
    }
    const shape = shapeOf(segment, weights);
    byShape.set(shape, [...(byShape.get(shape) ?? []), segment]);
    yield;
  }
  const days = new Map<number, StoredSegment[]>();
  const months: StoredSegment[] = [];
  for (const cells of byShape.values()) {
    const joined = yield* joinDays(store, cells, date);
    others.push(...joined.others);
    for (const [month, segment] of joined.days) days.set(month, [...(days.get(month) ?? []), segment]);
    months.push(...(yield* joinMonths(store, [...joined.days.values()], date)));
    yield;
  }
  let base = store.rowSpan;
  const place = (segment: StoredSegment): StoredSegment => {
    const made = withWeightsOf(segment, { ...segment, base });
    base += segment.rowCount;
    return made;
  };
  return {
    months: months.map(place),
    days: new Map([...days].map(([month, segments]) => [month, segments.map(place)])),
    others,
  };
}

/** The days of cells of one shape by month; those that cannot be joined are `others`, and all of their months are. */
function* joinDays(
  store: ColumnStore,
  cells: readonly StoredSegment[],
  date: PeriodColumn,
): Task<{ readonly days: ReadonlyMap<number, StoredSegment>; readonly others: readonly StoredSegment[] }> {
  const partsOf = new Map<number, CellsPart[]>();
  for (const segment of cells) {
    for (const [month, listed] of listedOf(segment, date)) {
      partsOf.set(month, [...(partsOf.get(month) ?? []), { cells: segment, listed }]);
    }
    yield;
  }
  if (partsOf.size > MOST_MONTHS) return { days: new Map(), others: cells };
  const days = new Map<number, StoredSegment>();
  const failed = new Set<StoredSegment>();
  for (const [month, parts] of partsOf) {
    const joined = yield* daysOfMonth(store, month, parts, date);
    if (joined === null) for (const part of parts) failed.add(part.cells);
    else days.set(month, joined);
  }
  if (failed.size === 0) return { days, others: [] };
  const left = yield* joinDays(
    store,
    cells.filter((segment) => !failed.has(segment)),
    date,
  );
  return { days: left.days, others: [...failed, ...left.others] };
}

/** Made once of the same cells: a commit touches the cells of few months. */
function* daysOfMonth(
  store: ColumnStore,
  month: number,
  parts: readonly CellsPart[],
  date: PeriodColumn,
): Task<StoredSegment | null> {
  const of = parts.flatMap(({ cells }) => weightsOf(cells) ?? []);
  const [first] = of;
  if (first === undefined) return null;
  const joined = joinedDays.of(first, () => new Map());
  const known = joined.get(month);
  if (known?.of.length === of.length && known.of.every((weights, at) => weights === of[at]))
    return known.days;
  const days = yield* joinCells(store, parts, date, 'day');
  joined.set(month, { of, days });
  return days;
}

/** The months of days, as one segment where their sums are exact together. */
function* joinMonths(
  store: ColumnStore,
  days: readonly StoredSegment[],
  date: PeriodColumn,
): Task<readonly StoredSegment[]> {
  const parts = days.map((cells): CellsPart => ({ cells, listed: null }));
  const joined = yield* joinCells(store, parts, date, 'month');
  if (joined !== null) return [joined];
  const months: StoredSegment[] = [];
  for (const part of parts) months.push((yield* joinCells(store, [part], date, 'month')) ?? part.cells);
  return months;
}

function listedOf(segment: StoredSegment, date: PeriodColumn): Listed {
  const weights = weightsOf(segment);
  if (weights === undefined) throw new RangeError('These are rows.');
  return listedByMonth.of(weights, () => {
    const monthOf = monthsOfCodes(segment, date);
    const { codes } = dayCodesOf(segment, date);
    const listed = new Map<number, number[]>();
    for (let cell = 0; cell < segment.rowCount; cell += 1) {
      const month = monthOf[codes?.[cell] ?? 0] ?? NO_MONTH;
      const known = listed.get(month);
      if (known === undefined) listed.set(month, [cell]);
      else known.push(cell);
    }
    return new Map(
      [...listed].map(([month, cells]) => [month, listed.size === 1 ? null : Uint32Array.from(cells)]),
    );
  });
}

/**
 * A store of cells of days with those of months in their place, but for some months that stand there by days; as long as
 * no months are made, the days themselves.
 * @param byDays months counted as unitOfDay does; null: all of them
 */
export function monthStore(
  days: ColumnStore,
  date: PeriodColumn,
  byDays: ReadonlySet<number> | null,
): ColumnStore {
  const made = monthsOfStore.get(days);
  if (made === undefined || made.months.length === 0) return days;
  const kept = stores.of(days, () => createAnswerCache<ColumnStore>(() => 0, KEPT_STORES));
  const key = byDays === null ? 'all' : [...byDays].sort((a, b) => a - b).join();
  return kept.of(key, () => storeOf(days, made, date, byDays));
}

function storeOf(
  store: ColumnStore,
  { months, days, others }: Months,
  date: PeriodColumn,
  byDays: ReadonlySet<number> | null,
): ColumnStore {
  const segments =
    byDays === null
      ? [...others, ...[...days.values()].flat()]
      : [
          ...others,
          ...[...byDays].flatMap((month) => days.get(month) ?? []),
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

/** By code of a segment's days, the month. */
function monthsOfCodes(segment: StoredSegment, date: PeriodColumn): readonly number[] {
  const { codes, days } = dayCodesOf(segment, date);
  return Array.from(days, (day, code) => (code === 0 || codes === null ? NO_MONTH : unitOfDay('month', day)));
}

/** A segment of which only the cells of some months are alive; null where it has none of them. */
function keepMonths(
  segment: StoredSegment,
  date: PeriodColumn,
  isKept: (month: number) => boolean,
): StoredSegment | null {
  const { codes } = dayCodesOf(segment, date);
  const isIn = Uint8Array.from(monthsOfCodes(segment, date), (month) => (isKept(month) ? 1 : 0));
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
