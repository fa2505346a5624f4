import type { ExplainedRows, ExplainedRowsQuery } from '#renderer/data/api/explanation.ts';
import type { GroupBy, Groups, GroupsQuery } from '#renderer/data/api/groups.ts';
import type { RowsQuery, TableRowsPage } from '#renderer/data/api/rows.ts';
import type { Totals } from '#renderer/data/api/totals.ts';
import type { ValuesAnswer, ValuesQuery } from '#renderer/data/api/values.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { AnomaliesQuery, AnomalousOrdersQuery, DismissedAnomalies } from '#shared/domain/anomalies.ts';
import type { Bridge, BridgeQuery } from '#shared/domain/bridge.ts';
import type { ExplainQuery, Explanations } from '#shared/domain/explanation.ts';
import type { MissingCostsQuery } from '#shared/domain/missing-costs.ts';
import {
  MOVED_COLUMNS,
  type OwnCostLines,
  type OwnCostsBySku,
  type OwnCostsQuery,
  type OwnCostTrial,
  type OwnCostTrialQuery,
  type UsedOwnCosts,
} from '#shared/domain/own-costs.ts';
import type { ClaimNames, RateDeviationsQuery, RatesQuery } from '#shared/domain/rates.ts';
import type { FailingRowsQuery } from '#shared/domain/row-proof.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { anomalies, anomalousOrders, anomalyFindingsOf } from './answers/anomalies.ts';
import { type Context, createCaches, maskOf } from './answers/context.ts';
import { bridge, groups, totals, values } from './answers/figures.ts';
import { type FindingsQuery, findings } from './answers/findings.ts';
import { lines, openedOrder, table } from './answers/lines.ts';
import {
  type FailingNames,
  failingRows,
  failingTable,
  failureGroups,
  missingCosts,
  rowProof,
  type TellIds,
} from './answers/proof.ts';
import { claimed, rateDeviations, rateFindings, rates } from './answers/rates.ts';
import type { ColumnStore } from './columns/column-store.ts';
import { type RowFacts, readLedgerFacts } from './columns/facts.ts';
import { type ExplainOptions, explain } from './explain/explain.ts';
import { explainedRows } from './explain/explained-rows.ts';
import { costLines, costTrial, usedCosts } from './own-costs/cost-lines.ts';
import { costsIn, createOverlays, type OwnCosts } from './own-costs/overlays.ts';
import { type OrderMoves, ownMovesByOrder } from './own-costs/own-cost-sums.ts';

export type Queries = ReturnType<typeof createQueries>;

type MoreOfGroups = Pick<GroupsQuery, 'within' | 'compareWith' | 'limit' | 'withinLimit' | 'order'>;

type MoreOfValues = Pick<ValuesQuery, 'find' | 'limit' | 'also'>;

const NO_COSTS: OwnCosts = new Map();

/** A selection of the source's own figures: rules of rows, and what differs from another figure, are of them. */
const ofSource = <Q extends { readonly selection: Selection }>(query: Q): Q => ({
  ...query,
  selection: { ...query.selection, ownCosts: null },
});

/**
 * Questions about the rows in memory. Pure of storage; what paging asks for again is kept until the next commit. What is
 * asked with own costs is asked of an overlay of the store, with caches of its own. Long, for it lists all questions.
 */
