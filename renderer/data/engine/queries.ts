import type {
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
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { add, type Decimal, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS, setRateOf } from '#shared/domain/profitability.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import {
  FILTER_COLUMNS,
  PERIOD_COLUMNS,
  type Period,
  SEARCH_COLUMNS,
  type Selection,
} from '#shared/domain/selection.ts';
import { type CsvFormat, csvHead, csvValues } from '#shared/domain/spreadsheet.ts';
import { breakDown } from './aggregate/breakdown.ts';
import { namedDimension } from './aggregate/group-codes.ts';
import { type BrokenDown, BY_SALES, breakDownRows, groupsOf } from './aggregate/groups.ts';
import { followersOf, lacksProductCost, markRows } from './aggregate/row-flags.ts';
import { type CountedValues, countValues, findValues } from './aggregate/values.ts';
import { compareWithPeriod, dayCodesOf } from './columns/calendar.ts';
import type { ColumnStore } from './columns/column-store.ts';
import { createAnswerCache } from './columns/derived.ts';
import { type RowFacts, readLedgerFacts } from './columns/facts.ts';
import { cellAt, type Meaning, meaningAt, type SegmentColumn } from './columns/segment.ts';
import { presetRows } from './filter/code-conditions.ts';
import { foldAhead } from './filter/folded-texts.ts';
import {
  comparedMembers,
  type Members,
  maskTask,
  membersOf,
  type SelectionMask,
} from './filter/selection-mask.ts';
import { newestFirst, orderLines, sortRows } from './sort/line-order.ts';
import { textRanks } from './sort/text-order.ts';

/** Questions about the rows in memory. Pure of storage; what paging asks for again is kept until the next commit. */
export type Queries = {
  readonly facts: () => RowFacts;
  readonly totals: (selection: Selection, columns: readonly string[]) => Totals;
  readonly lines: (query: RowsQuery, offset: number, limit: number) => TableRowsPage;
  /** Null when the line is no order of the query. */
  readonly orderRows: (query: RowsQuery, lineId: string) => TableRowsPage | null;
  readonly groups: (
    selection: Selection,
    dimension: GroupBy,
    columns: readonly string[],
    more?: Pick<GroupsQuery, 'within' | 'compareWith' | 'limit' | 'withinLimit' | 'order'>,
  ) => Groups;
  readonly values: (
    selection: Selection,
    column: string,
    more?: Pick<ValuesQuery, 'find' | 'limit' | 'also'>,
  ) => ValuesAnswer;
  readonly csv: (query: RowsQuery, format: CsvFormat) => CsvRun;
  /** The same questions in slices, for whoever may be interrupted (query-slots.ts). */
  readonly slices: {
    readonly totals: (selection: Selection, columns: readonly string[]) => CooperativeTask<Totals>;
    readonly lines: (query: RowsQuery, offset: number, limit: number) => CooperativeTask<TableRowsPage>;
    readonly groups: (query: GroupsQuery) => CooperativeTask<Groups>;
    readonly values: (query: ValuesQuery) => CooperativeTask<ValuesAnswer>;
  };
};

/** A file being written: `next` gives a chunk of lines, the header first. */
export type CsvRun = {
  readonly revision: number;
  readonly lines: number;
  readonly header: string;
  readonly chunk: (offset: number, limit: number) => string;
};

/** Totals, and groups, that are kept: those of all screens, and of some selections before. */
const KEPT_FIGURES = 32;
/** Groups of an answer that is kept. */
const MOST_KEPT_GROUPS = 2000;
const KEPT_BREAKDOWNS = 3;
/** Periods beside another: the panel holds each of its selections against two. */
const KEPT_PAIRS = 4;
/** Columns whose values are looked for: the list that is open, typing asks it again and again. */
const KEPT_COUNTS = 2;
/** Sums of a breakdown that is kept: 8 MB of doubles. */
const MOST_KEPT_SUMS = 2 ** 20;

function countOf(groups: Groups['groups']): number {
  return groups.reduce((count, group) => count + 1 + (group.groups?.length ?? 0), 0);
}

