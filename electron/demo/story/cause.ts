/** Faults of the demo company, each with the tool that finds it. Amounts are decimals of the account's currency. */

export type CauseKind =
  /** The statement pays less for an order than its rows leave: statement less rows. */
  | 'short-payment'
  /** The settlement of the rows has the order, its statement does not: what the order leaves, negative. */
  | 'unpaid-order'
  /** The statement charges an order's shipping twice: the second charge, negative. */
  | 'double-charge'
  /** A line of an order that nobody sold: the line's amount. */
  | 'unknown-order'
  /** Somebody changed an amount in the file, and its own sums no longer hold: what was added. */
  | 'altered-line'
  /** A payout that the bank never got: its amount, negative. */
  | 'payout-missing'
  /** A payout of which the bank got less: bank less payout. */
  | 'payout-short'
  /** Money in the bank that no channel paid. */
  | 'foreign-deposit'
  /** A category is charged more since a day: charged less the rule before, until now. */
  | 'wrong-fee'
  /** One order is charged a commission, or a shipping, off the rule: charged less the rule. */
  | 'overcharged-commission'
  | 'overcharged-shipping'
  /** A product that is sold without a cost: its Ventas in the month. */
  | 'missing-cost'
  /** A canceled order whose shipping was not given back: what was kept. */
  | 'canceled-charge'
  /** Delivered long ago, neither settled nor paid: what the order leaves. */
  | 'overdue-order'
  /** An order of the month changes after its close, `at` an instant: what Rentabilidad Total moves by. */
  | 'moved-cost'
  | 'moved-charge';

export type Cause = {
  readonly kind: CauseKind;
  readonly canal: string;
  readonly cuenta: string;
  readonly currency: string;
  readonly amount: string;
  readonly order?: string;
  /** Of a settlement or a payout. */
  readonly number?: string;
  readonly sku?: string;
  readonly category?: string;
  /** YYYY-MM-DD */
  readonly since?: string;
  /** UTC, ISO 8601 */
  readonly at?: string;
};
