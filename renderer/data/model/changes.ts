import type { WindowPurpose } from '#shared/contract/run-log.ts';
import {
  instantFromMs,
  instantToMs,
  type LocalDateTime,
  type Month,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { AccountsScope, Selection } from '#shared/domain/selection.ts';

/** Changes of orders. */

/** An order's figures before or after, with the exact sums of its readable values. */
export type OrderFigures = {
  readonly rows: number;
  /** The distinct values of its rows, sorted. */
  readonly states: readonly string[];
  readonly payments: readonly string[];
  /** Ventas and the three profitabilities. */
  readonly amounts: { readonly [column: string]: Decimal };
};

/** An order's difference over all its changes in the query: as it was before the first, as it is after the last. */
export type OrderDifference = {
  readonly Canal: string;
  readonly Cuenta: string;
  readonly Orden: string;
  /** Columns that identify it among all others: of rows without an order number more than the three above. */
  readonly identity: { readonly [column: string]: Cell };
  /** First purchase among its rows; null when it is unreadable. */
  readonly purchase: LocalDateTime | null;
  readonly kind: 'new' | 'changed' | 'removed';
  readonly before: OrderFigures | null;
  readonly after: OrderFigures | null;
  /** Changes put together, and the last one's moment, reading and answers. */
  readonly changes: number;
  readonly readAt: UtcInstant | null;
  readonly purpose: WindowPurpose;
  readonly windowFrom: string;
  readonly windowTo: string;
  readonly correlationIds: readonly string[];
  /**
   * Columns that differed, the moment of the update aside; none where the order came or went. Null where that was not kept:
   * changes written by an earlier Cuadra, orders that went and came again in between.
   */
  readonly columns: readonly string[] | null;
  /**
   * Values of those columns that neither figures nor rates tell, one after the other: distinct values, or a figure's
   * exact sum. A column whose values were left out for their length is not here; null where none were kept.
   */
  readonly values: readonly ColumnDifference[] | null;
};

export type ColumnDifference = {
  readonly column: string;
  readonly before: readonly Cell[];
  readonly after: readonly Cell[];
};

/** How orders are put together: new ones apart from those that were known, by what brought the change, by month of purchase. */
export type ChangesGrouping = 'news' | 'cause' | 'month';

/**
 * Cause of a change: a first reading of its purchases, an update by the source, a purchase date read again, the user's
 * decision about missing rows; a product cost where there was none, whatever brought it.
 */
export type ChangeCause = 'cost' | 'source' | 'reread' | 'decision' | 'first';

/** `new`, `restated`; a cause, that of the last change; a month, "" where it is unknown. */
export type ChangesGroup = {
  readonly key: 'new' | 'restated' | ChangeCause | Month | '';
  readonly orders: number;
  /** After minus before. */
  readonly rows: number;
  readonly differences: { readonly [column: string]: Decimal };
};

export type ChangesQuery = {
  /** One run, or all from the first reading at or after an instant of the server's clock on; both null: all there is. */
  readonly runId: string | null;
  readonly since: UtcInstant | null;
  /** Orders with a purchase in this month. */
  readonly month: Month | null;
  readonly kinds: readonly OrderDifference['kind'][];
  readonly canal: string | null;
  /** Null: all accounts. Sums of unlike currencies are never asked for together. */
  readonly scope: AccountsScope | null;
  /** Only orders of a selection, now or before they changed; absent or null: of all. */
  readonly selection?: Selection | null;
  /** Part of an order number. "" finds all. */
  readonly search: string;
  /** Only orders whose amounts, states or rows differ in the end. */
  readonly onlyDifferent: boolean;
  readonly grouping: ChangesGrouping;
  /** Only the orders of one group; null: of all. */
  readonly group: ChangesGroup['key'] | null;
  /** Null: newest first. A column sorts by the size of its difference, greatest first. */
  readonly sort: string | null;
};

/** All changes there are, newest first: what a question about them narrows. */
export const EVERY_CHANGE: ChangesQuery = {
  runId: null,
  since: null,
  month: null,
  kinds: ['new', 'changed', 'removed'],
  canal: null,
  scope: null,
  search: '',
  onlyDifferent: false,
  grouping: 'news',
  group: null,
  sort: null,
};

/** Readings after this one: what the change log is asked from. Answers carry milliseconds at the finest. */
export function justAfter(readUntil: UtcInstant): UtcInstant {
  return instantFromMs(instantToMs(readUntil) + 1);
}

/** Every change of one order, newest first, each with its own before and after. */
export type OrderHistory = { readonly revision: number; readonly changes: readonly OrderDifference[] };

export type ChangesPage = {
  readonly revision: number;
  readonly total: number;
  /** Orders of the same question in accounts out of its scope: those of another currency are told, and never added. */
  readonly elsewhere: number;
  readonly offset: number;
  readonly lines: readonly OrderDifference[];
  /** Exact sums of the whole query, not of this page, before and after, and after minus before. */
  readonly sums: {
    readonly [column: string]: Readonly<Record<'before' | 'after' | 'difference', Decimal>>;
  };
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  /** Orders of each kind, without regard to the query's own choice of kinds. */
  readonly counts: Readonly<Record<OrderDifference['kind'], number>>;
  /** The groups that occur, without regard to the query's own choice of one: together they are all of it. */
  readonly groups: readonly ChangesGroup[];
  /** The channels that occur, for the filter. */
  readonly canales: readonly string[];
};
