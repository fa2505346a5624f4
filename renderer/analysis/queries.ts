import type { Selection } from '#shared/selection/selection.ts';
import type {
  GroupBy,
  Groups,
  GroupsQuery,
  LinesPage,
  RowsQuery,
  TableLine,
  Totals,
  ValueCount,
} from '../link/data-contract.ts';
import { compareWithPeriod } from './calendar/comparison.ts';
import { breakDown } from './groups/breakdown.ts';
import { namedDimension } from './groups/dimension-codes.ts';
import { BY_SALES, groupSlices } from './groups/groups.ts';
import { countValues } from './groups/values.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { type CsvFormat, csvHeader, csvLineWriter } from './lines/csv.ts';
import { orderLine, rowLine } from './lines/line-cells.ts';
import type { ColumnStore } from './rows/column-store.ts';
import { type RowFacts, readLedgerFacts } from './rows/facts.ts';
import { comparedMembers, membersOf } from './selection/members.ts';
import { maskSlices, type SelectionMask } from './selection/selection-mask.ts';
import { runToEnd, type Slices } from './slices.ts';
import { orderLines, sortRows } from './sorting/line-order.ts';

/** Questions about the rows in memory. Pure of storage; what paging asks for again is kept until the next commit. */
export type Queries = {
  readonly facts: () => RowFacts;
  readonly totals: (selection: Selection, columns: readonly string[]) => Totals;
  readonly lines: (query: RowsQuery, offset: number, limit: number) => LinesPage;
  /** Null when the line is no order of the query. */
  readonly orderRows: (query: RowsQuery, lineId: string) => LinesPage | null;
  readonly groups: (
    selection: Selection,
    dimension: GroupBy,
    columns: readonly string[],
    more?: Pick<GroupsQuery, 'within' | 'compareWith' | 'limit' | 'withinLimit' | 'order'>,
  ) => Groups;
  readonly values: (selection: Selection, column: string) => readonly ValueCount[];
  readonly csv: (query: RowsQuery, format: CsvFormat) => CsvRun;
  /** The same questions in slices, for whoever may be interrupted (query-slots.ts). */
  readonly slices: {
    readonly totals: (selection: Selection, columns: readonly string[]) => Slices<Totals>;
    readonly lines: (query: RowsQuery, offset: number, limit: number) => Slices<LinesPage>;
    readonly groups: (query: GroupsQuery) => Slices<Groups>;
    readonly values: (selection: Selection, column: string) => Slices<readonly ValueCount[]>;
  };
};

/** A file being written: `next` gives a chunk of lines, the header first. */
export type CsvRun = {
  readonly revision: number;
  readonly lines: number;
  readonly header: string;
  readonly chunk: (offset: number, limit: number) => string;
};

export function createQueries(store: ColumnStore): Queries {
  const masks = createKeptAnswers<SelectionMask>(() => store.numbering);
  const orders = createKeptAnswers<Uint32Array>(() => store.numbering);
  let facts: RowFacts | null = null;

  function* maskOf(selection: Selection): Slices<SelectionMask> {
    const key = JSON.stringify(selection);
    const known = masks.get(key);
    if (known !== undefined) return known;
    const made = yield* maskSlices(store, selection);
    masks.keep(key, made);
    return made;
  }

  function* linesOf({ selection, grouping, sort }: RowsQuery): Slices<Uint32Array> {
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
      make: (offset: number, limit: number): TableLine[] =>
        Array.from(all.subarray(offset, offset + limit), (line) =>
          query.grouping === 'rows'
            ? rowLine(store, line, query.columns)
            : orderLine(store, line, rowsOfLine(line, mask), query.columns),
        ),
    };
  }

  function* lines(query: RowsQuery, offset: number, limit: number): Slices<LinesPage> {
    const { count, make } = yield* lineMaker(query);
    return { revision: store.revision, total: count, offset, lines: make(offset, limit) };
  }

  function* totals(selection: Selection, columns: readonly string[]): Slices<Totals> {
    const mask = yield* maskOf(selection);
    const { total } = yield* breakDown(store, membersOf(mask), [], columns);
    return { revision: store.revision, ...total.totalsOf(0, 0) };
  }

  function* groups(query: GroupsQuery): Slices<Groups> {
    const { selection, dimension, within, compareWith, columns, limit, withinLimit, order } = query;
    const by = [dimension, ...(within === undefined || within === null ? [] : [within])].map((each) =>
      namedDimension(each, selection.periodColumn),
    );
    const own = yield* maskOf(selection);
    const { revision } = store;
    const outermost = limit ?? null;
    const limits = [outermost, withinLimit === undefined ? outermost : withinLimit];
    const asked = { by, columns, limits, order: order ?? BY_SALES };
    if (selection.period === null || compareWith === undefined || compareWith === null) {
      const plan = { ...asked, members: membersOf(own), shiftDay: null };
      const { groups: found, groupsLeftOut, total } = yield* groupSlices(store, plan);
      return { revision, groups: found, groupsLeftOut, total: { revision, ...total } };
    }
    const { period, shiftDay } = compareWithPeriod(selection.period, compareWith);
    const other = yield* maskOf({ ...selection, period });
    const members = comparedMembers(own, selection.period, other, period);
    const answer = yield* groupSlices(store, { ...asked, members, shiftDay });
    return {
      revision,
      groups: answer.groups,
      groupsLeftOut: answer.groupsLeftOut,
      total: { revision, ...answer.total },
      compared: { period, total: { revision, ...answer.comparedTotal } },
    };
  }

  const values = (selection: Selection, column: string) => countValues(store, selection, column);

  return {
    facts() {
      if (facts?.revision !== store.revision) facts = readLedgerFacts(store);
      return facts;
    },
    totals: (selection, columns) => runToEnd(totals(selection, columns)),
    lines: (query, offset, limit) => runToEnd(lines(query, offset, limit)),
    orderRows(query, lineId) {
      const order = /^o(\d+)$/.exec(lineId)?.[1];
      if (order === undefined || Number(order) >= store.orders.orderCount) return null;
      const { mask } = runToEnd(maskOf(query.selection));
      const rows = Uint32Array.from(rowsOfLine(Number(order), mask));
      const opened = Array.from(sortRows(store, rows, query.sort), (row) =>
        rowLine(store, row, query.columns),
      );
      return { revision: store.revision, total: opened.length, offset: 0, lines: opened };
    },
    groups: (selection, dimension, columns, more) =>
      runToEnd(groups({ selection, dimension, columns, ...more })),
    values: (selection, column) => runToEnd(values(selection, column)),
    csv(query, format) {
      const write = csvLineWriter(query.columns, format);
      const { count, make } = runToEnd(lineMaker(query));
      return {
        revision: store.revision,
        lines: count,
        header: csvHeader(query.columns, format),
        chunk: (offset, limit) =>
          make(offset, limit)
            .map(({ cells }) => write(cells))
            .join(''),
      };
    },
    slices: { totals, lines, groups, values },
  };
}

/** Keeps the last answers by key, all of one revision. */
export function createMemo<T>(revision: () => number): (key: string, make: () => T) => T {
  const kept = createKeptAnswers<T>(revision);
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.keep(key, made);
    return made;
  };
}
