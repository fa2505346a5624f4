import type {
  ExceptionsQuery,
  ExplainedRows,
  ExplainedRowsQuery,
  GroupBy,
  Groups,
  GroupsQuery,
  RowsQuery,
  TableRow,
  TableRowsPage,
  Totals,
  ValuesAnswer,
  ValuesQuery,
} from '#renderer/data/api.ts';
import { type CooperativeTask, runSync } from '#renderer/data/scheduling/cooperative-task.ts';
import type {
  Anomalies,
  AnomaliesQuery,
  AnomalousOrdersPage,
  AnomalousOrdersQuery,
  DismissedAnomalies,
} from '#shared/domain/anomalies.ts';
import type { Bridge, BridgeQuery } from '#shared/domain/bridge.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { add, type Decimal, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import type { ExplainQuery, Explanations } from '#shared/domain/explanation.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { MissingCosts, MissingCostsQuery } from '#shared/domain/missing-costs.ts';
import {
  MOVED_COLUMNS,
  type OwnCostLines,
  type OwnCostsBySku,
  type OwnCostsQuery,
  type OwnCostTrial,
  type OwnCostTrialQuery,
  type UsedOwnCosts,
} from '#shared/domain/own-costs.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS, type Sums, setRateOf } from '#shared/domain/profitability.ts';
import type {
  ClaimNames,
  RateDeviationsPage,
  RateDeviationsQuery,
  Rates,
  RatesQuery,
} from '#shared/domain/rates.ts';
import {
  columnsOfRule,
  type FailingRow,
  type FailingRowsPage,
  type FailingRowsQuery,
  type FailureGroups,
  findRule,
  PROOF_KEY_COLUMNS,
  type RowProof,
} from '#shared/domain/row-proof.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import {
  EVERYTHING,
  FILTER_COLUMNS,
  PERIOD_COLUMNS,
  type Period,
  SEARCH_COLUMNS,
  type Selection,
} from '#shared/domain/selection.ts';
import type { Table, TableCell, TableColumn } from '#shared/domain/sheet-table.ts';
import { breakDown } from './aggregate/breakdown.ts';
import { namedDimension } from './aggregate/group-codes.ts';
import { type BrokenDown, BY_SALES, breakDownRows, groupsOf } from './aggregate/groups.ts';
import { followersOf, lacksProductCost, markRows } from './aggregate/row-flags.ts';
import { type CountedValues, countValues, findValues } from './aggregate/values.ts';
import {
  type AskedAnomalies,
  anomalyFindings,
  groupAnomalies,
  listAnomalies,
} from './anomalies/anomalies.ts';
import { findOddMargins, type OddMargin } from './anomalies/odd-margins.ts';
import { findOddOrders } from './anomalies/odd-orders.ts';
import type { OddOrder } from './anomalies/order-rules.ts';
import { bridgeOf } from './bridge/bridge.ts';
import { type BridgeCells, bridgeCells } from './bridge/bridge-cells.ts';
import { compareWithPeriod, dayCodesOf } from './columns/calendar.ts';
import type { ColumnStore } from './columns/column-store.ts';
import { createAnswerCache } from './columns/derived.ts';
import { type RowFacts, readLedgerFacts } from './columns/facts.ts';
import {
  cellAt,
  columnReader,
  type Meaning,
  meaningAt,
  type SegmentColumn,
  type StoredSegment,
} from './columns/segment.ts';
import { findExceptions } from './exceptions/find-exceptions.ts';
import { supersededCostFindings } from './exceptions/superseded-costs.ts';
import { type ExplainOptions, explain } from './explain/explain.ts';
import { explainedRows } from './explain/explained-rows.ts';
import { presetRows } from './filter/code-conditions.ts';
import { foldAhead } from './filter/folded-texts.ts';
import {
  comparedMembers,
  type Members,
  maskTask,
  membersOf,
  type SelectionMask,
} from './filter/selection-mask.ts';
import { costLines, costTrial, usedCosts } from './own-costs/cost-lines.ts';
import { costsIn, createOverlays, type OwnCosts } from './own-costs/overlays.ts';
import { ownCostsByOrder } from './own-costs/own-cost-sums.ts';
import { type FoundMissingCosts, findMissingCosts, orderMissingCosts } from './proof/missing-costs.ts';
import { failingRow, findFailing, groupFailures, proveRows } from './proof/row-proof.ts';
import { claimTable } from './rates/claim-table.ts';
import { type FoundRates, findRateFindings, findRates, offRowsOf, rateDeviation } from './rates/rates.ts';
import { newestFirst, orderLines, sortRows } from './sort/line-order.ts';
import { textRanks } from './sort/text-order.ts';

