import type { ExceptionsQuery } from '#renderer/data/api/exceptions.ts';
import type { FinderInput } from '#renderer/data/engine/exceptions/gathering.ts';
import { findExceptions } from '#renderer/data/engine/exceptions/row-findings.ts';
import { supersededCostFindings } from '#renderer/data/engine/exceptions/superseded-costs.ts';
import { costsIn } from '#renderer/data/engine/own-costs/overlays.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { DismissedAnomalies } from '#shared/domain/anomalies.ts';
import type { FindingOf, FoundIn, KindIn } from '#shared/domain/exception-kinds.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { OwnCostsBySku } from '#shared/domain/own-costs.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { anomalyFindingsOf } from './anomalies.ts';
import type { AskedRows } from './asked-rows.ts';
import { type Context, keepAnswers, maskOf } from './context.ts';
import { rateFindings } from './rates.ts';

/** What is wrong in the rows of a scope, whatever is selected. */
export type RowFindings = {
  readonly revision: number;
  /** Rows looked at. */
  readonly rows: number;
  readonly findings: readonly Finding[];
};

const found = keepAnswers<RowFindings>();

export type FindingsQuery = Omit<ExceptionsQuery, 'tolerance'> & {
  /** Anomalies that the user dismissed. */
  readonly dismissed: DismissedAnomalies;
};

type Asked = FindingsQuery &
  FinderInput & {
    readonly context: Context;
    readonly selection: Selection;
    /** All own costs of the scope, counted or not. */
    readonly costs: OwnCostsBySku;
  };

/** What is found in the rows and by the tools over them; what is found beside the rows is gathered in the worker. */
const FINDERS: {
  readonly [Source in Exclude<FoundIn, 'coverage' | 'closes' | 'statements'>]: (
    asked: Asked,
  ) => Task<readonly FindingOf<KindIn<Source>>[]>;
} = {
  rows: findExceptions,
  anomalies: ({ context, selection, thresholds, dismissed }) =>
    anomalyFindingsOf(context, { selection, thresholds }, dismissed),
  rates: ({ context, selection }) => rateFindings(context, selection),
  'own-costs': ({ costs, ...asked }) => supersededCostFindings(asked, costs),
};

/** What is wrong in the rows of a scope, for the queue of exceptions. */
export function findings(rows: AskedRows, query: FindingsQuery): Task<RowFindings> {
  const { scope, currency, thresholds, dismissed, countsOwnCosts = false } = query;
  const { store } = rows;
  const selection = { ...EVERYTHING, scope };
  const costs = costsIn(rows.ownCosts(), selection, currency);
  const key = JSON.stringify([scope, thresholds, countsOwnCosts, ...dismissed, ...costs]);
  return found(rows).task(key, function* () {
    const selected = yield* maskOf(rows, selection);
    const counted = countsOwnCosts ? { ownCosts: costs } : {};
    const asked = { ...query, context: rows, store, selected, selection, costs, ...counted };
    const all: Finding[] = [];
    for (const find of Object.values(FINDERS)) all.push(...(yield* find(asked)));
    return { revision: store.revision, rows: selected.rows, findings: all };
  });
}
