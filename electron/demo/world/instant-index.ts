import { lowerBound, upperBound } from '#shared/base/sorted-search.ts';

/**
 * Sub-orders by an instant, for range queries. Built once by sorting; what is new or has moved since goes to a
 * second list that stays sorted. An entry counts only while its instant is still the sub-order's own.
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

  /** Indexes the given sub-orders afresh. */
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

  /** Records that a sub-order is new, or that its instant is another. */
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

  /** Whether the built part has the sub-order at its present instant. */
  #isBuiltWith(id: number): boolean {
    const instant = this.#instantOf(id);
    for (let i = lowerBound(this.#instants, instant); this.#instants[i] === instant; i += 1) {
      if (this.#ids[i] === id) return true;
    }
    return false;
  }
}
