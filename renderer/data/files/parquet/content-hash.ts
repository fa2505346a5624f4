import { scramble } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { Gathered } from './gather.ts';

/**
 * A hash of rows that depends on nothing but their cells: not on the order of rows, on segments or on their dictionaries.
 * 64 bits in two lanes: it tells whether a month changed, and is no signature.
 */

/** Sums of its columns' hashes, of each row of a group, by lane. */
export type RowHashes = { readonly low: Uint32Array; readonly high: Uint32Array };
export type Lanes = readonly [low: number, high: number];

const SEEDS: Lanes = [0x9e3779b9, 0x85ebca77];

export function createRowHashes(count: number): RowHashes {
  return { low: new Uint32Array(count), high: new Uint32Array(count) };
}

/** Adds a column's cells; those without a value add nothing, so that an empty column changes no hash. */
export function addColumn({ low, high }: RowHashes, name: string, gathered: Gathered): void {
  const [lowSeed, highSeed] = hashText(name);
  const { present } = gathered;
  const add = (row: number, lowValue: number, highValue: number): void => {
    low[row] = (low[row] ?? 0) + scramble(lowSeed ^ lowValue);
    high[row] = (high[row] ?? 0) + scramble(highSeed + highValue);
  };
  if (gathered.kind === 'texts') {
    const { codes } = gathered;
    const hashes = gathered.entries.map(hashBytes);
    for (let row = 0; row < codes.length; row += 1) {
      if (present[row] === 0) continue;
      const [lowHash, highHash] = hashes[codes[row] ?? 0] ?? SEEDS;
      add(row, lowHash, highHash);
    }
    return;
  }
  const { units, large } = gathered;
  for (let row = 0; row < units.length; row += 1) {
    if (present[row] === 0) continue;
    const value = units[row] ?? 0;
    const [lowHalf, highHalf] = [value | 0, Math.floor(value / 2 ** 32) | 0];
    // Each lane holds both halves, mixed in another way.
    add(row, scramble(lowHalf) ^ highHalf, Math.imul(lowHalf, 0x27d4eb2f) + scramble(highHalf));
  }
  for (const [row, value] of large) add(row, ...hashText(String(value)));
}

/** Sums of whole rows, which add up over groups. */
export function sumOfRows({ low, high }: RowHashes): Lanes {
  let [lowSum, highSum] = [0, 0];
  for (let row = 0; row < low.length; row += 1) {
    const [a, b] = [low[row] ?? 0, high[row] ?? 0];
    lowSum = (lowSum + scramble(a ^ scramble(b))) | 0;
    highSum = (highSum + scramble(b ^ Math.imul(a, 0x9e3779b1))) | 0;
  }
  return [lowSum, highSum];
}

export function addLanes(left: Lanes, right: Lanes): Lanes {
  return [(left[0] + right[0]) | 0, (left[1] + right[1]) | 0];
}

export function hashText(text: string): Lanes {
  return hashBytes(new TextEncoder().encode(text));
}

function hashBytes(bytes: Uint8Array): Lanes {
  let [low, high] = SEEDS;
  for (let at = 0; at < bytes.length; at += 1) {
    low = Math.imul(low ^ (bytes[at] ?? 0), 0x01000193);
    high = Math.imul(high ^ (bytes[at] ?? 0), 0x5bd1e995);
    high ^= high >>> 15;
  }
  return [scramble(low ^ bytes.length), scramble(high + bytes.length)];
}

export function hexOf([low, high]: Lanes): string {
  return [high, low].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