/** Totals, and groups, that are kept: those of all screens, and of some selections before. */
const KEPT_FIGURES = 32;
const MOST_KEPT_GROUPS = 2000;
/** The best and the worst are two orders of one breakdown. */
const KEPT_BREAKDOWNS = 3;
/** Sums of a breakdown that is kept: 8 MB of doubles. */
const MOST_KEPT_SUMS = 2 ** 20;
/** Periods beside another: the panel holds each of its selections against two. */
const KEPT_PAIRS = 4;
/** What all scopes of a bridge are made of. */
const KEPT_BRIDGE_CELLS = 1;
/** The rules of a selection hold all rows that do not follow them: those shown, and those that findings are made of. */
const KEPT_RATES = 2;
/** Columns whose values are looked for: the list that is open, typing asks it again and again. */
const KEPT_COUNTS = 2;
/** Odd margins under the thresholds in use, and under those before. */
const KEPT_MARGINS = 2;

/** The rows that are asked about, and the answers that are kept until they change. */
type Context = { readonly store: ColumnStore } & ReturnType<typeof createCaches>;

function createCaches(store: ColumnStore) {
  const cache = <T>(most?: number) => createAnswerCache<T>(() => store.numbering, most);
  return {
    masks: cache<SelectionMask>(),
    pairs: cache<Members>(KEPT_PAIRS),
    orders: cache<Uint32Array>(),
    // What a screen showed stands there at once when one comes back to it.
    allTotals: cache<Totals>(KEPT_FIGURES),
    allGroups: cache<Groups>(KEPT_FIGURES),
    breakdowns: cache<BrokenDown>(KEPT_BREAKDOWNS),
    bridgeCells: cache<BridgeCells>(KEPT_BRIDGE_CELLS),
    bridges: cache<Bridge>(),
    counted: cache<CountedValues>(KEPT_COUNTS),
    facts: cache<RowFacts>(),
    proofs: cache<RowProof>(),
    failures: cache<FailureGroups>(),
    failing: cache<Uint32Array>(),
    missingCosts: cache<FoundMissingCosts>(),
    rates: cache<FoundRates>(KEPT_RATES),
    oddOrders: cache<readonly OddOrder[]>(),
    oddMargins: cache<readonly OddMargin[]>(KEPT_MARGINS),
    findings: cache<RowFindings>(),
  };
}

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
  const over = <T>(
    selection: Selection,
    ask: (context: Context) => CooperativeTask<T>,
  ): CooperativeTask<T> => {
    const found = overlaid(selection);
    return found === null ? ask(context) : preparedFor(found, ask);
  };
  /** With own costs the other way as a hypothesis, where there are any and they leave the same rows in. */
  function* explained(query: ExplainQuery, options: ExplainOptions): CooperativeTask<Explanations> {
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
  function* rowsExplained(query: ExplainedRowsQuery, shown: ColumnStore): CooperativeTask<ExplainedRows> {
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
    ownCosts: (query: OwnCostsQuery): CooperativeTask<OwnCostLines> =>
      costLines(store, ownCosts(), query, (selection) => maskOf(context, selection)),
    usedOwnCosts: (query: OwnCostsQuery): CooperativeTask<UsedOwnCosts> =>
      usedCosts(store, ownCosts(), query, (selection) => maskOf(context, selection)),
    ownCostsByOrder: ({ selection, currency }: OwnCostsQuery) =>
      orderCosts(context, selection, costsIn(ownCosts(), selection, currency)),
    ownCostTrial: (query: OwnCostTrialQuery): CooperativeTask<OwnCostTrial> =>
      costTrial(store, ownCosts(), query, (selection) => maskOf(context, selection)),
    findings: (asked: FindingsQuery) => findings(context, ownCosts(), asked),
  };
  return {
    slices,
    facts: (): RowFacts => context.facts.of('', () => readLedgerFacts(store)),
    totals: (selection: Selection, columns: readonly string[]): Totals =>
      runSync(slices.totals(selection, columns)),
    lines: (query: RowsQuery, offset: number, limit: number): TableRowsPage =>
      runSync(slices.lines(query, offset, limit)),
    groups: (
      selection: Selection,
      dimension: GroupBy,
      columns: readonly string[],
      more?: MoreOfGroups,
    ): Groups => runSync(slices.groups({ selection, dimension, columns, ...more })),
    values: (selection: Selection, column: string, more?: MoreOfValues): ValuesAnswer =>
      runSync(slices.values({ selection, column, ...more })),
    bridge: (query: BridgeQuery): Bridge => runSync(slices.bridge(query)),
    orderRows(query: RowsQuery, lineId: string): TableRowsPage | null {
      const order = /^o(\d+)$/.exec(lineId)?.[1];
      if (order === undefined || Number(order) >= store.orders.orderCount) return null;
      return runSync(over(query.selection, (of) => openedOrder(of, query, Number(order))));
    },
  };
}

