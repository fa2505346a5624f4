import type { Text } from '#renderer/i18n/text.tsx';
import {
  COLUMNS,
  COST_SECTIONS,
  type Column,
  type CostSection,
  findColumn,
  type Scope,
} from '#shared/domain/column-catalogue.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { PERIOD_COLUMNS, type PeriodColumn } from '#shared/domain/selection.ts';

/** The columns of the API as people look for them: by section, each column in exactly one. */

const SECTION_IDS = [
  'order',
  'status',
  'dates',
  'product',
  'sale',
  ...COST_SECTIONS,
  'refunds',
  'channel-cost',
  'product-cost',
  'profit',
  'unknown',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

export const SECTION_INKS: { readonly [section in CostSection]: string } = {
  commissions: 'var(--cost-com)',
  shipping: 'var(--cost-env)',
  advertising: 'var(--cost-pub)',
  storage: 'var(--cost-alm)',
  other: 'var(--cost-otr)',
  discounts: 'var(--cost-des)',
  account: 'var(--cost-ges)',
  financing: 'var(--cost-fin)',
};

export function isCostSection(section: SectionId): section is CostSection {
  return section in SECTION_INKS;
}

export function inkOf(section: SectionId): string | null {
  return (SECTION_INKS as { readonly [section: string]: string })[section] ?? null;
}

const ORDER_COLUMNS = new Set([
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'Nro. Paquete',
  'N° de Liquidación',
  'Tipo de Dato',
  'Tipo de Canal',
  'Comprador',
]);
const STATUS_COLUMNS = new Set([
  'Estado de Orden',
  'Estado de Pago',
  'Estado de Despacho',
  'Tipo de Despacho',
  'Tipo de Despacho del Marketplace',
]);
const PRODUCT_COST_COLUMNS = new Set(['Costo de Producto', '% Costo Producto']);

/** Percentages of one section's own columns stand in that section. */
const RATE_SECTIONS: { readonly [column: string]: SectionId } = {
  '% Cobro de Comisiones': 'commissions',
  '% Costo de Comisiones': 'commissions',
  '% Costo de Publicidad': 'advertising',
  '% Costo Envío': 'shipping',
};

/** The section of a column, by what the catalogue says of it. */
export function sectionOf(key: string): SectionId {
  const column = findColumn(key);
  if (column === undefined) return 'unknown';
  if (ORDER_COLUMNS.has(key)) return 'order';
  if (STATUS_COLUMNS.has(key)) return 'status';
  if (PRODUCT_COST_COLUMNS.has(key)) return 'product-cost';
  const rate = RATE_SECTIONS[key];
  if (rate !== undefined) return rate;
  if (column.section !== null) return column.section.name;
  if (column.kind === 'local-datetime' || column.kind === 'utc-datetime') return 'dates';
  if (column.kind === 'text') return 'product';
  if (column.scope !== null)
    return column.scope.figure.startsWith('profitability') ? 'profit' : 'channel-cost';
  if (column.categories.includes('reimbursement')) return 'refunds';
  if (column.categories.includes('income') || column.base || key === 'Venta Cancelada') return 'sale';
  return 'channel-cost';
}

/** A scope's figure and its rate, side by side. */
const withRate = (column: string): readonly string[] => [column, `% ${column}`];

/** The three results, each with its rate. */
export const RESULT_COLUMNS: readonly string[] = SCOPES.flatMap((scope) =>
  withRate(SCOPE_COLUMNS[scope].profitability),
);
/** Ventas and the three results: what figures are compared by. */
export const AMOUNT_COLUMNS: readonly string[] = [
  RATE_BASE_COLUMN,
  ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability),
];

/** The scope that a column is the result of; undefined of all others. */
export function scopeOfResult(column: string): Scope | undefined {
  return SCOPES.find((scope) => SCOPE_COLUMNS[scope].profitability === column);
}

/** The scope whose result or rate a column is, which stand together at the right end; undefined of all others. */
export function scopeAtEnd(column: string): Scope | undefined {
  return SCOPES.find((scope) => withRate(SCOPE_COLUMNS[scope].profitability).includes(column));
}

