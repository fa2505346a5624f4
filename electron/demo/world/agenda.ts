/** What will happen and when: a binary heap of (instant, sub-order), earliest first, equal instants by number. */
export class Agenda {
  readonly #instants: number[] = [];
  readonly #ids: number[] = [];

  /** The earliest instant, or infinity when nothing is planned. */
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