function* orderCosts(
  context: Context,
  selection: Selection,
  costs: OwnCostsBySku,
): CooperativeTask<ReadonlyMap<number, Scaled>> {
  if (costs.size === 0) return new Map();
  const mask = yield* maskOf(context, { ...selection, ownCosts: null });
  return yield* ownCostsByOrder(context.store, mask, costs);
}

/** Whether which rows are in depends on own costs. */
const selectsByMoved = ({ filters, numberFilters }: Selection): boolean =>
  [...filters, ...numberFilters].some(({ column }) => MOVED_COLUMNS.includes(column));

function* preparedFor<T>(
  { prepare, context }: { readonly prepare: () => CooperativeTask<undefined>; readonly context: Context },
  ask: (context: Context) => CooperativeTask<T>,
): CooperativeTask<T> {
  yield* prepare();
  return yield* ask(context);
}

function* openedOrder(context: Context, query: RowsQuery, order: number): CooperativeTask<TableRowsPage> {
  const { store } = context;
  const { mask } = yield* maskOf(context, query.selection);
  const rows = sortRows(store, Uint32Array.from(rowsOfOrder(store, order, mask)), query.sort);
  const lines = Array.from(rows, (row) => tableRowOfRow(store, row, query.columns));
  return { revision: store.revision, total: lines.length, offset: 0, lines };
}

function maskOf({ store, masks }: Context, selection: Selection): CooperativeTask<SelectionMask> {
  return masks.task(JSON.stringify(selection), () => maskTask(store, selection));
}

function linesOf(context: Context, { selection, grouping, sort }: RowsQuery): CooperativeTask<Uint32Array> {
  return context.orders.task(JSON.stringify([selection, grouping, sort]), function* () {
    const mask = yield* maskOf(context, selection);
    return yield* orderLines(context.store, mask, grouping, sort);
  });
}

function rowsOfOrder(store: ColumnStore, order: number, mask: Uint8Array): readonly number[] {
  const rows = store.orders.rowsOf(order).filter((row) => mask[row] === 1);
  return rows.sort((a, b) => a - b);
}

function* lineMaker(context: Context, query: RowsQuery) {
  const { store } = context;
  const all = yield* linesOf(context, query);
  const { mask } = yield* maskOf(context, query.selection);
  return {
    lines: all,
    make: (offset: number, limit: number): TableRow[] =>
      Array.from(all.subarray(offset, offset + limit), (line) =>
        query.grouping === 'rows'
          ? tableRowOfRow(store, line, query.columns)
          : tableRowOfOrder(store, line, rowsOfOrder(store, line, mask), query.columns),
      ),
  };
}

function* lines(context: Context, query: RowsQuery, offset: number, limit: number) {
  const { lines: all, make } = yield* lineMaker(context, query);
  return { revision: context.store.revision, total: all.length, offset, lines: make(offset, limit) };
}

/** Columns that stay in view with the number of the order, where that is among the first. */
const MOST_KEY_COLUMNS = 4;

