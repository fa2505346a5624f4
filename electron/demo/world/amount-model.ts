import { COLUMNS, findColumn, SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
import { RATE_COLUMNS } from '#shared/domain/profitability.ts';

/**
 * How a row's columns follow from its charges, refunds, incomes and product cost. Amounts are whole cents, one per
 * catalogue column. Spec 2.5 gives the two identities of Rentabilidad Total and Comercial; where it is silent:
 * - a section's total is its charges minus its refunds minus its incomes (commission components never count);
 * - Costo de Marketplace is the sum of the eight section totals, Rentabilidad Marketplace is Ventas minus it;
 * - Cobro Total is all charges, less the refunds that Reembolso Total does not list (coupons, KAM, Pasarela,
 *   Tienda, financing);
 * - Cobros Comercial is Cobro Total minus the totals of advertising, storage, account management and financing: a
 *   refund of advertising leaves Comercial as untouched as its charge;
 * - Costo Comercial and Costo Total are Ventas minus their profitability (they contain the product cost);
 * - both spellings of "Devolución de Penalizaci(ó/o)n por Cancelación" carry one amount, which counts once.
 */

const positions = new Map(COLUMNS.map((column, position) => [column.key, position]));

/** The position of a catalogue column in a row's amounts and cells. Throws on a key the catalogue lacks. */
export function at(key: string): number {
  const position = positions.get(key);
  if (position === undefined) throw new RangeError(`No column «${key}» in the catalogue.`);
  return position;
}

/** One row's amounts in cents by column position. Percentages are hundredths of a percent. */
export type Amounts = Float64Array;

export function emptyAmounts(): Amounts {
  return new Float64Array(COLUMNS.length);
}

type Section = {
  readonly total: number;
  readonly outsideComercial: boolean;
  readonly charges: readonly number[];
  readonly refunds: readonly number[];
  readonly incomes: readonly number[];
};

function readSections(): readonly Section[] {
  const names = new Set(COLUMNS.flatMap((column) => (column.section === null ? [] : [column.section.name])));
  return [...names].map((name) => {
    const withRole = (role: string) =>
      COLUMNS.filter((column) => column.section?.name === name && column.section.role === role).map(
        (column) => at(column.key),
      );
    const [total] = withRole('total');
    if (total === undefined) throw new RangeError(`Cost section ${name} has no total.`);
    return {
      total,
      outsideComercial: SECTIONS_OUTSIDE_COMERCIAL.includes(name),
      charges: withRole('charge'),
      refunds: withRole('refund'),
      incomes: withRole('income'),
    };
  });
}

const SECTIONS = readSections();

const ACCENTED = at('Devolución de Penalización por Cancelación');
const UNACCENTED = at('Devolución de Penalizacion por Cancelación');

const INCOMES = COLUMNS.filter(
  (column) => column.categories.includes('income') && column.categoryTotal === null,
).map((column) => at(column.key));

const LISTED_REFUNDS = COLUMNS.filter(
  (column) =>
    column.categories.includes('reimbursement') &&
    column.categoryTotal === null &&
    column.section?.role !== 'component',
).map((column) => at(column.key));

const UNLISTED_REFUNDS = SECTIONS.flatMap((section) => section.refunds).filter(
  (refund) => refund !== ACCENTED && !LISTED_REFUNDS.includes(refund),
);

/** Columns an event may add cents to: charges, refunds and incomes, which all else follows from, and Ventas. */
export function isFreeAmount(key: string): boolean {
  const role = findColumn(key)?.section?.role ?? '';
  return ['charge', 'refund', 'income'].includes(role) || key === 'Ventas' || key === 'Costo de Producto';
}

const VENTAS = at('Ventas');
const PRODUCT_COST = at('Costo de Producto');
const INCOME_TOTAL = at('Ingreso Total');
const REFUND_TOTAL = at('Reembolso Total');
const CHARGE_TOTAL = at('Cobro Total');
const COMERCIAL_CHARGES = at('Cobros Comercial');
const MARKETPLACE_COST = at('Costo de Marketplace');
const MARKETPLACE_PROFIT = at('Rentabilidad Marketplace');
const COMERCIAL_COST = at('Costo Comercial');
const COMERCIAL_PROFIT = at('Rentabilidad Comercial');
const TOTAL_COST = at('Costo Total');
const TOTAL_PROFIT = at('Rentabilidad Total');

const RATES = Object.entries(RATE_COLUMNS).map(([rate, part]) => [at(rate), at(part)] as const);

function sumOf(amounts: Amounts, columns: readonly number[]): number {
  let sum = 0;
  for (const column of columns) sum += amounts[column] ?? 0;
  return sum;
}

/** part over whole in hundredths of a percent, rounded half away from zero; 0 where whole is 0. */
function rateOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const top = 2 * Math.abs(part) * 10000 + Math.abs(whole);
  const bottom = 2 * Math.abs(whole);
  // The remainder first: a float division could round up to the next integer.
  const magnitude = (top - (top % bottom)) / bottom;
  return part < 0 !== whole < 0 ? -magnitude : magnitude;
}

/** Fills in every column that follows from the free ones. */
export function deriveAmounts(amounts: Amounts): void {
  amounts[UNACCENTED] = amounts[ACCENTED] ?? 0;
  let marketplaceCost = 0;
  let charges = 0;
  let outsideComercial = 0;
  for (const section of SECTIONS) {
    const charged = sumOf(amounts, section.charges);
    const total = charged - sumOf(amounts, section.refunds) - sumOf(amounts, section.incomes);
    amounts[section.total] = total;
    marketplaceCost += total;
    charges += charged;
    if (section.outsideComercial) outsideComercial += total;
  }
  const sales = amounts[VENTAS] ?? 0;
  const productCost = amounts[PRODUCT_COST] ?? 0;
  const income = sumOf(amounts, INCOMES);
  const refunds = sumOf(amounts, LISTED_REFUNDS);
  const chargeTotal = charges - sumOf(amounts, UNLISTED_REFUNDS);
  const comercialCharges = chargeTotal - outsideComercial;
  amounts[INCOME_TOTAL] = income;
  amounts[REFUND_TOTAL] = refunds;
  amounts[CHARGE_TOTAL] = chargeTotal;
  amounts[COMERCIAL_CHARGES] = comercialCharges;
  amounts[MARKETPLACE_COST] = marketplaceCost;
  amounts[MARKETPLACE_PROFIT] = sales - marketplaceCost;
  const comercial = income - comercialCharges + refunds - productCost;
  const total = income - chargeTotal + refunds - productCost;
  amounts[COMERCIAL_PROFIT] = comercial;
  amounts[TOTAL_PROFIT] = total;
  amounts[COMERCIAL_COST] = sales - comercial;
  amounts[TOTAL_COST] = sales - total;
  for (const [rate, part] of RATES) amounts[rate] = rateOf(amounts[part] ?? 0, sales);
}

/** Cents (or hundredths) as decimal text with two decimals. */
export function centsText(cents: number): string {
  if (cents === 0) return '0.00';
  const magnitude = Math.abs(cents);
  const fraction = magnitude % 100;
  const text = `${(magnitude - fraction) / 100}.${fraction < 10 ? '0' : ''}${fraction}`;
  return cents < 0 ? `-${text}` : text;
}