const SCOPE_ORDER: readonly string[] = [
  ...RESULT_COLUMNS,
  ...SCOPES.flatMap((scope) => withRate(SCOPE_COLUMNS[scope].cost)),
];

/**
 * What a column is called under its section's name. Where the API takes income off too, the cost is net of it: the section of
 * the result is not (statement-lines.ts).
 */
export function shortName(key: string, text: Text): string {
  const isRateOfScope = key.startsWith('%') && SCOPE_ORDER.includes(key);
  return text.shortColumn(key) ?? (isRateOfScope ? '%' : text.column(key));
}

const ROLE_ORDER = ['charge', 'component', 'income', 'refund', 'total'] as const;
function rank(column: Column): number {
  const place = SCOPE_ORDER.indexOf(column.key);
  if (place >= 0) return place;
  return column.section === null ? 50 : ROLE_ORDER.indexOf(column.section.role);
}

export type Section = { readonly id: SectionId; readonly columns: readonly string[] };

const catalogued: readonly Section[] = SECTION_IDS.filter((id) => id !== 'unknown').map((id) => ({
  id,
  columns: COLUMNS.filter((column) => sectionOf(column.key) === id)
    .toSorted((a, b) => rank(a) - rank(b))
    .map((column) => column.key),
}));

/** Every section with its columns in the order of the table; columns that the catalogue does not know come last. */
export function allSections(unknownColumns: readonly string[]): readonly Section[] {
  return unknownColumns.length === 0
    ? catalogued
    : [...catalogued, { id: 'unknown', columns: unknownColumns }];
}

/** The total column of a section that can be folded to it, or null. */
export function totalOf(section: SectionId): string | null {
  const total = COLUMNS.find((column) => column.section?.name === section && column.section.role === 'total');
  return total?.key ?? null;
}

/** Columns that identify an order: its number, when, where; and whose, where a channel has several accounts. */
export type TableKeys = { readonly date: PeriodColumn; readonly hasSeveralAccounts: boolean };

export function keyColumns({ date, hasSeveralAccounts }: TableKeys): readonly string[] {
  return ['Orden', date, 'Canal', ...(hasSeveralAccounts ? ['Cuenta'] : [])];
}

/** Those of them that stay at the left: one date, that of the period where it is chosen. */
function pinnedAmong(chosen: ReadonlySet<string>, date: PeriodColumn): readonly string[] {
  const others = PERIOD_COLUMNS.filter((column) => column !== date);
  const shownDate = [date, ...others].find((column) => chosen.has(column));
  return ['Orden', shownDate, 'Canal'].filter((key) => key !== undefined && chosen.has(key)) as string[];
}

export function isPinned(column: string, chosen: ReadonlySet<string>, date: PeriodColumn): boolean {
  return pinnedAmong(chosen, date).includes(column);
}

/** The table as it opens: who, when, where; whether it is a sale still; sales; each section's cost; the three profitabilities. */
export const OPENING_FIGURES: readonly string[] = [
  'Estado de Orden',
  'Ventas',
  'Unidades',
  'Cobro de Comisiones',
  'Reembolso de Comisiones',
  'Costo de Comisiones',
  'Costo Envío',
  'Costos por publicidad',
  'Costos de Almacenamiento Fulfillment',
  'Otros costos',
  'Costos de Descuentos y Promociones',
  'Costos de Gestión de Cuenta',
  'Costos de Financiamiento',
  'Costo de Marketplace',
  'Costo de Producto',
  ...RESULT_COLUMNS,
];

export function openingColumns(keys: TableKeys): readonly string[] {
  return [...keyColumns(keys), ...OPENING_FIGURES];
}

/** Chosen columns in the order of the table: pinned first, then section by section. */
export function inTableOrder(
  chosen: ReadonlySet<string>,
  unknownColumns: readonly string[],
  date: PeriodColumn,
): readonly string[] {
  const pinned = pinnedAmong(chosen, date);
  const rest = allSections(unknownColumns)
    .flatMap((section) => section.columns)
    .filter((key) => chosen.has(key) && !pinned.includes(key));
  return [...pinned, ...rest];
}
