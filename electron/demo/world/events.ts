/**
 * What can happen to a sub-order. Events come from an order's own plan, from the pulse of a living world, or from
 * a test's hand; all are the same to the state (sub-order-state.ts) and to the row's amounts (sale-row.ts).
 */
export type LifeEvent = {
  /** UTC epoch milliseconds; becomes the sub-order's `Fecha de actualización`. */
  readonly at: number;
} & Happening;

export type Happening =
  /** The sub-order appears in the service. */
  | { readonly kind: 'created' }
  | { readonly kind: 'paid' }
  | { readonly kind: 'shipped' }
  | { readonly kind: 'delivered' }
  /** The channel settles it: `N° de Liquidación`. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'returned' }
  /** The channel corrects a charge; `salt` decides which and how much. */
  | { readonly kind: 'adjusted'; readonly salt: number }
  /** The channel gives a charge back; `salt` decides which and how much. */
  | { readonly kind: 'refunded'; readonly salt: number }
  /** Adds cents to one charge, refund or income column of one item (`item` counts from 0). */
  | { readonly kind: 'amount-added'; readonly column: string; readonly cents: number; readonly item: number }
  | { readonly kind: 'row-removed'; readonly item: number }
  | { readonly kind: 'rows-removed' }
  | { readonly kind: 'row-added' }
  /** Nothing changes but the update itself. */
  | { readonly kind: 'touched' }
  /** The purchase date moves; `local` is milliseconds on the channel's clock. */
  | { readonly kind: 'purchase-moved'; readonly local: number };
