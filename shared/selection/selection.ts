import type { LocalDate } from '#shared/dates.ts';

/** Which rows a figure speaks of. A selection is local: syncs are never filtered (design.md, Numbers). */

export type ColumnFilter = {
  readonly column: string;
  /** The row's value is one of these. "" also stands for an absent value. */
  readonly values: readonly string[];
};

/** Whole days of `Fecha de compra`, both ends included, on the channel's local calendar. */
export type PurchasePeriod = { readonly from: LocalDate; readonly to: LocalDate };

export type Selection = {
  readonly period: PurchasePeriod | null;
  /** AND between columns, OR within one. */
  readonly filters: readonly ColumnFilter[];
  /** The dashboard-equivalent conditions, on top of the filters (spec 4.2.14). */
  readonly dashboardPreset: boolean;
  /** Text looked for, without regard to case or accents, in the columns of SEARCH_COLUMNS. "" finds all. */
  readonly search: string;
};

/** Every row of the local copy. */
export const EVERYTHING: Selection = { period: null, filters: [], dashboardPreset: false, search: '' };

/**
 * Spec 4.2.14: orders and publications, regular status, with payment information. `No Pagado` is the former
 * label of `Informado` (spec 3); rows read before the change may still carry it.
 */
export const DASHBOARD_FILTERS: readonly ColumnFilter[] = [
  { column: 'Tipo de Dato', values: ['Orden', 'Publicación'] },
  { column: 'Estado de Pago', values: ['Pagado', 'Informado', 'No Pagado'] },
  { column: 'Estado de Orden', values: ['Regular'] },
];

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

/** All conditions of a selection as column filters, the preset's included. */
export function effectiveFilters(selection: Selection): readonly ColumnFilter[] {
  return selection.dashboardPreset ? [...DASHBOARD_FILTERS, ...selection.filters] : selection.filters;
}
