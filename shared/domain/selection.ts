import { firstDay, type LocalDate, lastDay, type Month } from './dates.ts';
import type { Decimal } from './decimal.ts';

/** Which rows a figure speaks of. A selection is local: syncs are never filtered (shared/README.md, Numbers). */

export type ColumnFilter = {
  readonly column: string;
  /** The row's value is one of these. "" also stands for an absent value. */
  readonly values: readonly string[];
};

/** The row's own value, as a decimal, lies between both ends, each included; an open end is null. Unreadable values do not. */
export type NumberFilter = {
  readonly column: string;
  readonly from: Decimal | null;
  readonly to: Decimal | null;
};

/** Rows without a readable date (null), or with one before or after a day (date-span.ts says which). */
export type DateFilter = {
  readonly column: string;
  readonly beyond: BeyondDay | null;
};
export type BeyondDay = { readonly side: '<' | '>'; readonly day: LocalDate };

/** Whole days, both ends included, on the channel's local calendar. */
export type Period = { readonly from: LocalDate; readonly to: LocalDate };

/** The dates that a period may speak of: both local to the channel, without zone (spec 2.2). */
export const PERIOD_COLUMNS = ['Fecha de compra', 'Fecha de Pago'] as const;
export type PeriodColumn = (typeof PERIOD_COLUMNS)[number];

export type SellerAccount = { readonly Canal: string; readonly Cuenta: string };

/** The rows of some accounts of channels, or of all others. */
export type AccountsScope = { readonly accounts: readonly SellerAccount[]; readonly isExcluded: boolean };

/**
 * That own costs are counted where the source has none (own-costs.ts): those of the currency in view, null while it has no
 * name. What was said before the main currency had a name is of it: its scope names none, or those that are not in it.
 */
export type OwnCostsView = { readonly currency: string | null };

export type Selection = {
  readonly period: Period | null;
  /** The date that the period, and every month of an answer, is of. */
  readonly periodColumn: PeriodColumn;
  /** AND between columns, OR within one. */
  readonly filters: readonly ColumnFilter[];
  /** AND between all of them; a column may have several. */
  readonly numberFilters: readonly NumberFilter[];
  /** AND between columns, one of each. They hold beside the period, also where that is of another date. */
  readonly dateFilters: readonly DateFilter[];
  /** Where accounts have unlike currencies: those of the one in view. Null: all. Unlike currencies are never added. */
  readonly scope: AccountsScope | null;
  /** The dashboard-equivalent conditions, on top of the filters (spec 4.2.14). */
  readonly dashboardPreset: boolean;
  /** Text looked for, without regard to case or accents, in the columns of SEARCH_COLUMNS. "" finds all. */
  readonly search: string;
  /** Null: the figures are the source's own. */
  readonly ownCosts: OwnCostsView | null;
};

/** Every row of the local copy. */
export const EVERYTHING: Selection = {
  period: null,
  periodColumn: 'Fecha de compra',
  filters: [],
  numberFilters: [],
  dateFilters: [],
  scope: null,
  dashboardPreset: false,
  search: '',
  ownCosts: null,
};

/** Spec 4.2.14. `No Pagado` is the former label of `Informado` (spec 3); rows read before the change may carry it. */
export const DASHBOARD_FILTERS: readonly ColumnFilter[] = [
  { column: 'Tipo de Dato', values: ['Orden', 'Publicación'] },
  { column: 'Estado de Pago', values: ['Pagado', 'Informado', 'No Pagado'] },
  { column: 'Estado de Orden', values: ['Regular'] },
];

/** Every row bought in a month, of the accounts of a scope. */
export function selectionOfMonth(month: Month, scope: AccountsScope | null = null): Selection {
  return { ...EVERYTHING, scope, period: { from: firstDay(month), to: lastDay(month) } };
}

export const SEARCH_COLUMNS = [
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'SKU Marketplace',
  'SKU Variante',
  'Producto',
  'N° de Liquidación',
  'Comprador',
] as const;

/** Columns people filter by choosing values. */
export const FILTER_COLUMNS = [
  'Canal',
  'Cuenta',
  'Tipo de Dato',
  'Estado de Orden',
  'Estado de Pago',
  'Estado de Despacho',
  'Tipo de Despacho',
  'Tipo de Canal',
  'Marca',
  'Categoría',
] as const;

/** Whether a scope holds an account of a channel; no scope holds all. */
export function inScope(scope: AccountsScope | null, account: SellerAccount): boolean {
  if (scope === null) return true;
  const isNamed = scope.accounts.some(
    ({ Canal, Cuenta }) => Canal === account.Canal && Cuenta === account.Cuenta,
  );
  return isNamed !== scope.isExcluded;
}

/** Whose own costs a selection counts; null: none. */
export function ownCostsOf({
  ownCosts,
  scope,
}: Selection): (OwnCostsView & { readonly isMain: boolean }) | null {
  return ownCosts === null ? null : { ...ownCosts, isMain: scope === null || scope.isExcluded };
}

/** All conditions of a selection as column filters, the preset's included. */
export function effectiveFilters(selection: Selection): readonly ColumnFilter[] {
  return selection.dashboardPreset ? [...DASHBOARD_FILTERS, ...selection.filters] : selection.filters;
}
