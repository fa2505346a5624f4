import type { Decimal } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';

/** Exact sums of a selection. */

/** One result for a screen's totals and for its export. Sums are exact; a column with no readable value is absent. */
export type Totals = {
  readonly revision: number;
  readonly rows: number;
  readonly orders: number;
  readonly sums: Sums;
  /** Values that no sum counts because they are no decimals, by column. */
  readonly unreadable: { readonly [column: string]: number };
  /** Ventas of the rows whose Costo de Producto is not 0: the coverage of Comercial and Total (spec 2.5.1). */
  readonly ventasWithProductCost: Decimal;
  /** Rows with Ventas other than 0 and no product cost. */
  readonly rowsWithoutProductCost: number;
};
