import { type Context, keepAnswers, maskOf } from '#renderer/data/engine/answers/context.ts';
import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { costsIn } from '#renderer/data/engine/own-costs/overlays.ts';
import type { FindingOf, FoundIn, KindIn } from '#renderer/data/model/exception-kinds.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import type { OwnCostsBySku } from '#renderer/data/model/own-costs.ts';
import type { DismissedAnomalies } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { anomalyFindingsOf } from '#renderer/reconciliation/anomalies/worker/answers.ts';
import { supersededCostFindings } from '#renderer/reconciliation/costs/worker/superseded-costs.ts';
import type {
  CaseKeeper,
  FinderInput,
  KeptCases,
} from '#renderer/reconciliation/findings/worker/gathering.ts';
import { findExceptions } from '#renderer/reconciliation/findings/worker/row-findings.ts';
import { rateFindings } from '#renderer/reconciliation/rates/worker/answers.ts';
import type { Task } from '#shared/base/tasks.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import type { ExceptionsQuery } from './exceptions-query.ts';

/** Findings in the rows of a scope, whatever is selected. */
export type RowFindings = {
  readonly revision: number;
  /** Rows looked at. */
  readonly rows: number;
  readonly findings: readonly Finding[];
};

const found = keepAnswers<RowFindings>();

/** What the next finding after a commit goes on from. */
const cases = defineDerivation<ColumnStore, KeptCases>();

export type FindingsQuery = Omit<ExceptionsQuery, 'tolerance' | 'today' | 'withCases'> & {
  /** Anomalies that the user dismissed. */
  readonly dismissed: DismissedAnomalies;
};

type FindingsInput = FindingsQuery &
  FinderInput & {
    readonly context: Context;
    readonly selection: Selection;
    /** All own costs of the scope, counted or not. */
    readonly costs: OwnCostsBySku;
  };

/** Finders of the rows and of the tools over them; findings beside the rows are gathered in the worker. */
const FINDERS: {
  readonly [Source in Exclude<FoundIn, 'coverage' | 'closes' | 'statements' | 'receivables'>]: (
    asked: FindingsInput,
  ) => Task<readonly FindingOf<KindIn<Source>>[]>;
} = {
  rows: findExceptions,
  anomalies: ({ context, selection, thresholds, dismissed }) =>
    anomalyFindingsOf(context, { selection, thresholds }, dismissed),
  rates: ({ context, selection }) => rateFindings(context, selection),
  'own-costs': ({ costs, ...asked }) => supersededCostFindings(asked, costs),
};

/** Findings in the rows of a scope, for the queue of exceptions. */
export function findings(rows: QueriedRows, query: FindingsQuery): Task<RowFindings> {
  const { scope, currency, thresholds, dismissed, countsOwnCosts = false } = query;
  const { store } = rows;
  const selection = { ...EVERYTHING, scope };
  const costs = costsIn(rows.ownCosts(), selection, currency);
  const key = JSON.stringify([scope, thresholds, countsOwnCosts, ...dismissed, ...costs]);
  const find = function* (before: KeptCases = new Map()) {
    const keeper: CaseKeeper = { before, after: new Map() };
    const selected = yield* maskOf(rows, selection);
    const counted = countsOwnCosts ? { ownCosts: costs } : {};
    const asked = { ...query, context: rows, store, selected, selection, costs, ...counted, cases: keeper };
    const all: Finding[] = [];
    for (const finder of Object.values(FINDERS)) all.push(...(yield* finder(asked)));
    const answer: RowFindings = { revision: store.revision, rows: selected.rows, findings: all };
    return { answer, next: keeper.after };
  };
  return found(rows).task(key, () => cases.goOn(store, () => store.numbering, find));
}