export function createQueries(store: ColumnStore): Queries {
  const masks = createAnswerCache<SelectionMask>(() => store.numbering);
  const pairs = createAnswerCache<Members>(() => store.numbering, KEPT_PAIRS);
  const orders = createAnswerCache<Uint32Array>(() => store.numbering);
  // What a screen showed stands there at once when one comes back to it.
  const allTotals = createAnswerCache<Totals>(() => store.numbering, KEPT_FIGURES);
  const allGroups = createAnswerCache<Groups>(() => store.numbering, KEPT_FIGURES);
  // The best and the worst are two orders of one breakdown.
  const breakdowns = createAnswerCache<BrokenDown>(() => store.numbering, KEPT_BREAKDOWNS);
  const counted = createAnswerCache<CountedValues>(() => store.numbering, KEPT_COUNTS);
  let facts: { readonly numbering: number; readonly told: RowFacts } | null = null;

  function* maskOf(selection: Selection): CooperativeTask<SelectionMask> {
    const key = JSON.stringify(selection);
    const known = masks.get(key);
    if (known !== undefined) return known;
    const made = yield* maskTask(store, selection);
    masks.keep(key, made);
    return made;
  }

  function* linesOf({ selection, grouping, sort }: RowsQuery): CooperativeTask<Uint32Array> {
    const key = JSON.stringify([selection, grouping, sort]);
    const known = orders.get(key);
    if (known !== undefined) return known;
    const mask = yield* maskOf(selection);
    const made = yield* orderLines(store, mask, grouping, sort);
    orders.keep(key, made);
    return made;
  }

  const rowsOfLine = (order: number, mask: Uint8Array): readonly number[] =>
    store.orders
      .rowsOf(order)
      .filter((row) => mask[row] === 1)
      .sort((a, b) => a - b);

  function* lineMaker(query: RowsQuery) {
    const all = yield* linesOf(query);
    const { mask } = yield* maskOf(query.selection);
    return {
      count: all.length,
      make: (offset: number, limit: number): TableRow[] =>
        Array.from(all.subarray(offset, offset + limit), (line) =>
          query.grouping === 'rows'
            ? tableRowOfRow(store, line, query.columns)
            : tableRowOfOrder(store, line, rowsOfLine(line, mask), query.columns),
        ),
    };
  }

  function* lines(query: RowsQuery, offset: number, limit: number): CooperativeTask<TableRowsPage> {
    const { count, make } = yield* lineMaker(query);
    return { revision: store.revision, total: count, offset, lines: make(offset, limit) };
  }

  function* totals(selection: Selection, columns: readonly string[]): CooperativeTask<Totals> {
    const key = JSON.stringify([selection, columns]);
    const known = allTotals.get(key);
    if (known !== undefined) return known;
    const mask = yield* maskOf(selection);
    const { total } = yield* breakDown(store, membersOf(mask), [], columns);
    const made = { revision: store.revision, ...total.totalsOf(0, 0) };
    allTotals.keep(key, made);
    return made;
  }

  /** The comparison of a query; null where none is asked, or there is no period to compare. */
  const comparisonOf = ({ selection, compareWith }: GroupsQuery) =>
    selection.period === null || compareWith === undefined || compareWith === null
      ? null
      : { own: selection.period, ...compareWithPeriod(selection.period, compareWith) };

  /** The rows of a selection, with those of the period it is held against. */
  function* membersWith(
    selection: Selection,
    comparison: { readonly own: Period; readonly period: Period } | null,
  ): CooperativeTask<Members> {
    const own = yield* maskOf(selection);
    if (comparison === null) return membersOf(own);
    const key = JSON.stringify([selection, comparison.period]);
    const known = pairs.get(key);
    if (known !== undefined) return known;
    const other = yield* maskOf({ ...selection, period: comparison.period });
    const made = comparedMembers(store.segments, own, comparison.own, other, comparison.period);
    pairs.keep(key, made);
    return made;
  }

  function* brokenDown(query: GroupsQuery): CooperativeTask<BrokenDown> {
    const { selection, dimension, within, columns } = query;
    const by = [dimension, ...(within === undefined || within === null ? [] : [within])].map((each) =>
      namedDimension(each, selection.periodColumn),
    );
    const comparison = comparisonOf(query);
    const key = JSON.stringify([selection, by, columns, comparison?.period]);
    const known = breakdowns.get(key);
    if (known !== undefined) return known;
    const members = yield* membersWith(selection, comparison);
    const plan = { members, by, columns, shiftDay: comparison?.shiftDay ?? null };
    const made = yield* breakDownRows(store, plan);
    if (made.broken.slots.slotCount * columns.length <= MOST_KEPT_SUMS) breakdowns.keep(key, made);
    return made;
  }

  function* groups(query: GroupsQuery): CooperativeTask<Groups> {
    const key = JSON.stringify(query);
    const known = allGroups.get(key);
    if (known !== undefined) return known;
    const { limit = null, withinLimit = limit, order } = query;
    const choice = { limits: [limit, withinLimit], order: order ?? BY_SALES };
    const answer = yield* groupsOf(yield* brokenDown(query), choice);
    const { revision } = store;
    const comparison = comparisonOf(query);
    const made = {
      revision,
      groups: answer.groups,
      groupsLeftOut: answer.groupsLeftOut,
      total: { revision, ...answer.total },
      ...(comparison === null
        ? {}
        : { compared: { period: comparison.period, total: { revision, ...answer.comparedTotal } } }),
    };
    if (countOf(made.groups) <= MOST_KEPT_GROUPS) allGroups.keep(key, made);
    return made;
  }

  function* values(query: ValuesQuery): CooperativeTask<ValuesAnswer> {
    const key = JSON.stringify([query.selection, query.column]);
    let counts = counted.get(key);
    if (counts === undefined) {
      counts = yield* countValues(store, query);
      counted.keep(key, counts);
    }
    return { revision: store.revision, ...(yield* findValues(counts, query)) };
  }

  return {
    facts() {
      if (facts?.numbering !== store.numbering) {
        facts = { numbering: store.numbering, told: readLedgerFacts(store) };
      }
      return facts.told;
    },
    totals: (selection, columns) => runSync(totals(selection, columns)),
    lines: (query, offset, limit) => runSync(lines(query, offset, limit)),
    orderRows(query, lineId) {
      const order = /^o(\d+)$/.exec(lineId)?.[1];
      if (order === undefined || Number(order) >= store.orders.orderCount) return null;
      const { mask } = runSync(maskOf(query.selection));
      const rows = Uint32Array.from(rowsOfLine(Number(order), mask));
      const opened = Array.from(sortRows(store, rows, query.sort), (row) =>
        tableRowOfRow(store, row, query.columns),
      );
      return { revision: store.revision, total: opened.length, offset: 0, lines: opened };
    },
    groups: (selection, dimension, columns, more) =>
      runSync(groups({ selection, dimension, columns, ...more })),
    values: (selection, column, more) => runSync(values({ selection, column, ...more })),
    csv(query, format) {
      const { count, make } = runSync(lineMaker(query));
      return {
        revision: store.revision,
        lines: count,
        header: csvHead(query.columns, format),
        chunk: (offset, limit) =>
          csvValues(
            query.columns,
            make(offset, limit).map(({ cells }) => cells),
            format,
          ),
      };
    },
    slices: { totals, lines, groups, values },
  };
}

/** Keeps the last answers by key, all of one revision. */
export function createMemo<T>(revision: () => number): (key: string, make: () => T) => T {
  const kept = createAnswerCache<T>(revision);
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.keep(key, made);
    return made;
  };
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
    if (rows.some((row) => isUnreadable(store, row, key))) unreadable.push(key);
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

function isUnreadable(store: ColumnStore, row: number, column: string): boolean {
  const segment = store.segmentOf(row);
  return isUnreadableAt(segment.columns.get(column), row - segment.base);
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

/**
 * What first questions would have to make before they can answer: done ahead, in moments in which nobody asks for
 * anything. Nothing here is an answer; whoever asks earlier makes it.
 */

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