/** The lines of a query as a file has them, of the rows as they are now, with the exact sums of them all. */
function* table(context: Context, query: RowsQuery, name: string): CooperativeTask<Table> {
  const { selection, columns, grouping } = query;
  const { lines, make } = yield* lineMaker(context, query);
  const summed = columns.flatMap((key) => {
    const column = findColumn(key);
    if (column === undefined) return [];
    return isSummable(column) ? [key] : [RATE_COLUMNS[key] ?? []].flat();
  });
  const { sums } = yield* totals(context, selection, [...new Set([...summed, RATE_BASE_COLUMN])]);
  const rates = columns.map((key) => ratePlaces(key, columns));
  const orderAt = columns.indexOf('Orden');
  return {
    name,
    columns: columns.map((key, index) => fileColumn(key, sums, rates[index] ?? null)),
    keyColumns: orderAt < MOST_KEY_COLUMNS ? orderAt + 1 : 0,
    lineCount: lines.length,
    isGrouped: false,
    // A row's percentages are the API's; those of an order are of its sums.
    read:
      grouping === 'rows'
        ? rowReader(context.store, lines, columns)
        : (offset, limit) =>
            make(offset, limit).map(({ cells }) => ({
              cells: cells.map((cell, index) => asRate(cell, rates[index] ?? null)),
            })),
  };
}

/** Cells of rows exactly as they came. Rows that stand together mostly lie in one segment: its columns are looked up once. */
function rowReader(store: ColumnStore, rows: Uint32Array, columns: readonly string[]): Table['read'] {
  let segment: StoredSegment | null = null;
  let cells: readonly ((at: number) => Cell)[] = [];
  return (offset, limit) =>
    Array.from(rows.subarray(offset, offset + limit), (row) => {
      if (segment === null || row < segment.base || row >= segment.base + segment.rowCount) {
        segment = store.segmentOf(row);
        const own = segment.columns;
        cells = columns.map((column) => columnReader(own.get(column)));
      }
      const at = row - segment.base;
      return { cells: cells.map((read) => read(at)) };
    });
}

type RatePlaces = { readonly part: number; readonly base: number };

/** Where a percentage's part and base stand among the columns; null where they do not, or it is none. */
function ratePlaces(key: string, columns: readonly string[]): RatePlaces | null {
  const part = columns.indexOf(RATE_COLUMNS[key] ?? '');
  const base = columns.indexOf(RATE_BASE_COLUMN);
  return part < 0 || base < 0 ? null : { part, base };
}

function asRate(cell: Cell, places: RatePlaces | null): TableCell {
  if (cell === null || places === null) return cell;
  return { value: cell, formula: { kind: 'rate', ...places, baseLine: null } };
}

/** Decimal places of a rate beside its formula: what a spreadsheet computes shows no others. */
const RATE_PLACES = 12;

function fileColumn(key: string, sums: Sums, rate: RatePlaces | null): TableColumn {
  const column = findColumn(key);
  const kind = column?.kind ?? 'text';
  if (column === undefined) return { name: key, kind, total: null };
  if (isSummable(column)) return { name: key, kind, total: { kind: 'sum', value: sums[key] ?? null } };
  if (RATE_COLUMNS[key] === undefined) return { name: key, kind, total: null };
  const value = setRateOf(key, sums, RATE_PLACES);
  return {
    name: key,
    kind,
    total: rate === null ? { kind: 'value', value } : { kind: 'rate', value, ...rate },
  };
}

function totals(context: Context, selection: Selection, columns: readonly string[]): CooperativeTask<Totals> {
  const { store, allTotals } = context;
  return allTotals.task(JSON.stringify([selection, columns]), function* () {
    const mask = yield* maskOf(context, selection);
    const { total } = yield* breakDown(store, membersOf(mask), [], columns);
    return { revision: store.revision, ...total.totalsOf(0, 0) };
  });
}

function bridge(context: Context, { selection, against, scope }: BridgeQuery): CooperativeTask<Bridge> {
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
): CooperativeTask<Members> {
  const own = yield* maskOf(context, selection);
  if (comparison === null) return membersOf(own);
  const { period } = comparison;
  return yield* context.pairs.task(JSON.stringify([selection, period]), function* () {
    const other = yield* maskOf(context, { ...selection, period });
    return comparedMembers(context.store.segments, own, comparison.own, other, period);
  });
}

function brokenDown(context: Context, query: GroupsQuery): CooperativeTask<BrokenDown> {
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
    ({ broken }) => broken.slots.slotCount * columns.length <= MOST_KEPT_SUMS,
  );
}

