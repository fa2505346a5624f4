/** Seeded randomness: every order, item and event has its own stream, hashed from seed and number, always the same. */

/** Mixes integers into one unsigned 32-bit hash (murmur3's finaliser over an accumulated state). */
export function hash(seed: number, a: number, b: number, c: number): number {
  let state = mix(seed ^ 0x9e3779b9);
  state = mix(Math.imul(state ^ a, 0x85ebca6b) + 0x3c6ef372);
  state = mix(Math.imul(state ^ b, 0xc2b2ae35) + 0x1b873593);
  return mix(Math.imul(state ^ c, 0x27d4eb2f) + 0x165667b1);
}

function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A stream of pseudo-random numbers (mulberry32). Not for secrets. */
export class Stream {
  #state: number;

  constructor(state: number) {
    this.#state = state | 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** One of the values. The list must not be empty. */
  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new RangeError('Nothing to pick from.');
    return value;
  }

  /** The position of one of the weights, chosen in proportion to them. */
  weighted(weights: readonly number[]): number {
    let total = 0;
    for (const weight of weights) total += weight;
    let left = this.next() * total;
    for (const [position, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return position;
    }
    return weights.length - 1;
  }
}
