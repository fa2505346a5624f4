import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import type { SortOrder } from './rows.ts';
import type { Totals } from './totals.ts';

/** Sums of a selection in groups. */

/** Dimensions of profitability: a text column, or the month of the selection's own date. */
export type Dimension = 'month' | 'Canal' | 'Cuenta' | 'SKU Producto' | 'Marca' | 'Categoría';

/** Weeks begin on Monday. */
export type TimeUnit = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** A column's texts (`unit` null), or a column of dates by a part of the calendar. */
export type GroupBy = Dimension | { readonly column: string; readonly unit: TimeUnit | null };

/**
 * The period before (months before months, a month that goes on against the same days of the one before, else as many days
 * just before), or the same days a year earlier.
 */
export type CompareWith = 'previous-period' | 'previous-year';

export type GroupsQuery = {
  readonly selection: Selection;
  readonly dimension: GroupBy;
  /** Groups within each group; their subtotals are the first dimension's groups. */
  readonly within?: GroupBy | null;
  readonly compareWith?: CompareWith | null;
  /** At most so many groups of a dimension of texts, and within each group; those of the calendar come all. */
  readonly limit?: number;
  /** At most so many groups of texts within each group; null: all of them. Absent: as `limit`. */
  readonly withinLimit?: number | null;
  /** Which groups of texts come first: by the sum of one of `columns`. Null: by Ventas, greatest first. */
  readonly order?: SortOrder | null;
  /** Only groups of texts that lose; the others count as left out. */
  readonly below?: Below | null;
  /** Only groups of these texts; the others count as left out. Null: all of them. */
  readonly only?: readonly string[] | null;
  readonly columns: readonly string[];
};

/** Groups whose own sum of a column, one of those asked for, is below zero; but for some values. */
export type Below = { readonly column: string; readonly except: readonly string[] };

export type Group = {
  /** "" where the rows carry none. Parts of the calendar as 2026, 2026-Q3, 2026-09, 2026-W36 and 2026-09-05. */
  readonly value: string;
  /** A text that explains the value (the product of a SKU), or null. */
  readonly caption: string | null;
  readonly totals: Omit<Totals, 'revision'>;
  /** The groups of the second dimension, where one was asked, and how many the limit left out. */
  readonly groups?: readonly Group[];
  readonly groupsLeftOut?: number;
  /** The same of the compared period, its parts of the calendar brought to this one's. */
  readonly compared?: Omit<Totals, 'revision'>;
};

export type Losers = { readonly count: number; readonly sum: Decimal };

export type Groups = {
  readonly revision: number;
  /** Those that have rows in the period, or in the compared one. */
  readonly groups: readonly Group[];
  /** Groups that the query's limit left out; they count in the total. */
  readonly groupsLeftOut?: number;
  /** Where those that lose were asked for: how many do, and what they come to, whatever the limit shows of them. */
  readonly losers?: Losers;
  readonly total: Totals;
  /** Where a comparison was asked of a selection with a period. */
  readonly compared?: { readonly period: Period; readonly total: Totals };
};