function groups(context: Context, query: GroupsQuery): CooperativeTask<Groups> {
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
      made.groups.reduce((count, group) => count + 1 + (group.groups?.length ?? 0), 0) <= MOST_KEPT_GROUPS,
  );
}

function* values({ store, counted }: Context, query: ValuesQuery): CooperativeTask<ValuesAnswer> {
  const key = JSON.stringify([query.selection, query.column]);
  const counts = yield* counted.task(key, () => countValues(store, query));
  return { revision: store.revision, ...(yield* findValues(counts, query)) };
}

/** The rules of rows, and product costs that are missing: what a reconciliation asks. */

function rowProof(context: Context, selection: Selection): CooperativeTask<RowProof> {
  return context.proofs.task(JSON.stringify(selection), function* () {
    return yield* proveRows(context.store, yield* maskOf(context, selection));
  });
}

function failureGroups(context: Context, selection: Selection, id: string): CooperativeTask<FailureGroups> {
  return context.failures.task(JSON.stringify([selection, id]), function* () {
    return yield* groupFailures(context.store, yield* maskOf(context, selection), id);
  });
}

/** Newest purchase first. */
function failingOf(context: Context, query: FailingRowsQuery): CooperativeTask<Uint32Array> {
  return context.failing.task(JSON.stringify(query), function* () {
    const { selection, ...which } = query;
    const rows = yield* findFailing(context.store, yield* maskOf(context, selection), which);
    yield;
    return sortRows(context.store, rows, null);
  });
}

function* failingRows(
  context: Context,
  query: FailingRowsQuery,
  offset: number,
  limit: number,
): CooperativeTask<FailingRowsPage> {
  const { store } = context;
  const rule = findRule(query.id);
  const rows = yield* failingOf(context, query);
  const lines =
    rule === undefined
      ? []
      : Array.from(rows.subarray(offset, offset + limit), (row) => failingRow(store, rule, row));
  return { revision: store.revision, total: rows.length, offset, lines };
}

/** What the columns of a file are called that are none of the API's. */
export type FailingNames = {
  readonly table: string;
  readonly expected: string;
  readonly difference: string;
};
/** The answers that brought a row's order. */
export type TellIds = (identity: FailingRow['identity']) => readonly string[];

/** A rule's failing rows as a file has them. */
function* failingTable(
  context: Context,
  query: FailingRowsQuery,
  names: FailingNames,
  tell: TellIds,
): CooperativeTask<Table> {
  const { store } = context;
  const rule = findRule(query.id);
  if (rule === undefined) throw new RangeError(`There is no rule «${query.id}».`);
  const rows = yield* failingOf(context, query);
  const keys = [...PROOF_KEY_COLUMNS, ...columnsOfRule(rule)];
  const kind = findColumn(rule.result)?.kind ?? 'money';
  return {
    name: names.table,
    columns: [
      ...keys.map((key): TableColumn => ({ name: key, kind: findColumn(key)?.kind ?? 'text', total: null })),
      { name: names.expected, kind, total: null },
      { name: names.difference, kind: rule.kind === 'rate' ? 'number' : kind, total: null },
      { name: 'correlation_id', kind: 'text', total: null },
    ],
    keyColumns: PROOF_KEY_COLUMNS.length,
    lineCount: rows.length,
    isGrouped: false,
    read: (offset, limit) =>
      Array.from(rows.subarray(offset, offset + limit), (row) => {
        const { cells, identity, expected, difference } = failingRow(store, rule, row);
        const own = keys.map((key) => cells[key] ?? null);
        return { cells: [...own, expected, difference, tell(identity).join(' ')] };
      }),
  };
}

function* missingCosts(context: Context, query: MissingCostsQuery): CooperativeTask<MissingCosts> {
  const { store } = context;
  const { selection, order, limit } = query;
  const found = yield* context.missingCosts.task(JSON.stringify(selection), function* () {
    const selected = yield* maskOf(context, selection);
    // Other accounts may be in another currency.
    const { scope, ownCosts } = selection;
    const everywhere = yield* maskOf(context, { ...EVERYTHING, scope, ownCosts });
    return yield* findMissingCosts(store, selected, everywhere);
  });
  const lines = orderMissingCosts(found.lines, order);
  return { revision: store.revision, ...found.head, lines: limit === null ? lines : lines.slice(0, limit) };
}

/** The rules of charges. */

