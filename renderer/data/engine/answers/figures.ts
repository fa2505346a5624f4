import { breakDown } from '#renderer/data/engine/aggregate/breakdown.ts';
import { namedDimension } from '#renderer/data/engine/aggregate/group-codes.ts';
import {
  type BrokenDown,
  BY_SALES,
  breakDownRows,
  groupsOf,
} from '#renderer/data/engine/aggregate/groups.ts';
import { type CountedValues, countValues, findValues } from '#renderer/data/engine/aggregate/values.ts';
import { compareWithPeriod } from '#renderer/data/engine/columns/calendar.ts';
import { type AskedOfRows, dateOfCells } from '#renderer/data/engine/cubes/answered-by-cells.ts';
import { cubeStore } from '#renderer/data/engine/cubes/cube-store.ts';
import { monthStore } from '#renderer/data/engine/cubes/month-store.ts';
import { type Compared, monthsByDays } from '#renderer/data/engine/cubes/months-by-days.ts';
import { membersOf } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import type { ValuesAnswer, ValuesQuery } from '#renderer/data/model/values.ts';
import { question } from '#renderer/data/questions/question.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { type Context, keepAnswers, maskOf, membersWith } from './context.ts';
import { type AnswerRows, rowsQuestion } from './queried-rows.ts';

/** Sums of a selection: totals and groups; and the values of a column. */

/** Totals, and groups, that are kept: those of all screens, and of some selections before. */
const KEPT_FIGURES = 32;

/** The best and the worst are two orders of one breakdown, and what is asked of some of its products is a part of it. */
const KEPT_BREAKDOWNS = 3;

/** Columns whose values are looked for: the list that is open, typing asks it again and again. */
const KEPT_COUNTS = 2;

const MAX_KEPT_GROUPS = 2000;

/** Sums of a breakdown that is kept: 8 MB of doubles. */
const MAX_KEPT_SUMS = 2 ** 20;

// A screen's figures are kept, so that they stand there at once when one comes back to it.
const allTotals = keepAnswers<Totals>(KEPT_FIGURES);
const allGroups = keepAnswers<Groups>(KEPT_FIGURES);
const breakdowns = keepAnswers<BrokenDown>(KEPT_BREAKDOWNS);
const counted = keepAnswers<CountedValues>(KEPT_COUNTS);

/** The cells of a cube where they tell as much as the rows, as few as will do; else the rows themselves. */
function* answering({ store }: Context, asked: AskedOfRows, compared: Compared | null = null): Task<Context> {
  const date = dateOfCells(store.segments, asked.selection, asked.dimensions);
  if (date === null) return { store };
  const days = yield* cubeStore(store, date);
  return { store: monthStore(days, date, monthsByDays(asked, compared)) };
}

const askedByTotals = ({ selection }: { readonly selection: Selection }): AskedOfRows => ({
  selection,
  dimensions: [],
});

/** Exact sums of a selection's rows. */
export function totals(context: Context, selection: Selection, columns: readonly string[]): Task<Totals> {
  const { store } = context;
  return allTotals(context).task(JSON.stringify([selection, columns]), function* () {
    const of = yield* answering(context, askedByTotals({ selection }));
    const mask = yield* maskOf(of, selection);
    const { total } = yield* breakDown(of.store, membersOf(mask), [], columns);
    return { revision: store.revision, ...total.totalsOf(0, 0) };
  });
}

/** The comparison of a query; null where none is asked, or there is no period to compare. */
function comparisonOf({ selection, compareWith = null }: GroupsQuery) {
  const { period } = selection;
  return period === null || compareWith === null
    ? null
    : { own: period, ...compareWithPeriod(period, compareWith) };
}

/** What is asked of an other period is asked of its own: it has the same date. */
export function askedByGroups({
  selection,
  dimension,
  within = null,
}: Pick<GroupsQuery, 'selection' | 'dimension' | 'within'>): AskedOfRows {
  const by = [dimension, ...(within === null ? [] : [within])];
  return { selection, dimensions: by.map((each) => namedDimension(each, selection.periodColumn)) };
}

