import type { LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, rescale } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { Selection } from '#shared/domain/selection.ts';

/**
 * Rates: the charges of a channel for a sale, as a rule that gives the charge of every row to its last digit; learnt
 * from rows.
 */

export type RateKind = 'commission' | 'shipping';
export const RATE_KINDS: readonly RateKind[] = ['commission', 'shipping'];

/** Sources of a charge: its column, its refunds, and the groups that may have a rule, coarse first. */
export const RATE_SOURCES = {
  commission: {
    charge: 'Cobro de Comisiones',
    installments: 'Comisión por Cuotas',
    refund: 'Reembolso de Comisiones',
    levels: ['Canal', 'Cuenta', 'Categoría', 'Id publicación'],
  },
  shipping: {
    charge: 'Cobro de Envío',
    installments: null,
    refund: 'Reembolso de envío',
    levels: ['Canal', 'Cuenta', 'Tipo de Despacho', 'Id publicación'],
  },
} as const satisfies {
  readonly [kind in RateKind]: {
    readonly charge: string;
    readonly installments: string | null;
    readonly refund: string;
    readonly levels: readonly [string, string, string, string];
  };
};

export const SALES_COLUMN = 'Ventas';
export const PAID_SHIPPING_COLUMN = 'Despacho pagado por comprador';

/** How a computed charge is rounded. ceiling and floor: always up, always down. */
export type RateRounding = {
  readonly to: Decimal;
  readonly mode: 'half-up' | 'half-even' | 'floor' | 'ceiling';
  /** unit: the charge of one unit is rounded, then multiplied. */
  readonly per: 'row' | 'unit';
  /** The charge is rounded before the tax is added, and again after. */
  readonly beforeTax: boolean;
};

/** percent of the base, and a fixed part; both with tax where it is added, the base less tax where it is removed. */
export type RateFormula = {
  /** The base also has the shipping that the buyer paid. */
  readonly withPaidShipping: boolean;
  /** The charge is taken without the column of installments, which has a rule of its own. */
  readonly withoutInstallments: boolean;
  /** In percent: "17.5"; "0" where the charge is a fixed one. */
  readonly percent: Decimal;
  readonly tax: { readonly how: 'added' | 'removed'; readonly percent: number } | null;
  readonly fixed: Decimal;
  readonly fixedPer: 'row' | 'unit';
  /** The fixed part holds where Ventas per unit is below `below`; from there on it is `fixed` of the band. */
  readonly band: { readonly below: Decimal; readonly fixed: Decimal } | null;
  readonly rounding: RateRounding;
};

/** A formula over integers: amounts are units at the scale it was compiled for. */
export type CompiledRate = {
  /** The charge of a row by its base, its units, and Ventas (which tells the band). All whole numbers, units above 0. */
  readonly expected: (base: number, units: number, sales: number) => number;
};

/** Exact: in doubles while they carry every product, else in whole numbers of any length. */
export function compileRate(formula: RateFormula, scale: number): CompiledRate {
  const { tax, band, rounding, fixedPer } = formula;
  const percent = fromDecimal(formula.percent);
  const hundred = 10n ** BigInt(percent.scale + 2);
  const withTax = BigInt(100 + (tax?.percent ?? 0));
  const addsTax = tax?.how === 'added' && !rounding.beforeTax;
  const removesTax = tax?.how === 'removed';
  const bottom = hundred * (addsTax ? 100n : removesTax ? withTax : 1n);
  const perBase = percent.units * (addsTax ? withTax : removesTax ? 100n : 1n);
  const amount = (text: Decimal): bigint => rescale(fromDecimal(text), scale).units;
  const perCount = (text: Decimal): bigint => amount(text) * (addsTax ? hundred * withTax : bottom);
  const [low, high] = [perCount(formula.fixed), perCount(band?.fixed ?? formula.fixed)];
  const limit = band === null ? null : Number(amount(band.below));
  const step = amount(rounding.to);
  const shared = [perBase, low, high, bottom].reduce(greatestDivisor);
  const big = { perBase: perBase / shared, low: low / shared, high: high / shared, bottom: bottom / shared };
  const small = {
    perBase: Number(big.perBase),
    low: Number(big.low),
    high: Number(big.high),
    bottom: Number(big.bottom),
  };
  const stepUnits = Number(step);
  const { mode } = rounding;
  const isPerUnit = rounding.per === 'unit';
  const addTaxAfter = tax?.how === 'added' && rounding.beforeTax ? tax.percent : null;
  return {
    expected(base, units, sales) {
      const isLow = limit === null || sales < limit * units;
      const count = fixedPer === 'unit' ? units : 1;
      const parts = isPerUnit ? units : 1;
      const top = base * small.perBase + count * (isLow ? small.low : small.high);
      const under = small.bottom * parts * stepUnits;
      const isSafe = Math.abs(top) <= Number.MAX_SAFE_INTEGER / 2 && under <= Number.MAX_SAFE_INTEGER / 2;
      const rounded = isSafe
        ? divideSmall(top, under, mode)
        : Number(
            divideBig(
              BigInt(base) * big.perBase + BigInt(count) * (isLow ? big.low : big.high),
              big.bottom * BigInt(parts) * step,
              mode,
            ),
          );
      const net = rounded * parts * stepUnits;
      if (addTaxAfter === null) return net;
      return divideSmall(net * (100 + addTaxAfter), 100 * stepUnits, mode) * stepUnits;
    },
  };
}

function greatestDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

/** Rounds top / bottom to a whole number; both are whole, bottom above 0, twice of both is exact. */
function divideSmall(top: number, bottom: number, mode: RateRounding['mode']): number {
  const rest = ((top % bottom) + bottom) % bottom;
  const below = (top - rest) / bottom;
  return below + (goesUp(Math.sign(2 * rest - bottom), rest > 0, below % 2 !== 0, mode) ? 1 : 0);
}

function divideBig(top: bigint, bottom: bigint, mode: RateRounding['mode']): bigint {
  const rest = ((top % bottom) + bottom) % bottom;
  const below = (top - rest) / bottom;
  const side = 2n * rest < bottom ? -1 : 2n * rest > bottom ? 1 : 0;
  return below + (goesUp(side, rest > 0n, below % 2n !== 0n, mode) ? 1n : 0n);
}

function goesUp(side: number, hasRest: boolean, isOdd: boolean, mode: RateRounding['mode']): boolean {
  switch (mode) {
    case 'floor':
      return false;
    case 'ceiling':
      return hasRest;
    case 'half-up':
      return side >= 0;
    case 'half-even':
      return side > 0 || (side === 0 && isOdd);
  }
}

/** Rows off a rule, all in one direction. */
export type RateOff = { readonly rows: number; readonly amount: Decimal };

/** Names of a level, most rows first; at most MAX_RATE_NAMES of them. */
export type RateNames = { readonly count: number; readonly first: readonly string[] };
export const MAX_RATE_NAMES = 12;

/** A rule that rows follow, of one group or of several that are charged alike. */
export type RateLine = {
  /** The same after any sync that leaves group, formula and begin as they are. */
  readonly id: string;
  readonly kind: RateKind;
  readonly canal: string;
  /** Null: all accounts of the channel. */
  readonly cuenta: string | null;
  /** Names of the third and the fourth level (RATE_SOURCES); null: all of them. */
  readonly groups: RateNames | null;
  readonly publications: RateNames | null;
  readonly formula: RateFormula;
  /** First and last day of purchase that it holds on; null: no other rule before or after. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly follows: number;
  /** Charged more than the rule says, and less. */
  readonly over: RateOff;
  readonly under: RateOff;
  /** The amount claimed: the excess charged, less its refund in the same row. */
  readonly claim: Decimal;
  /** The rule that these rows followed before `from`, and what its rows were charged more (or less, negative) since. */
  readonly former: (RateOff & { readonly formula: RateFormula; readonly claim: Decimal }) | null;
};

/** Rows that no rule is learnt from. */
export type RateUnjudged = {
  /** Canceled and returned orders: their charges are given back. */
  readonly states: number;
  /** Nothing is charged (yet). */
  readonly uncharged: number;
  /** Without Ventas or units above 0, or with a negative charge. */
  readonly unsold: number;
  /** A value or the date is absent or unreadable, or beyond exact doubles. */
  readonly unreadable: number;
};

export type RateSummary = {
  readonly kind: RateKind;
  /** Rows with a charge that is held against rules. */
  readonly judged: number;
  /** Those of them whose group has no rule, and what they were charged. */
  readonly without: RateOff;
  readonly unjudged: RateUnjudged;
};

export type Rates = {
  readonly revision: number;
  readonly summaries: readonly RateSummary[];
  /** The largest excess first. */
  readonly lines: readonly RateLine[];
};

export type RatesQuery = { readonly selection: Selection };

export const RATE_KEY_COLUMNS: readonly string[] = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'Fecha de compra',
  'SKU Producto',
];

export type RateDeviation = {
  readonly row: number;
  readonly identity: { readonly [column: string]: Cell };
  readonly cells: { readonly [column: string]: Cell };
  readonly base: Decimal;
  readonly units: number;
  readonly charged: Decimal;
  readonly expected: Decimal;
  /** Charged less expected: above 0, too much was charged. */
  readonly difference: Decimal;
  readonly refunded: Decimal;
  readonly claim: Decimal;
  readonly correlationIds: readonly string[];
};

export type RateDeviationsPage = {
  readonly revision: number;
  readonly total: number;
  readonly offset: number;
  /** The greatest differences first. */
  readonly lines: readonly RateDeviation[];
};
