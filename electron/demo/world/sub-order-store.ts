import { hash } from './random.ts';
import { ITEM_STATUS, PAYMENT, type SubOrderState } from './sub-order-state.ts';

/** The light facts of every sub-order, by its position here, in typed arrays: what queries need without writing rows. */
type LightFacts = Pick<
  SubOrderState,
  'purchaseLocal' | 'updated' | 'present' | 'publications' | 'payment' | 'itemStatus'
>;

export class SubOrderStore {
  #size = 0;
  #serial: Uint32Array;
  #position: Uint8Array;
  #movement: Uint8Array;
  #purchaseLocal: Float64Array;
  #updated: Float64Array;
  #present: Uint16Array;
  #publications: Uint16Array;
  #status: Uint8Array;

  constructor(capacity: number) {
    const size = Math.max(16, capacity);
    this.#serial = new Uint32Array(size);
    this.#position = new Uint8Array(size);
    this.#movement = new Uint8Array(size);
    this.#purchaseLocal = new Float64Array(size);
    this.#updated = new Float64Array(size);
    this.#present = new Uint16Array(size);
    this.#publications = new Uint16Array(size);
    this.#status = new Uint8Array(size);
  }

  get size(): number {
    return this.#size;
  }

  add(serial: number, position: number, movement: boolean, facts: LightFacts): number {
    const id = this.#size;
    if (id === this.#serial.length) this.#grow();
    this.#size += 1;
    this.#serial[id] = serial;
    this.#position[id] = position;
    this.#movement[id] = movement ? 1 : 0;
    this.update(id, facts);
    return id;
  }

  update(id: number, facts: LightFacts): void {
    this.#purchaseLocal[id] = facts.purchaseLocal;
    this.#updated[id] = facts.updated;
    this.#present[id] = facts.present;
    this.#publications[id] = facts.publications;
    this.#status[id] = facts.payment | (facts.itemStatus << 4);
  }

  serial(id: number): number {
    return this.#serial[id] ?? 0;
  }

  position(id: number): number {
    return this.#position[id] ?? 0;
  }

  isMovement(id: number): boolean {
    return this.#movement[id] === 1;
  }

  purchaseLocal(id: number): number {
    return this.#purchaseLocal[id] ?? 0;
  }

  updated(id: number): number {
    return this.#updated[id] ?? 0;
  }

  present(id: number): number {
    return this.#present[id] ?? 0;
  }

  publications(id: number): number {
    return this.#publications[id] ?? 0;
  }

  payment(id: number): number {
    return (this.#status[id] ?? 0) & 15;
  }

  itemStatus(id: number): number {
    return (this.#status[id] ?? 0) >> 4;
  }

  #grow(): void {
    const larger = <A extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(from: A): A => {
      const to = new (from.constructor as new (size: number) => A)(from.length * 2);
      to.set(from);
      return to;
    };
    this.#serial = larger(this.#serial);
    this.#position = larger(this.#position);
    this.#movement = larger(this.#movement);
    this.#purchaseLocal = larger(this.#purchaseLocal);
    this.#updated = larger(this.#updated);
    this.#present = larger(this.#present);
    this.#publications = larger(this.#publications);
    this.#status = larger(this.#status);
  }
}

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
 * Sorts rows by a hash of what they are: an order's rows stand far apart, and a change moves no row but its own. Each
 * key is hash and reference in one exact integer, so that a numeric sort does it.
 */
export function createRowList(seed: number, store: SubOrderStore) {
  const keys: number[] = [];
  return {
    add: (id: number, items: number): void => {
      for (let item = 0; items >> item !== 0; item += 1) {
        if (((items >> item) & 1) === 0) continue;
        const place = hash(seed, store.serial(id), store.position(id) * ITEM_BITS + item, 0x5b);
        keys.push((place >>> 5) * REFERENCES + id * ITEM_BITS + item);
      }
    },
    /** The rows' keys in order; read them with `readRef`. */
    sorted: () => Float64Array.from(keys).sort(),
  };
}