function ratesOf(context: Context, selection: Selection): CooperativeTask<FoundRates> {
  return context.rates.task(JSON.stringify(selection), function* () {
    return yield* findRates(context.store, yield* maskOf(context, selection));
  });
}

function* rates(context: Context, { selection }: RatesQuery): CooperativeTask<Rates> {
  const { answer } = yield* ratesOf(context, selection);
  return { revision: context.store.revision, ...answer };
}

function* rateDeviations(
  context: Context,
  { selection, ...which }: RateDeviationsQuery,
  offset: number,
  limit: number,
): CooperativeTask<RateDeviationsPage> {
  const { store } = context;
  const off = offRowsOf(yield* ratesOf(context, selection), which);
  const lines = off.rows.slice(offset, offset + limit).map((row) => rateDeviation(store, off, row));
  return { revision: store.revision, total: off.rows.length, offset, lines };
}

function* claimed(
  context: Context,
  { selection, ...which }: RateDeviationsQuery,
  names: ClaimNames,
  tell: TellIds,
): CooperativeTask<Table> {
  return claimTable(context.store, offRowsOf(yield* ratesOf(context, selection), which), names, tell);
}

function* rateFindings(context: Context, selection: Selection): CooperativeTask<readonly Finding[]> {
  return yield* findRateFindings(context.store, yield* ratesOf(context, selection));
}

/** What is odd in all rows is kept: every selection takes its part of it. */
function* askedAnomalies(
  context: Context,
  { selection, thresholds }: AnomaliesQuery,
  dismissed: DismissedAnomalies,
): CooperativeTask<AskedAnomalies> {
  const { store } = context;
  const { amounts, ...limits } = thresholds;
  const orders = yield* context.oddOrders.task('', () => findOddOrders(store));
  const margins = yield* context.oddMargins.task(JSON.stringify([limits, amounts.margin]), () =>
    findOddMargins(store, thresholds),
  );
  const oddities = { orders, margins };
  const selected = yield* maskOf(context, selection);
  return { store, oddities, selected, thresholds, dismissed };
}

function* anomalies(
  context: Context,
  query: AnomaliesQuery,
  dismissed: DismissedAnomalies,
): CooperativeTask<Anomalies> {
  return yield* groupAnomalies(yield* askedAnomalies(context, query, dismissed));
}

function* anomalousOrders(
  context: Context,
  query: AnomalousOrdersQuery,
  dismissed: DismissedAnomalies,
  offset: number,
  limit: number | null,
): CooperativeTask<AnomalousOrdersPage> {
  return yield* listAnomalies(yield* askedAnomalies(context, query, dismissed), query, offset, limit);
}

function* anomalyFindingsOf(
  context: Context,
  query: AnomaliesQuery,
  dismissed: DismissedAnomalies,
): CooperativeTask<readonly Finding[]> {
  return yield* anomalyFindings(yield* askedAnomalies(context, query, dismissed));
}

/** What is wrong in the rows of a scope, whatever is selected. */
export type RowFindings = {
  readonly revision: number;
  /** Rows looked at. */
  readonly rows: number;
  readonly findings: readonly Finding[];
};

export type FindingsQuery = Omit<ExceptionsQuery, 'tolerance'> & {
  /** Anomalies that the user dismissed. */
  readonly dismissed: DismissedAnomalies;
};

function findings(
  context: Context,
  ownCosts: OwnCosts,
  { scope, currency, thresholds, dismissed }: FindingsQuery,
): CooperativeTask<RowFindings> {
  const { store } = context;
  const selection = { ...EVERYTHING, scope };
  const costs = costsIn(ownCosts, selection, currency);
  const key = JSON.stringify([scope, thresholds, ...dismissed, ...costs]);
  return context.findings.task(key, function* () {
    const selected = yield* maskOf(context, selection);
    const found = [
      ...(yield* findExceptions({ store, selected })),
      ...(yield* anomalyFindingsOf(context, { selection, thresholds }, dismissed)),
      ...(yield* rateFindings(context, selection)),
      ...(yield* supersededCostFindings({ store, selected }, costs)),
    ];
    return { revision: store.revision, rows: selected.rows, findings: found };
  });
}

/** One line of the order table, from its rows. The same lines make the screen and the file. */

