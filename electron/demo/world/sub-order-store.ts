/**
 * The light facts of every sub-order, in typed arrays: what range queries and filters need. A sub-order is known by
 * its position here. Rows are written only when asked for.
 */
export type LightFacts = {
  /** Milliseconds on the channel's clock. */
  readonly purchaseLocal: number;
  /** UTC epoch milliseconds of the last update; 0: not there yet. */
  readonly updated: number;
  /** Bit masks over items. */
  readonly present: number;
  readonly publications: number;
  readonly payment: number;
  readonly itemStatus: number;
};

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

  /** Adds a sub-order and gives its position. */
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

  /** Which of its order's sub-orders it is, from 0. */
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
    const size = this.#serial.length * 2;
    const larger = <A extends { set(from: A): void }>(from: A, make: (size: number) => A): A => {
      const to = make(size);
      to.set(from);
      return to;
    };
    this.#serial = larger(this.#serial, (n) => new Uint32Array(n));
    this.#position = larger(this.#position, (n) => new Uint8Array(n));
    this.#movement = larger(this.#movement, (n) => new Uint8Array(n));
    this.#purchaseLocal = larger(this.#purchaseLocal, (n) => new Float64Array(n));
    this.#updated = larger(this.#updated, (n) => new Float64Array(n));
    this.#present = larger(this.#present, (n) => new Uint16Array(n));
    this.#publications = larger(this.#publications, (n) => new Uint16Array(n));
    this.#status = larger(this.#status, (n) => new Uint8Array(n));
  }
}
