import { readGroups, readTotals, readValues } from '#renderer/data/engine/answers/figures.ts';
import { readOrderRows, readTableRows, table } from '#renderer/data/engine/answers/lines.ts';
import { readMonthOutlook } from '#renderer/data/engine/answers/month-outlook.ts';
import { readOwnCosts, readOwnCostTrial, readUsedOwnCosts } from '#renderer/data/engine/answers/own-costs.ts';
import { createQueriedRows, ofSource } from '#renderer/data/engine/answers/queried-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { readLedgerFacts } from '#renderer/data/engine/columns/facts.ts';
import type { OwnCosts } from '#renderer/data/engine/own-costs/overlays.ts';
import type { GroupBy, GroupsQuery } from '#renderer/data/model/groups.ts';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import type { ValuesQuery } from '#renderer/data/model/values.ts';
import { findings } from '#renderer/data/worker/findings.ts';
import { anomalies, anomalousOrders } from '#renderer/reconciliation/anomalies/worker/answers.ts';
import { readBridge } from '#renderer/reconciliation/bridge/worker/answers.ts';
import { readMissingCosts } from '#renderer/reconciliation/costs/worker/answers.ts';
import { explained, readExplainedRows } from '#renderer/reconciliation/explain/worker/answers.ts';
import { claimed, rateDeviations, readRates } from '#renderer/reconciliation/rates/worker/answers.ts';
import {
  failingRows,
  failingTable,
  readFailureGroups,
  readRowRules,
} from '#renderer/reconciliation/rules/worker/answers.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { Selection } from '#shared/domain/selection.ts';

type Parts<T extends (of: never, ...rest: never[]) => unknown> = T extends (
  of: never,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;

/** The questions of rows, asked of a store without a worker: as tasks, and the commonest at once. */
export function createQueries(store: ColumnStore, ownCosts?: () => OwnCosts) {
  const rows = createQueriedRows(store, ownCosts);
  const asked =
    <Input, Output>({ task }: { readonly task: (of: typeof rows, input: Input) => Task<Output> }) =>
    (input: Input): Task<Output> =>
      task(rows, input);
  const tasks = {
    totals: (selection: Selection, columns: readonly string[]) =>
      readTotals.task(rows, { selection, columns }),
    lines: (query: RowsQuery, offset: number, limit: number) =>
      readTableRows.task(rows, { ...query, offset, limit }),
    groups: asked(readGroups),
    monthOutlook: asked(readMonthOutlook),
    bridge: asked(readBridge),
    values: asked(readValues),
    explain: (...parts: Parts<typeof explained>) => explained(rows, ...parts),
    explainedRows: asked(readExplainedRows),
    table: (query: RowsQuery, name: string) => rows.over(query.selection, (of) => table(of, query, name)),
    rowProof: (selection: Selection) => readRowRules.task(rows, { selection }),
    failureGroups: (selection: Selection, id: string) => readFailureGroups.task(rows, { selection, id }),
    failingRows: (...[query, ...rest]: Parts<typeof failingRows>) =>
      failingRows(rows, ofSource(query), ...rest),
    failingTable: (...[query, ...rest]: Parts<typeof failingTable>) =>
      failingTable(rows, ofSource(query), ...rest),
    missingCosts: asked(readMissingCosts),
    rates: asked(readRates),
    rateDeviations: (...[query, ...rest]: Parts<typeof rateDeviations>) =>
      rateDeviations(rows, ofSource(query), ...rest),
    claimTable: (...[query, ...rest]: Parts<typeof claimed>) => claimed(rows, ofSource(query), ...rest),
    anomalies: (...[query, ...rest]: Parts<typeof anomalies>) => anomalies(rows, ofSource(query), ...rest),
    anomalousOrders: (...[query, ...rest]: Parts<typeof anomalousOrders>) =>
      anomalousOrders(rows, ofSource(query), ...rest),
    ownCosts: asked(readOwnCosts),
    usedOwnCosts: asked(readUsedOwnCosts),
    ownCostTrial: asked(readOwnCostTrial),
    findings: (...parts: Parts<typeof findings>) => findings(rows, ...parts),
  };
  return {
    rows,
    tasks,
    facts: () => readLedgerFacts(store),
    totals: (selection: Selection, columns: readonly string[]) => atOnce(tasks.totals(selection, columns)),
    lines: (query: RowsQuery, offset: number, limit: number) => atOnce(tasks.lines(query, offset, limit)),
    groups: (
      selection: Selection,
      dimension: GroupBy,
      columns: readonly string[],
      more?: Omit<GroupsQuery, 'selection' | 'dimension' | 'columns'>,
    ) => atOnce(tasks.groups({ selection, dimension, columns, ...more })),
    values: (selection: Selection, column: string, more?: Omit<ValuesQuery, 'selection' | 'column'>) =>
      atOnce(tasks.values({ selection, column, ...more })),
    bridge: (query: Parameters<typeof tasks.bridge>[0]) => atOnce(tasks.bridge(query)),
    orderRows: (query: RowsQuery, lineId: string) =>
      readOrderRows.answer({ shownRows: () => rows }, { ...query, lineId }),
  };
}

export type Queries = ReturnType<typeof createQueries>;
