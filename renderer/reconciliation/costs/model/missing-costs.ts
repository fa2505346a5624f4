import type { Decimal } from '#shared/domain/decimal.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** Sales whose product cost is not loaded (spec 2.5.1), by SKU, and what Comercial and Total would lose by it. */

/** Greatest first: sales without cost, or what they are likely to have cost. */
export type MissingCostOrder = 'ventas' | 'risk';

export type MissingCostsQuery = {
  readonly selection: Selection;
  readonly order: MissingCostOrder;
  /** At most so many SKUs; null: all. */
  readonly limit: number | null;
};

/** Basis of an estimate: the SKU's other rows, whenever they were bought, or all rows of the selection that have a cost. */
export type CostBasis = 'sku' | 'selection';

/** The rows of one SKU that have Ventas and no product cost. */
export type MissingCost = {
  /** "" where the rows carry none. */
  readonly sku: string;
  readonly product: string | null;
  readonly rows: number;
  readonly units: Decimal | null;
  readonly ventas: Decimal;
  /** As the rows have them, with no product cost taken off; null where none is readable. */
  readonly comercial: Decimal | null;
  readonly total: Decimal | null;
  /** Estimated cost; null where nothing is known to judge by. */
  readonly estimate: Decimal | null;
  readonly basis: CostBasis | null;
};

/** A profitability as it is, which is the most it can be, and with the estimates taken off. */
export type ProfitBounds = { readonly most: Decimal; readonly likely: Decimal };

export type MissingCosts = {
  readonly revision: number;
  readonly skus: number;
  readonly rows: number;
  readonly ventas: Decimal;
  /** Ventas of all selected rows, and of those whose cost is loaded. */
  readonly allVentas: Decimal;
  readonly coveredVentas: Decimal;
  /** Null where no estimate can be made, or no row says what the profitability is. */
  readonly comercial: ProfitBounds | null;
  readonly total: ProfitBounds | null;
  readonly estimate: Decimal | null;
  /** SKUs by what their estimate rests on, and those without any. */
  readonly estimated: { readonly [basis in CostBasis | 'none']: number };
  readonly lines: readonly MissingCost[];
};
