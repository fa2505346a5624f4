import type { LocalDateTime } from '#shared/domain/dates.ts';

/** Changes made by hand: what a test does to a world, beside what happens there of itself. */

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
  | {
      readonly kind: 'cancel' | 'return' | 'pay' | 'adjust' | 'refund' | 'add-row' | 'touch';
      readonly target: Target;
      /** Only this sub-order, from 0; default all of the order. */
      readonly subOrder?: number;
    }
  | {
      readonly kind: 'add-amount';
      readonly target: Target;
      readonly subOrder?: number;
      /** A charge, refund or income column of the catalogue, Ventas, or Costo de Producto. */
      readonly column: string;
      readonly cents: number;
      /** Default the first. */
      readonly item?: number;
    }
  | {
      readonly kind: 'remove-row';
      readonly target: Target;
      readonly subOrder?: number;
      readonly item: number;
    }
  | { readonly kind: 'remove-all'; readonly target: Target; readonly subOrder?: number }
  | {
      readonly kind: 'move-purchase';
      readonly target: Target;
      readonly subOrder?: number;
      readonly to: LocalDateTime;
    }
);
