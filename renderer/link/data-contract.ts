import type { LocalDateTime, UtcInstant } from '#shared/dates.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Sums } from '#shared/profitability.ts';
import type { Selection } from '#shared/selection/selection.ts';
import type { Cell } from '#shared/wire/row-table.ts';

/**
 * What views may ask of the data worker. Read-only: views never write the ledger and never see rows by the
 * million. Every answer carries the revision it was computed at; a commit raises it.
 */

/** How the worker reaches the main process: its own WebSocket, or a port that comes with the opening call. */
export type LedgerLine =
  | { readonly kind: 'socket'; readonly url: string }
  /** The MessagePort follows in the same message's transfer list. */
  | { readonly kind: 'port' };

export type Opening =
  | { readonly kind: 'open'; readonly facts: LedgerFacts }
  /** Another page of this app owns the ledger; `takeOver` opens it here and closes it there. */
  | { readonly kind: 'owned-elsewhere' }
  /** `detail` is for the log and the curious; the screen says what to do. */
  | {
      readonly kind: 'failed';
      readonly reason: 'newer-schema' | 'corrupt' | 'storage';
      readonly detail: string;
    };

/** What the local copy holds, whatever the selection. */
export type LedgerFacts = {
  readonly revision: number;
  readonly rows: number;
  readonly orders: number;
  readonly firstPurchase: LocalDateTime | null;
  readonly lastPurchase: LocalDateTime | null;
  readonly lastUpdate: UtcInstant | null;
  /** Columns that any row carries, catalogue first, unknown ones after. */
  readonly columns: readonly string[];
  /** Columns of the API that the catalogue does not know. */
  readonly unknownColumns: readonly string[];
};

/** A value that no sum counts because it is not a decimal: said beside every sum it is missing from. */
export type UnreadableCounts = { readonly [column: string]: number };

/** One result for a screen's totals and for its export. Sums are exact; a column with no readable value is absent. */
export type Totals = {
  readonly revision: number;
  readonly rows: number;
  readonly orders: number;
  readonly sums: Sums;
  readonly unreadable: UnreadableCounts;
  /** Ventas of the rows whose Costo de Producto is not 0: the coverage of Comercial and Total (design.md). */
  readonly ventasWithProductCost: Decimal;
  /** Rows with Ventas other than 0 and no product cost. */
  readonly rowsWithoutProductCost: number;
};

export type SortOrder = { readonly column: string; readonly direction: 'ascending' | 'descending' };
export type Grouping = 'rows' | 'orders';

export type RowsQuery = {
  readonly selection: Selection;
  readonly grouping: Grouping;
  /** Null: newest purchase first. */
  readonly sort: SortOrder | null;
  readonly columns: readonly string[];
};

/**
 * A line of the order table: a row, or an order with the sums of its rows in the selection (text columns show the
 * common value, null where the rows differ; percentages are sum over sum).
 */
export type TableLine = {
  /** Stable while the revision stands. */
  readonly id: string;
  readonly rows: number;
  readonly cells: readonly Cell[];
  /** Columns of this line where some value is unreadable or, in an order, where the rows' texts differ. */
  readonly unreadable: readonly string[];
  readonly mixed: readonly string[];
  /** True where product cost is 0 in a line that has Ventas. */
  readonly productCostMissing: boolean;
};

export type LinesPage = {
  readonly revision: number;
  /** Lines of the whole query. */
  readonly total: number;
  readonly offset: number;
  readonly lines: readonly TableLine[];
};

/** What profitability is grouped by: a text column, or the month of Fecha de compra. */
export type Dimension = 'month' | 'Canal' | 'Cuenta' | 'SKU Producto' | 'Marca' | 'Categoría';

export type Group = {
  /** The dimension's value; "" where the rows carry none. Months as YYYY-MM. */
  readonly value: string;
  /** A text that explains the value (the product of a SKU), or null. */
  readonly caption: string | null;
  readonly totals: Omit<Totals, 'revision'>;
};

export type Groups = { readonly revision: number; readonly groups: readonly Group[]; readonly total: Totals };

export type ValueCount = { readonly value: string; readonly rows: number };

export type DataCalls = {
  readonly open: {
    readonly input: { readonly accountId: string; readonly line: LedgerLine };
    readonly output: Opening;
  };
  readonly takeOver: {
    readonly input: { readonly accountId: string; readonly line: LedgerLine };
    readonly output: Opening;
  };
  readonly close: { readonly input: null; readonly output: null };
  readonly readFacts: { readonly input: null; readonly output: LedgerFacts };
  readonly readTotals: {
    readonly input: { readonly selection: Selection; readonly columns: readonly string[] };
    readonly output: Totals;
  };
  readonly readLines: {
    readonly input: RowsQuery & { readonly offset: number; readonly limit: number };
    readonly output: LinesPage;
  };
  /** The rows of one line of a table grouped by order, in the same columns. */
  readonly readOrderRows: {
    readonly input: RowsQuery & { readonly lineId: string };
    readonly output: LinesPage;
  };
  readonly readGroups: {
    readonly input: {
      readonly selection: Selection;
      readonly dimension: Dimension;
      readonly columns: readonly string[];
    };
    readonly output: Groups;
  };
  /** Values of a column among the rows that the other filters leave, with their counts, most frequent first. */
  readonly readValues: {
    readonly input: { readonly selection: Selection; readonly column: string };
    readonly output: { readonly revision: number; readonly values: readonly ValueCount[] };
  };
  /** CSV of the very query a table shows; pulled chunk by chunk so that it can be cancelled at any moment. */
  readonly startCsv: {
    readonly input: RowsQuery & { readonly separator: ',' | ';'; readonly decimalSign: '.' | ',' };
    readonly output: { readonly csvId: string; readonly lines: number };
  };
  /** Null when the file is complete. Fails with `revision-changed` when a commit came in between. */
  readonly readCsvChunk: {
    readonly input: { readonly csvId: string };
    readonly output: { readonly text: string; readonly linesDone: number } | null;
  };
  readonly endCsv: { readonly input: { readonly csvId: string }; readonly output: null };
};

export const DATA_CALL_NAMES = [
  'open',
  'takeOver',
  'close',
  'readFacts',
  'readTotals',
  'readLines',
  'readOrderRows',
  'readGroups',
  'readValues',
  'startCsv',
  'readCsvChunk',
  'endCsv',
] as const satisfies readonly (keyof DataCalls)[];

export type DataEvents = {
  /** A commit became visible: figures of an older revision are stale. */
  readonly committed: { readonly revision: number };
  /** Another page took the ledger over: this one no longer writes and shows that it is closed. */
  readonly ownershipLost: null;
  /** The line to the main process is up or down. */
  readonly lineState: { readonly connected: boolean };
};