function brokenDown(context: Context, query: GroupsQuery): Task<BrokenDown> {
  const { selection, columns } = query;
  const asked = askedByGroups(query);
  const { dimensions: by } = asked;
  const comparison = comparisonOf(query);
  return breakdowns(context).task(
    JSON.stringify([selection, by, columns, comparison?.period]),
    function* () {
      const of = yield* answering(context, asked, comparison);
      const members = yield* membersWith(of, selection, comparison);
      const plan = { members, by, columns, shiftDay: comparison?.shiftDay ?? null };
      return yield* breakDownRows(of.store, plan);
    },
    ({ broken }) => broken.slots.slotCount * columns.length <= MAX_KEPT_SUMS,
  );
}

/** Sums of a selection by one or two dimensions, beside another period where one is asked. */
export function groups(context: Context, query: GroupsQuery): Task<Groups> {
  return allGroups(context).task(
    JSON.stringify(query),
    function* () {
      const { limit = null, withinLimit = limit, order, below = null, only = null } = query;
      const choice = { limits: [limit, withinLimit], order: order ?? BY_SALES, below, only };
      const { comparedTotal, ...answer } = yield* groupsOf(yield* brokenDown(context, query), choice);
      const { revision } = context.store;
      const period = comparisonOf(query)?.period;
      return {
        ...answer,
        revision,
        total: { revision, ...answer.total },
        ...(period === undefined ? {} : { compared: { period, total: { revision, ...comparedTotal } } }),
      };
    },
    (made) =>
      made.groups.reduce((count, group) => count + 1 + (group.groups?.length ?? 0), 0) <= MAX_KEPT_GROUPS,
  );
}

/** The column's own filter does not count: other texts of it are looked for. */
const askedByValues = ({ selection, column }: ValuesQuery): AskedOfRows => ({
  selection: { ...selection, filters: selection.filters.filter((filter) => filter.column !== column) },
  dimensions: [{ column, unit: null }],
});

/** Values of a column among the rows that the other filters leave. */
export function* values(context: Context, query: ValuesQuery): Task<ValuesAnswer> {
  const { store } = context;
  const key = JSON.stringify([query.selection, query.column]);
  const counts = yield* counted(context).task(key, function* () {
    const of = yield* answering(context, askedByValues(query));
    return yield* countValues(of.store, query);
  });
  return { revision: store.revision, ...(yield* findValues(counts, query)) };
}

type TotalsQuery = { readonly selection: Selection; readonly columns: readonly string[] };

export const readTotals = rowsQuestion('readTotals', {
  freshness: 'commits',
  asks: (query: TotalsQuery) => [askedByTotals(query)],
  task: (rows, { selection, columns }: TotalsQuery) =>
    rows.over(selection, (of) => totals(of, selection, columns)),
});

/** Totals of the latest rows, also while others are shown. */
export const readLatestTotals = {
  asks: readTotals.asks,
  ...question('readLatestTotals', {
    freshness: 'commits-and-metadata',
    answer: (
      { answerLatest }: { readonly answerLatest: AnswerRows },
      { slot, ...query }: TotalsQuery & InSlot,
    ) => answerLatest(slot, (rows) => readTotals.task(rows, query)),
  }),
};

export const readGroups = rowsQuestion('readGroups', {
  freshness: 'commits',
  asks: (query: GroupsQuery) => [askedByGroups(query)],
  task: (rows, query: GroupsQuery) => rows.over(query.selection, (of) => groups(of, query)),
});

export const readValues = rowsQuestion('readValues', {
  freshness: 'commits',
  asks: (query: ValuesQuery) => [askedByValues(query)],
  task: (rows, query: ValuesQuery) => rows.over(query.selection, (of) => values(of, query)),
});
