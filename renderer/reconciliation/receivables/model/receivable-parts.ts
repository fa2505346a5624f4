/** The money of some rows of one account that were bought on one day and came on one day. */
export type ReceivablePart = {
  /** Its place among the accounts. */
  readonly account: number;
  /** Days since 1970-01-01; NO_DAY: bought on no readable day, so before all others. */
  readonly bought: number;
  /** The day it was released, never before it was bought; NOT_YET: on none that is known. */
  readonly came: number;
  /** The source of its day: a statement that speaks of its orders, or the payment columns of the source. */
  readonly by: 'statement' | 'columns';
  /** Paid by its state on a day that nobody names: it counts on that of the purchase, and tells nothing of delays. */
  readonly isUndated: boolean;
  readonly rows: number;
  /** Ventas above zero, and below it without its sign. */
  readonly sales: bigint;
  readonly refunds: bigint;
  /** Rentabilidad Marketplace: what the marketplace owes of it until it is released. */
  readonly left: bigint;
};

/** All rows' receivables. Amounts are whole units of 10^-scale. */
export type ReceivableBook = {
  readonly scale: number;
  readonly accounts: readonly { readonly canal: string; readonly cuenta: string }[];
  readonly parts: readonly ReceivablePart[];
};
