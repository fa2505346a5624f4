import type { Groups, GroupsQuery } from '#renderer/data/api/groups.ts';
import type { InSlot } from '#renderer/data/api/slots.ts';
import type { Totals } from '#renderer/data/api/totals.ts';
import type { ValuesAnswer, ValuesQuery } from '#renderer/data/api/values.ts';
import { breakDown } from '#renderer/data/engine/aggregate/breakdown.ts';
import { namedDimension } from '#renderer/data/engine/aggregate/group-codes.ts';
import {
  type BrokenDown,
  BY_SALES,
  breakDownRows,
  groupsOf,
} from '#renderer/data/engine/aggregate/groups.ts';
import { countValues, findValues } from '#renderer/data/engine/aggregate/values.ts';
import { bridgeOf } from '#renderer/data/engine/bridge/bridge.ts';
import { bridgeCells } from '#renderer/data/engine/bridge/bridge-cells.ts';
import { compareWithPeriod } from '#renderer/data/engine/columns/calendar.ts';
import { comparedMembers, type Members, membersOf } from '#renderer/data/engine/filter/selection-mask.ts';
import { question } from '#renderer/data/questions/question.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Bridge, BridgeQuery } from '#shared/domain/bridge.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import { type AnswerRows, rowsQuestion } from './asked-rows.ts';
import { type Context, maskOf } from './context.ts';

/** Sums of a selection: totals, groups, the bridge between two periods; and the values of a column. */

const MAX_KEPT_GROUPS = 2000;

/** Sums of a breakdown that is kept: 8 MB of doubles. */
const MAX_KEPT_SUMS = 2 ** 20;

/** Exact sums of a selection's rows. */
export function totals(context: Context, selection: Selection, columns: readonly string[]): Task<Totals> {
  const { store, allTotals } = context;
  return allTotals.task(JSON.stringify([selection, columns]), function* () {
    const mask = yield* maskOf(context, selection);
    const { total } = yield* breakDown(store, membersOf(mask), [], columns);
    return { revision: store.revision, ...total.totalsOf(0, 0) };
  });
}

/** What moved a scope's result between two periods, in exact parts. */
export function bridge(context: Context, { selection, against, scope }: BridgeQuery): Task<Bridge> {
  const { store, bridges, bridgeCells: cells } = context;
  const { period: after } = selection;
  const before = typeof against === 'string' ? compareWithPeriod(after, against).period : against;
  const rows = JSON.stringify([selection, before]);
  return bridges.task(`${scope}${rows}`, function* () {
    const comparison = { own: after, period: before };
    const made = yield* cells.task(rows, function* () {
      return yield* bridgeCells(store, yield* membersWith(context, selection, comparison));
    });
    return { revision: store.revision, before, after, ...(yield* bridgeOf(made, scope)) };
  });
}

/** The comparison of a query; null where none is asked, or there is no period to compare. */
function comparisonOf({ selection, compareWith = null }: GroupsQuery) {
  const { period } = selection;
  return period === null || compareWith === null
    ? null
    : { own: period, ...compareWithPeriod(period, compareWith) };
}

function* membersWith(
  context: Context,
  selection: Selection,
  comparison: { readonly own: Period; readonly period: Period } | null,
): Task<Members> {
  const own = yield* maskOf(context, selection);
  if (comparison === null) return membersOf(own);
  const { period } = comparison;
  return yield* context.pairs.task(JSON.stringify([selection, period]), function* () {
    const other = yield* maskOf(context, { ...selection, period });
    return comparedMembers(context.store.segments, own, comparison.own, other, period);
  });
}

function brokenDown(context: Context, query: GroupsQuery): Task<BrokenDown> {
  const { selection, dimension, within = null, columns } = query;
  const by = [dimension, ...(within === null ? [] : [within])].map((each) =>
    namedDimension(each, selection.periodColumn),
  );
  const comparison = comparisonOf(query);
  return context.breakdowns.task(
    JSON.stringify([selection, by, columns, comparison?.period]),
    function* () {
      const members = yield* membersWith(context, selection, comparison);
      const plan = { members, by, columns, shiftDay: comparison?.shiftDay ?? null };
      return yield* breakDownRows(context.store, plan);
    },
    ({ broken }) => broken.slots.slotCount * columns.length <= MAX_KEPT_SUMS,
  );
}

/** Sums of a selection by one or two dimensions, beside another period where one is asked. */
export function groups(context: Context, query: GroupsQuery): Task<Groups> {
  return context.allGroups.task(
    JSON.stringify(query),
    function* () {
      const { limit = null, withinLimit = limit, order } = query;
      const choice = { limits: [limit, withinLimit], order: order ?? BY_SALES };
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

/** Values of a column among the rows that the other filters leave. */
export function* values({ store, counted }: Context, query: ValuesQuery): Task<ValuesAnswer> {
  const key = JSON.stringify([query.selection, query.column]);
  const counts = yield* counted.task(key, () => countValues(store, query));
  return { revision: store.revision, ...(yield* findValues(counts, query)) };
}

type TotalsQuery = { readonly selection: Selection; readonly columns: readonly string[] };

export const readTotals = rowsQuestion('readTotals', {
  freshness: 'commits',
  task: (rows, { selection, columns }: TotalsQuery) =>
    rows.over(selection, (of) => totals(of, selection, columns)),
});

/** Of the rows as they are by now, also while others are shown. */
export const readLatestTotals = question('readLatestTotals', {
  freshness: 'commits-and-metadata',
  answer: (
    { answerLatest }: { readonly answerLatest: AnswerRows },
    { slot, ...query }: TotalsQuery & InSlot,
  ) => answerLatest(slot, (rows) => readTotals.task(rows, query)),
});

export const readGroups = rowsQuestion('readGroups', {
  freshness: 'commits',
  task: (rows, query: GroupsQuery) => rows.over(query.selection, (of) => groups(of, query)),
});

export const readBridge = rowsQuestion('readBridge', {
  freshness: 'commits',
  task: (rows, query: BridgeQuery) => rows.over(query.selection, (of) => bridge(of, query)),
});

export const readValues = rowsQuestion('readValues', {
  freshness: 'commits',
  task: (rows, query: ValuesQuery) => rows.over(query.selection, (of) => values(of, query)),
});
