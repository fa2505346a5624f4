import { lowerBound, upperBound } from '#shared/base/sorted-search.ts';

/** Events to come: a binary heap of (instant, sub-order), earliest first, equal instants by number. */
export class Agenda {
  readonly #instants: number[] = [];
  readonly #ids: number[] = [];

  get earliest(): number {
    return this.#instants[0] ?? Number.POSITIVE_INFINITY;
  }

  add(instant: number, id: number): void {
    let at = this.#instants.length;
    this.#instants.push(instant);
    this.#ids.push(id);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Takes the earliest entry out and gives its sub-order. The agenda must not be empty. */
  take(): number {
    const id = this.#ids[0];
    if (id === undefined) throw new RangeError('Nothing is planned.');
    this.#swap(0, this.#instants.length - 1);
    this.#instants.pop();
    this.#ids.pop();
    let at = 0;
    while (true) {
      const left = 2 * at + 1;
      if (left >= this.#instants.length) return id;
      const right = left + 1;
      const child = right < this.#instants.length && this.#before(right, left) ? right : left;
      if (!this.#before(child, at)) return id;
      this.#swap(child, at);
      at = child;
    }
  }

  #before(a: number, b: number): boolean {
    const first = this.#instants[a] ?? 0;
    const second = this.#instants[b] ?? 0;
    return first === second ? (this.#ids[a] ?? 0) < (this.#ids[b] ?? 0) : first < second;
  }

  #swap(a: number, b: number): void {
    const instant = this.#instants[a] ?? 0;
    const id = this.#ids[a] ?? 0;
    this.#instants[a] = this.#instants[b] ?? 0;
    this.#ids[a] = this.#ids[b] ?? 0;
    this.#instants[b] = instant;
    this.#ids[b] = id;
  }
}

/**
 * Sub-orders by an instant: a sorted list, and one of later arrivals. An entry counts while it is the sub-order's
 * own.
 */
export class InstantIndex {
  readonly #instantOf: (id: number) => number;
  #ids: Uint32Array = new Uint32Array(0);
  #instants: Float64Array = new Float64Array(0);
  readonly #laterIds: number[] = [];
  readonly #laterInstants: number[] = [];

  constructor(instantOf: (id: number) => number) {
    this.#instantOf = instantOf;
  }

  build(ids: Uint32Array): void {
    const instants = Float64Array.from(ids, this.#instantOf);
    // Positions sorted by instant: nearly sorted already, and a comparator over two typed arrays is quick enough.
    const order = Uint32Array.from(ids, (_, position) => position);
    order.sort((a, b) => (instants[a] ?? 0) - (instants[b] ?? 0));
    this.#ids = order.map((position) => ids[position] ?? 0);
    this.#instants = Float64Array.from(order, (position) => instants[position] ?? 0);
    this.#laterIds.length = 0;
    this.#laterInstants.length = 0;
  }

  moved(id: number): void {
    const instant = this.#instantOf(id);
    const position = upperBound(this.#laterInstants, instant);
    // Nearly always the end: time goes forward.
    this.#laterIds.splice(position, 0, id);
    this.#laterInstants.splice(position, 0, instant);
  }

  /** Calls `visit` for every sub-order with from <= instant < to, each once. */
  forEach(from: number, to: number, visit: (id: number) => void): void {
    const end = lowerBound(this.#instants, to);
    for (let i = lowerBound(this.#instants, from); i < end; i += 1) {
      const id = this.#ids[i] ?? 0;
      if (this.#instantOf(id) === this.#instants[i]) visit(id);
    }
    // A sub-order that moved there and back has several entries with its instant; only one may count.
    let seen: Set<number> | undefined;
    const laterEnd = lowerBound(this.#laterInstants, to);
    for (let i = lowerBound(this.#laterInstants, from); i < laterEnd; i += 1) {
      const id = this.#laterIds[i] ?? 0;
      if (this.#instantOf(id) !== this.#laterInstants[i]) continue;
      seen ??= new Set();
      if (seen.has(id) || this.#isBuiltWith(id)) continue;
      seen.add(id);
      visit(id);
    }
  }

  #isBuiltWith(id: number): boolean {
    const instant = this.#instantOf(id);
    for (let i = lowerBound(this.#instants, instant); this.#instants[i] === instant; i += 1) {
      if (this.#ids[i] === id) return true;
    }
    return false;
  }
}
