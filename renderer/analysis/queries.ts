import type { Selection } from '#shared/selection/selection.ts';
import type {
  Dimension,
  Groups,
  LinesPage,
  RowsQuery,
  TableLine,
  Totals,
  ValueCount,
} from '../link/data-contract.ts';
import type { ColumnStore } from './column-store.ts';
import { type CsvFormat, csvHeader, csvLineWriter } from './csv.ts';
import { type RowFacts, readLedgerFacts } from './facts.ts';
import { compareTexts } from './fold.ts';
import { rowCode } from './global-dictionary.ts';
import { groupRows } from './groups.ts';
import { orderLine, rowLine } from './line-cells.ts';
import { orderLines, sortRows } from './line-order.ts';
import { type SelectionMask, selectRows } from './selection-mask.ts';
import { totalsOfGroups } from './totals.ts';

/** Questions about the rows in memory. Pure of storage; what paging asks for again is kept until the next commit. */
export type Queries = {
  readonly facts: () => RowFacts;
  readonly totals: (selection: Selection, columns: readonly string[]) => Totals;
  readonly lines: (query: RowsQuery, offset: number, limit: number) => LinesPage;
  /** Null when the line is no order of the query. */
  readonly orderRows: (query: RowsQuery, lineId: string) => LinesPage | null;
  readonly groups: (selection: Selection, dimension: Dimension, columns: readonly string[]) => Groups;
  readonly values: (selection: Selection, column: string) => readonly ValueCount[];
  readonly csv: (query: RowsQuery, format: CsvFormat) => CsvRun;
};

/** A file being written: `next` gives a chunk of lines, the header first. */
export type CsvRun = {
  readonly revision: number;
  readonly lines: number;
  readonly header: string;
  readonly chunk: (offset: number, limit: number) => string;
};

/** Masks and orders kept: the table, its totals and one more question of the same screen. */
const KEPT_ANSWERS = 6;

export function createQueries(store: ColumnStore): Queries {
  const masks = createMemo<SelectionMask>(() => store.revision);
  const orders = createMemo<Uint32Array>(() => store.revision);
  let facts: RowFacts | null = null;

  const maskOf = (selection: Selection): SelectionMask =>
    masks(JSON.stringify(selection), () => selectRows(store, selection));
  const linesOf = ({ selection, grouping, sort }: RowsQuery): Uint32Array =>
    orders(JSON.stringify([selection, grouping, sort]), () =>
      orderLines(store, maskOf(selection).mask, grouping, sort),
    );
  const rowsOfLine = (order: number, mask: Uint8Array): readonly number[] =>
    store.orders
      .rowsOf(order)
      .filter((row) => mask[row] === 1)
      .sort((a, b) => a - b);
  const lineMaker = (query: RowsQuery) => {
    const all = linesOf(query);
    const { mask } = maskOf(query.selection);
    return {
      count: all.length,
      make: (offset: number, limit: number): TableLine[] =>
        Array.from(all.subarray(offset, offset + limit), (line) =>
          query.grouping === 'rows'
            ? rowLine(store, line, query.columns)
            : orderLine(store, line, rowsOfLine(line, mask), query.columns),
        ),
    };
  };
  const totals = (selection: Selection, columns: readonly string[]): Totals => {
    const { mask } = maskOf(selection);
    const [all] = totalsOfGroups(store, columns, { mask, groupOf: null, groupCount: 1 });
    if (all === undefined) throw new RangeError('No totals.');
    return { revision: store.revision, ...all };
  };

  return {
    facts() {
      if (facts?.revision !== store.revision) facts = readLedgerFacts(store);
      return facts;
    },
    totals,
    lines(query, offset, limit) {
      const { count, make } = lineMaker(query);
      return { revision: store.revision, total: count, offset, lines: make(offset, limit) };
    },
    orderRows(query, lineId) {
      const order = /^o(\d+)$/.exec(lineId)?.[1];
      if (order === undefined || Number(order) >= store.orders.orderCount) return null;
      const rows = Uint32Array.from(rowsOfLine(Number(order), maskOf(query.selection).mask));
      const lines = Array.from(sortRows(store, rows, query.sort), (row) =>
        rowLine(store, row, query.columns),
      );
      return { revision: store.revision, total: lines.length, offset: 0, lines };
    },
    groups: (selection, dimension, columns) => ({
      revision: store.revision,
      groups: groupRows(store, maskOf(selection).mask, dimension, columns),
      total: totals(selection, columns),
    }),
    values(selection, column) {
      const { mask } = selectRows(store, selection, column);
      const dictionary = store.dictionary(column);
      const counts = new Map<number, number>();
      for (const [index, segment] of store.segments.entries()) {
        const codes = dictionary.codesOf(index, segment);
        for (let at = 0; at < segment.rowCount; at += 1) {
          if (mask[segment.base + at] !== 1) continue;
          const code = rowCode(codes, at);
          counts.set(code, (counts.get(code) ?? 0) + 1);
        }
      }
      return [...counts]
        .map(([code, rows]) => ({ value: dictionary.texts[code] ?? '', rows }))
        .sort((a, b) => b.rows - a.rows || compareTexts(a.value, b.value));
    },
    csv(query, format) {
      const write = csvLineWriter(query.columns, format);
      const { count, make } = lineMaker(query);
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
  };
}

/** Keeps the last answers by key, all of one revision. */
export function createMemo<T>(revision: () => number): (key: string, make: () => T) => T {
  const kept = new Map<string, T>();
  let madeAt = -1;
  return (key, make) => {
    if (madeAt !== revision()) {
      kept.clear();
      madeAt = revision();
    }
    const known = kept.get(key);
    kept.delete(key);
    const answer = known ?? make();
    kept.set(key, answer);
    const oldest = kept.keys().next();
    if (kept.size > KEPT_ANSWERS && oldest.done !== true) kept.delete(oldest.value);
    return answer;
  };
}
