import { type LocalDateTime, localToMs } from '#shared/domain/dates.ts';
import { isFreeAmount } from './amount-model.ts';

/** An event of a sub-order, by its order's plan, by the pulse of a living world, or by a test. */
export type LifeEvent = {
  /** UTC epoch milliseconds; becomes the sub-order's `Fecha de actualización`. */
  readonly at: number;
} & Happening;

export type Happening =
  | { readonly kind: 'created' }
  | { readonly kind: 'paid' }
  | { readonly kind: 'shipped' }
  | { readonly kind: 'delivered' }
  /** The channel settles it: `N° de Liquidación`. */
  | { readonly kind: 'settled' }
  /** From now on it is neither settled nor paid. */
  | { readonly kind: 'withheld' }
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

/** An order as its rows name it; a wire row can be given as it is. */
export type OrderName = { readonly Canal: string; readonly Cuenta: string; readonly Orden: string };

/** Which order, or which single sub-order by its place in the world (`WorldEntry.id`; also for rows without order number). */
export type Target = OrderName | { readonly id: number };

export type WorldChange = {
  /** UTC epoch milliseconds at which it takes effect and which becomes the update. Default: now. */
  readonly at?: number;
} & (
  | {
      readonly kind: 'add-order';
      /** Items of each sub-order; default one sub-order of one item. */
      readonly itemsOfSubOrders?: readonly number[];
      /** UTC epoch milliseconds; default: the same as `at`. */
      readonly purchasedAt?: number;
    }
  | OrderChange
);

export type OrderChange = {
  readonly target: Target;
  /** Only this sub-order, from 0; default all of the order. */
  readonly subOrder?: number;
} & (
  | { readonly kind: keyof typeof PLAIN_HAPPENINGS | 'adjust' | 'refund' }
  /**
   * `column`: a charge, refund or income column of the catalogue, Ventas, or Costo de Producto. `item`: default the
   * first.
   */
  | { readonly kind: 'add-amount'; readonly column: string; readonly cents: number; readonly item?: number }
  | { readonly kind: 'remove-row'; readonly item: number }
  | { readonly kind: 'move-purchase'; readonly to: LocalDateTime }
);

/** A change by hand as an event; `salt` decides what an adjustment or refund is. Throws on a column that follows from others. */
export function happeningOf(change: OrderChange, salt: number): Happening {
  switch (change.kind) {
    case 'adjust':
    case 'refund':
      return { kind: change.kind === 'adjust' ? 'adjusted' : 'refunded', salt };
    case 'add-amount': {
      const { column, cents, item = 0 } = change;
      if (!isFreeAmount(column)) throw new RangeError(`«${column}» follows from other columns.`);
      return { kind: 'amount-added', column, cents, item };
    }
    case 'remove-row':
      return { kind: 'row-removed', item: change.item };
    case 'move-purchase':
      return { kind: 'purchase-moved', local: localToMs(change.to) };
    default:
      return { kind: PLAIN_HAPPENINGS[change.kind] };
  }
}

const PLAIN_HAPPENINGS = {
  cancel: 'canceled',
  return: 'returned',
  pay: 'paid',
  'add-row': 'row-added',
  touch: 'touched',
  'remove-all': 'rows-removed',
} as const;