/** A row as a line: every cell exactly as it came. */
function tableRowOfRow(store: ColumnStore, row: number, columns: readonly string[]): TableRow {
  const segment = store.segmentOf(row);
  const at = row - segment.base;
  const cells: Cell[] = [];
  const unreadable: string[] = [];
  for (const column of columns) {
    const found = segment.columns.get(column);
    cells.push(cellAt(found, at));
    if (isUnreadableAt(found, at)) unreadable.push(column);
  }
  return {
    id: `r${row}`,
    rows: 1,
    cells,
    unreadable,
    mixed: [],
    productCostMissing: lacksProductCost(store, row),
  };
}

/** An order as a line, over its rows in the selection. */
function tableRowOfOrder(
  store: ColumnStore,
  order: number,
  rows: readonly number[],
  columns: readonly string[],
): TableRow {
  const unreadable: string[] = [];
  const mixed: string[] = [];
  const cells = columns.map((key): Cell => {
    const column = findColumn(key);
    if (column !== undefined && isSummable(column)) {
      const sum = sumOf(store, rows, key);
      if (sum.unreadable) unreadable.push(key);
      return sum.value;
    }
    if (column?.kind === 'percent') {
      const part = RATE_COLUMNS[key] ?? key;
      const partSum = sumOf(store, rows, part);
      const baseSum = sumOf(store, rows, RATE_BASE_COLUMN);
      if (partSum.unreadable || baseSum.unreadable) unreadable.push(key);
      const sums: { [column: string]: Decimal } = {};
      if (partSum.value !== null) sums[part] = partSum.value;
      if (baseSum.value !== null) sums[RATE_BASE_COLUMN] = baseSum.value;
      return setRateOf(key, sums);
    }
    if (rows.some((row) => meaningOf(store, row, key)?.kind === 'unreadable')) unreadable.push(key);
    const first = store.cell(rows[0] ?? 0, key);
    // An absent value and an empty one say the same.
    if (rows.every((row) => (store.cell(row, key) ?? '') === (first ?? ''))) return first;
    mixed.push(key);
    return null;
  });
  return {
    id: `o${order}`,
    rows: rows.length,
    cells,
    unreadable,
    mixed,
    productCostMissing: rows.some((row) => lacksProductCost(store, row)),
  };
}

function sumOf(
  store: ColumnStore,
  rows: readonly number[],
  column: string,
): { readonly value: Decimal | null; readonly unreadable: boolean } {
  let sum: Scaled | null = null;
  let unreadable = false;
  for (const row of rows) {
    const meaning = meaningOf(store, row, column);
    if (meaning?.kind === 'value') sum = sum === null ? meaning.value : add(sum, meaning.value);
    else if (meaning?.kind === 'unreadable') unreadable = true;
  }
  return { value: sum === null ? null : toDecimal(sum), unreadable };
}

/** What comes in its column's canonical form is readable: only exceptions may not be. */
function isUnreadableAt(column: SegmentColumn | undefined, at: number): boolean {
  if (column === undefined || column.kind === 'text' || column.exceptions.rows.length === 0) return false;
  return meaningAt(column, at).kind === 'unreadable';
}

/** What a cell means as a number or a date; undefined for texts. */
function meaningOf(store: ColumnStore, row: number, column: string): Meaning | undefined {
  const segment = store.segmentOf(row);
  const found = segment.columns.get(column);
  return found === undefined || found.kind === 'text' ? undefined : meaningAt(found, row - segment.base);
}

/** What first questions would have to make before they can answer, done ahead. Whoever asks earlier makes it. */

/** Columns that screens group by besides those people filter by. */
const GROUPED = ['SKU Producto', 'Producto'];
/** The column whose many texts take longest to put in order. */
const LONGEST_ORDER = 'Orden';

export function* warmCaches(store: ColumnStore): CooperativeTask<undefined> {
  yield* markRows(store);
  yield* newestFirst(store);
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    yield;
    followersOf(segment);
    presetRows(segment);
    for (const column of PERIOD_COLUMNS) {
      yield;
      dayCodesOf(segment, column);
    }
    for (const column of [...FILTER_COLUMNS, ...GROUPED]) {
      yield;
      store.dictionary(column).codesOf(index, segment);
    }
    for (const column of SEARCH_COLUMNS) {
      yield;
      foldAhead(store, segment, column);
    }
  }
  yield* textRanks(store, LONGEST_ORDER);
}
