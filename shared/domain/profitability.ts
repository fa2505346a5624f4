import type { Scope } from './column-catalogue.ts';
import {
  compare,
  type Decimal,
  fromDecimal,
  parseDecimal,
  percentOf,
  type Scaled,
  subtract,
  sum,
  toDecimal,
  ZERO,
} from './decimal.ts';

/** The three profitabilities of a set of rows: values are summed, then divided (spec 2.5.2). */

export type ScopeColumns = { readonly profitability: string; readonly cost: string };

export const SCOPE_COLUMNS: { readonly [scope in Scope]: ScopeColumns } = {
  marketplace: { profitability: 'Rentabilidad Marketplace', cost: 'Costo de Marketplace' },
  comercial: { profitability: 'Rentabilidad Comercial', cost: 'Costo Comercial' },
  total: { profitability: 'Rentabilidad Total', cost: 'Costo Total' },
};

export const SCOPES: readonly Scope[] = ['marketplace', 'comercial', 'total'];

/** The base of every rate: an assumption that the app checks on rows' own percentages (shared/README.md, Numbers). */
export const RATE_BASE_COLUMN = 'Ventas';

/** Columns to sum for the three scopes and their base. */
export const PROFITABILITY_COLUMNS: readonly string[] = [
  RATE_BASE_COLUMN,
  ...SCOPES.flatMap((scope) => [SCOPE_COLUMNS[scope].profitability, SCOPE_COLUMNS[scope].cost]),
];

/** Which sum each percentage column is to which other when it speaks of a set of rows. */
export const RATE_COLUMNS: { readonly [percentColumn: string]: string } = {
  '% Rentabilidad Marketplace': 'Rentabilidad Marketplace',
  '% Rentabilidad Comercial': 'Rentabilidad Comercial',
  '% Rentabilidad Total': 'Rentabilidad Total',
  '% Costo de Marketplace': 'Costo de Marketplace',
  '% Costo Comercial': 'Costo Comercial',
  '% Costo Total': 'Costo Total',
  '% Cobro de Comisiones': 'Cobro de Comisiones',
  '% Costo de Comisiones': 'Costo de Comisiones',
  '% Costo de Publicidad': 'Costos por publicidad',
  '% Costo Envío': 'Costo Envío',
  '% Costo Producto': 'Costo de Producto',
};

/** Exact sums by column key. A column without any readable value is not in it. */
export type Sums = { readonly [column: string]: Decimal };

/** The sum of a column; nothing where none of its values was readable. */
export function amountIn(sums: Sums, column: string): Scaled {
  const amount = sums[column];
  return amount === undefined ? ZERO : fromDecimal(amount);
}

export type ScopeResult = {
  readonly scope: Scope;
  /** Sum of the scope's profitability; null when the rows carry no such column. */
  readonly profit: Decimal | null;
  /** Sum of the scope's cost; null when the rows carry no such column. */
  readonly cost: Decimal | null;
  /** profit / Ventas × 100, rounded to `places`; null when there is no base. */
  readonly ratePercent: Decimal | null;
};

/**
 * Whether a sum of Ventas can be the base of a rate. Where more was returned than sold, a loss over it would read as a
 * gain: every maker of rates asks here.
 */
export function isRateBase({ units }: Pick<Scaled, 'units'>): boolean {
  return units > 0n;
}

/** part / base × 100 of two sums, rounded half away from zero; null where either is missing or the base is not above 0. */
export function rateOf(part: Decimal | undefined, base: Decimal | undefined, places = 2): Decimal | null {
  if (part === undefined || base === undefined || !isRateBase(fromDecimal(base))) return null;
  const rate = percentOf(fromDecimal(part), fromDecimal(base), places);
  return rate === undefined ? null : toDecimal(rate);
}

/** now − before of two rates in percent: percentage points; null where either is missing. */
export function pointChange(now: Decimal | null, before: Decimal | null): Decimal | null {
  if (now === null || before === null) return null;
  return toDecimal(subtract(fromDecimal(now), fromDecimal(before)));
}

/** The three scopes of one set of sums, in the order Marketplace, Comercial, Total. */
export function profitabilityOf(sums: Sums, places = 2): readonly ScopeResult[] {
  return SCOPES.map((scope) => {
    const profit = sums[SCOPE_COLUMNS[scope].profitability];
    const cost = sums[SCOPE_COLUMNS[scope].cost];
    return {
      scope,
      profit: profit ?? null,
      cost: cost ?? null,
      ratePercent: rateOf(profit, sums[RATE_BASE_COLUMN], places),
    };
  });
}

/** The rate of a percentage column over a set of rows, from sums; null where it cannot be told. */
export function setRateOf(percentColumn: string, sums: Sums, places = 2): Decimal | null {
  const part = RATE_COLUMNS[percentColumn];
  return part === undefined ? null : rateOf(sums[part], sums[RATE_BASE_COLUMN], places);
}

/** The row identities of spec 2.5, recomputed from a row's own values. */

export type Identity = {
  readonly result: string;
  readonly plus: readonly string[];
  readonly minus: readonly string[];
};

export const ROW_IDENTITIES: readonly Identity[] = [
  {
    result: 'Rentabilidad Total',
    plus: ['Ingreso Total', 'Reembolso Total'],
    minus: ['Cobro Total', 'Costo de Producto'],
  },
  {
    result: 'Rentabilidad Comercial',
    plus: ['Ingreso Total', 'Reembolso Total'],
    minus: ['Cobros Comercial', 'Costo de Producto'],
  },
];

/** Whether an identity holds in a row to the last digit; undefined when a value is absent or unreadable. */
export function identityHolds(
  identity: Identity,
  cellOf: (column: string) => string | null | undefined,
): boolean | undefined {
  const read = (column: string): Scaled | undefined => parseDecimal(cellOf(column) ?? '');
  const result = read(identity.result);
  const plus = identity.plus.map(read);
  const minus = identity.minus.map(read);
  if (result === undefined || plus.includes(undefined) || minus.includes(undefined)) return undefined;
  const known = (values: readonly (Scaled | undefined)[]) =>
    sum(values.filter((value) => value !== undefined));
  return compare(result, subtract(known(plus), known(minus))) === 0;
}