export function createQueries(store: ColumnStore, ownCosts: () => OwnCosts = () => NO_COSTS) {
  const context: Context = { store, ...createCaches(store) };
  const overlaid = createOverlays(store, ownCosts, (overlay) => ({
    prepare: overlay.prepare,
    context: { store: overlay.store, ...createCaches(overlay.store) } satisfies Context,
  }));
  const over = <T>(selection: Selection, ask: (context: Context) => Task<T>): Task<T> => {
    const found = overlaid(selection);
    return found === null ? ask(context) : preparedFor(found, ask);
  };
  /** With own costs the other way as a hypothesis, where there are any and they leave the same rows in. */
  function* explained(query: ExplainQuery, options: ExplainOptions): Task<Explanations> {
    const { selection, currency } = query;
    const isOn = selection.ownCosts === null;
    const counted = overlaid(isOn ? { ...selection, ownCosts: { currency } } : selection);
    if (counted !== null) yield* counted.prepare();
    const other = isOn ? counted?.context.store : store;
    return yield* explain(
      {
        shown: isOn || counted === null ? store : counted.context.store,
        source: store,
        switched:
          counted === null || other === undefined || selectsByMoved(selection)
            ? null
            : { store: other, change: { kind: 'own-costs', isOn, currency } },
      },
      query,
      options,
    );
  }
  /** Of a step that counts own costs, or no longer, the rows that are another amount by it. */
  function* rowsExplained(query: ExplainedRowsQuery, shown: ColumnStore): Task<ExplainedRows> {
    const turn = query.step.find((change) => change.kind === 'own-costs');
    const other =
      turn === undefined ? null : overlaid({ ...query.selection, ownCosts: { currency: turn.currency } });
    if (turn === undefined || other === null) return yield* explainedRows({ shown, source: store }, query);
    yield* other.prepare();
    const counted = other.context.store;
    const turned = turn.isOn ? { before: store, after: counted } : { before: counted, after: store };
    return yield* explainedRows({ shown, source: store }, query, turned);
  }
  /** For whoever may be interrupted (scheduling/scheduler.ts). */
  const slices = {
    totals: (selection: Selection, columns: readonly string[]) =>
      over(selection, (of) => totals(of, selection, columns)),
    lines: (query: RowsQuery, offset: number, limit: number) =>
      over(query.selection, (of) => lines(of, query, offset, limit)),
    groups: (query: GroupsQuery) => over(query.selection, (of) => groups(of, query)),
    bridge: (query: BridgeQuery) => over(query.selection, (of) => bridge(of, query)),
    values: (query: ValuesQuery) => over(query.selection, (of) => values(of, query)),
    explain: (query: ExplainQuery, options: ExplainOptions) => explained(query, options),
    explainedRows: (query: ExplainedRowsQuery) =>
      over(query.selection, ({ store: shown }) => rowsExplained(query, shown)),
    table: (query: RowsQuery, name: string) => over(query.selection, (of) => table(of, query, name)),
    rowProof: (selection: Selection) => rowProof(context, ofSource({ selection }).selection),
    failureGroups: (selection: Selection, id: string) =>
      failureGroups(context, ofSource({ selection }).selection, id),
    failingRows: (query: FailingRowsQuery, offset: number, limit: number) =>
      failingRows(context, ofSource(query), offset, limit),
    failingTable: (query: FailingRowsQuery, names: FailingNames, tell: TellIds) =>
      failingTable(context, ofSource(query), names, tell),
    missingCosts: (query: MissingCostsQuery) => over(query.selection, (of) => missingCosts(of, query)),
    rates: (query: RatesQuery) => rates(context, ofSource(query)),
    rateDeviations: (query: RateDeviationsQuery, offset: number, limit: number) =>
      rateDeviations(context, ofSource(query), offset, limit),
    claimTable: (query: RateDeviationsQuery, names: ClaimNames, tell: TellIds) =>
      claimed(context, ofSource(query), names, tell),
    rateFindings: (selection: Selection) => rateFindings(context, ofSource({ selection }).selection),
    anomalies: (query: AnomaliesQuery, dismissed: DismissedAnomalies) =>
      anomalies(context, ofSource(query), dismissed),
    anomalousOrders: (
      query: AnomalousOrdersQuery,
      dismissed: DismissedAnomalies,
      offset: number,
      limit: number | null,
    ) => anomalousOrders(context, ofSource(query), dismissed, offset, limit),
    anomalyFindings: (query: AnomaliesQuery, dismissed: DismissedAnomalies) =>
      anomalyFindingsOf(context, ofSource(query), dismissed),
    ownCosts: (query: OwnCostsQuery): Task<OwnCostLines> =>
      costLines(store, ownCosts(), query, (selection) => maskOf(context, selection)),
    usedOwnCosts: (query: OwnCostsQuery): Task<UsedOwnCosts> =>
      usedCosts(store, ownCosts(), query, (selection) => maskOf(context, selection)),
    ownMovesByOrder: ({ selection, currency }: OwnCostsQuery) =>
      orderMoves(context, selection, costsIn(ownCosts(), selection, currency)),
    ownCostTrial: (query: OwnCostTrialQuery): Task<OwnCostTrial> =>
      costTrial(store, ownCosts(), query, (selection) => maskOf(context, selection)),
    findings: (asked: FindingsQuery) => findings(context, ownCosts(), asked),
  };
  return {
    slices,
    facts: (): RowFacts => context.facts.of('', () => readLedgerFacts(store)),
    totals: (selection: Selection, columns: readonly string[]): Totals =>
      atOnce(slices.totals(selection, columns)),
    lines: (query: RowsQuery, offset: number, limit: number): TableRowsPage =>
      atOnce(slices.lines(query, offset, limit)),
    groups: (
      selection: Selection,
      dimension: GroupBy,
      columns: readonly string[],
      more?: MoreOfGroups,
    ): Groups => atOnce(slices.groups({ selection, dimension, columns, ...more })),
    values: (selection: Selection, column: string, more?: MoreOfValues): ValuesAnswer =>
      atOnce(slices.values({ selection, column, ...more })),
    bridge: (query: BridgeQuery): Bridge => atOnce(slices.bridge(query)),
    orderRows(query: RowsQuery, lineId: string): TableRowsPage | null {
      const order = /^o(\d+)$/.exec(lineId)?.[1];
      if (order === undefined || Number(order) >= store.orders.orderCount) return null;
      return atOnce(over(query.selection, (of) => openedOrder(of, query, Number(order))));
    },
  };
}

function* orderMoves(
  context: Context,
  selection: Selection,
  costs: OwnCostsBySku,
): Task<ReadonlyMap<number, OrderMoves>> {
  if (costs.size === 0) return new Map();
  const mask = yield* maskOf(context, { ...selection, ownCosts: null });
  return yield* ownMovesByOrder(context.store, mask, costs);
}

/** Whether which rows are in depends on own costs. */
const selectsByMoved = ({ filters, numberFilters }: Selection): boolean =>
  [...filters, ...numberFilters].some(({ column }) => MOVED_COLUMNS.includes(column));

function* preparedFor<T>(
  { prepare, context }: { readonly prepare: () => Task<undefined>; readonly context: Context },
  ask: (context: Context) => Task<T>,
): Task<T> {
  yield* prepare();
  return yield* ask(context);
}
