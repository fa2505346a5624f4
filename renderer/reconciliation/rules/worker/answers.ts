import { type Context, keepAnswers, maskOf } from '#renderer/data/engine/answers/context.ts';
import {
  type CorrelationIdsOf,
  type IdsOfCopy,
  withIds,
} from '#renderer/data/engine/answers/correlation-ids.ts';
import { ofSource, type RowsOfCopy, rowsQuestion } from '#renderer/data/engine/answers/queried-rows.ts';
import { sortRows } from '#renderer/data/engine/sort/line-order.ts';
import {
  columnsOfRule,
  type FailingRowsPage,
  type FailingRowsQuery,
  type FailureGroups,
  findRule,
  type RowRuleResults,
  RULE_KEY_COLUMNS,
} from '#renderer/data/model/row-rules.ts';
import type { Table, TableColumn } from '#renderer/data/model/sheet-table.ts';
import type { InSlot, PageRange } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import type { Task } from '#shared/base/tasks.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { failingRow, findFailing, groupFailures, proveRows } from './row-rules.ts';

/** The rules of rows, and the rows that break one. */

const results = keepAnswers<RowRuleResults>();
const failures = keepAnswers<FailureGroups>();
const failing = keepAnswers<Uint32Array>();

/** Every rule held against the rows of a selection. */
export function rowProof(context: Context, selection: Selection): Task<RowRuleResults> {
  return results(context).task(JSON.stringify(selection), function* () {
    return yield* proveRows(context.store, yield* maskOf(context, selection));
  });
}

/** The rows that fail a rule, in groups of like ones. */
export function failureGroups(context: Context, selection: Selection, id: string): Task<FailureGroups> {
  return failures(context).task(JSON.stringify([selection, id]), function* () {
    return yield* groupFailures(context.store, yield* maskOf(context, selection), id);
  });
}

/** Newest purchase first. */
function failingOf(context: Context, query: FailingRowsQuery): Task<Uint32Array> {
  return failing(context).task(JSON.stringify(query), function* () {
    const { selection, ...which } = query;
    const rows = yield* findFailing(context.store, yield* maskOf(context, selection), which);
    yield;
    return sortRows(context.store, rows, null);
  });
}

/** A page of the rows that fail a rule; none where there is no such rule. */
export function* failingRows(
  context: Context,
  query: FailingRowsQuery,
  offset: number,
  limit: number,
): Task<FailingRowsPage> {
  const { store } = context;
  const rule = findRule(query.id);
  const rows = yield* failingOf(context, query);
  const lines =
    rule === undefined
      ? []
      : Array.from(rows.subarray(offset, offset + limit), (row) => failingRow(store, rule, row));
  return { revision: store.revision, total: rows.length, offset, lines };
}

/** Names of the columns of a file that are none of the API's. */
export type FailingNames = {
  readonly table: string;
  readonly expected: string;
  readonly difference: string;
};

/** A rule's failing rows as a file has them. */
export function* failingTable(
  context: Context,
  query: FailingRowsQuery,
  names: FailingNames,
  idsOf: CorrelationIdsOf,
): Task<Table> {
  const { store } = context;
  const rule = findRule(query.id);
  if (rule === undefined) throw new RangeError(`There is no rule «${query.id}».`);
  const rows = yield* failingOf(context, query);
  const keys = [...RULE_KEY_COLUMNS, ...columnsOfRule(rule)];
  const kind = findColumn(rule.result)?.kind ?? 'money';
  return {
    name: names.table,
    columns: [
      ...keys.map((key): TableColumn => ({ name: key, kind: findColumn(key)?.kind ?? 'text', total: null })),
      { name: names.expected, kind, total: null },
      { name: names.difference, kind: rule.kind === 'rate' ? 'number' : kind, total: null },
      { name: 'correlation_id', kind: 'text', total: null },
    ],
    keyColumns: RULE_KEY_COLUMNS.length,
    lineCount: rows.length,
    isGrouped: false,
    read: (offset, limit) =>
      Array.from(rows.subarray(offset, offset + limit), (row) => {
        const { cells, identity, expected, difference } = failingRow(store, rule, row);
        const own = keys.map((key) => cells[key] ?? null);
        return { cells: [...own, expected, difference, idsOf(identity).join(' ')] };
      }),
  };
}

/** The rules of rows over a selection, and the rows that one of them fails in: in groups of like ones, and page by page. */
export const readRowRules = rowsQuestion('readRowRules', {
  freshness: 'commits',
  task: (rows, query: { readonly selection: Selection }) => rowProof(rows, ofSource(query).selection),
});

export const readFailureGroups = rowsQuestion('readFailureGroups', {
  freshness: 'commits',
  task: (rows, { id, ...query }: { readonly selection: Selection; readonly id: string }) =>
    failureGroups(rows, ofSource(query).selection, id),
});

export const readFailingRows = question('readFailingRows', {
  freshness: 'commits',
  answer: async (
    { answer, readCorrelationIds }: RowsOfCopy & IdsOfCopy,
    { offset, limit, slot, ...query }: FailingRowsQuery & PageRange & InSlot,
  ) => {
    const page = await answer(slot, (rows) => failingRows(rows, ofSource(query), offset, limit));
    return withIds(page, await readCorrelationIds());
  },
});
