import { hash } from './random.ts';
import { ITEM_STATUS, PAYMENT } from './sub-order-state.ts';
import type { SubOrderStore } from './sub-order-store.ts';

/** Which rows an answer holds, and in which order. */

export type ItemType = 'order' | 'publication' | 'marketplace';
export type PaymentStatus = keyof typeof PAYMENT;
export type ItemStatus = keyof typeof ITEM_STATUS;

/** Values of one filter; null: the filter was not sent. OR within, AND between (spec 4.2.9). */
export type RowFilter = {
  readonly itemTypes: readonly ItemType[] | null;
  readonly paymentStatuses: readonly PaymentStatus[] | null;
  readonly itemStatuses: readonly ItemStatus[] | null;
};

/** Milliseconds, from <= value < to: of the channels' clocks for purchase_date, of UTC for updated_at. */
export type RowRange = {
  readonly date: 'purchase_date' | 'updated_at';
  readonly from: number;
  readonly to: number;
  /** With updated_at: the earliest purchase on the channel's clock (spec 4.2.7). */
  readonly purchaseFrom?: number;
};

/** A row's place: its sub-order's position in the store, and its item. */
export type RowRef = { readonly id: number; readonly item: number };

const ITEM_BITS = 16;
const REFERENCES = 2 ** 26;

export function readRef(key: number): RowRef {
  const reference = key % REFERENCES;
  return { id: Math.floor(reference / ITEM_BITS), item: reference % ITEM_BITS };
}

/** Bit mask of the items of a sub-order that pass the filter. */
export function passingItems(store: SubOrderStore, id: number, filter: RowFilter): number {
  if (store.updated(id) === 0) return 0;
  if (filter.paymentStatuses !== null) {
    const payment = store.payment(id);
    if (!filter.paymentStatuses.some((status) => PAYMENT[status] === payment)) return 0;
  }
  if (filter.itemStatuses !== null) {
    const status = store.itemStatus(id);
    if (!filter.itemStatuses.some((wanted) => ITEM_STATUS[wanted] === status)) return 0;
  }
  const present = store.present(id);
  if (filter.itemTypes === null) return present;
  if (store.isMovement(id)) return filter.itemTypes.includes('marketplace') ? present : 0;
  const publications = store.publications(id);
  const asked =
    (filter.itemTypes.includes('publication') ? publications : 0) |
    (filter.itemTypes.includes('order') ? ~publications : 0);
  return present & asked;
}

/**
 * Sorts rows by a hash of what they are: rows of an order stand far apart, and a change moves no row but its own.
 * Each key is hash and reference in one exact integer, so that a plain numeric sort does it.
 */
export class RowList {
  #keys: Float64Array = new Float64Array(1024);
  #size = 0;
  readonly #seed: number;
  readonly #store: SubOrderStore;

  constructor(seed: number, store: SubOrderStore) {
    this.#seed = seed;
    this.#store = store;
  }

  add(id: number, items: number): void {
    for (let item = 0; items >> item !== 0; item += 1) {
      if (((items >> item) & 1) === 0) continue;
      if (this.#size === this.#keys.length) {
        const larger = new Float64Array(this.#keys.length * 2);
        larger.set(this.#keys);
        this.#keys = larger;
      }
      const place = hash(
        this.#seed,
        this.#store.serial(id),
        this.#store.position(id) * ITEM_BITS + item,
        0x5b,
      );
      this.#keys[this.#size] = (place >>> 5) * REFERENCES + id * ITEM_BITS + item;
      this.#size += 1;
    }
  }

  /** The rows' keys in order; read them with `readRef`. */
  sorted(): Float64Array {
    return this.#keys.slice(0, this.#size).sort();
  }
}
