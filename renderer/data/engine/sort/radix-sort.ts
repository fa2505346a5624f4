import { atOnce, type Task } from '#shared/base/tasks.ts';

/** Sort keys are doubles in the values' exact order. Without a value: last in any direction, unreadable before absent. */
export const UNREADABLE_KEY = Number.MAX_VALUE;
export const ABSENT_KEY = Number.POSITIVE_INFINITY;

/** Turns keys for a descending order; rows without a value stay last. */
export function turnKeys(keys: Float64Array): void {
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    if (key < UNREADABLE_KEY) keys[at] = 0 - key;
  }
}

/** Which segments a sort looks at, by their place. */
export type Wanted = (segmentIndex: number) => boolean;

/** Stable sorts of numbered things by integer keys, without comparing: a million in tens of milliseconds. */

/** Bits of a digit: counts of so many values, and where each goes on, stay in the processor's first caches. */
const DIGIT_BITS = 11;
const WORD = 2 ** 32;

/**
 * Sorts `items` in place by `keys` (the key of `items[at]` is `keys[at]`), ascending, stable. Keys are integers of at
 * most 2^53, or one of the two greatest values that stand for "none"; never NaN.
 */
export function sortByKey(items: Uint32Array, keys: Float64Array): void {
  atOnce(sortByKeyTask(items, keys));
}

export function* sortByKeyTask(items: Uint32Array, keys: Float64Array): Task<undefined> {
  const count = items.length;
  if (count < 2) return;
  const { least, greatest, specials } = boundsOf(keys);
  yield;
  // Keys as distances from the least: one word, or two where they lie far apart.
  if (greatest - least < WORD - 1 - specials.length) {
    const span = specials.length > 0 && greatest < least ? 0 : greatest - least + 1;
    const words = new Uint32Array(count);
    for (let at = 0; at < count; at += 1) {
      const key = keys[at] ?? 0;
      words[at] = key <= greatest ? key - least : span + specials.indexOf(key);
    }
    yield;
    yield* sortByUint32Task(items, words, span + specials.length);
    return;
  }
  const leastHigh = Math.floor(least / WORD);
  const highSpan = Math.floor(greatest / WORD) - leastHigh + 1;
  const lows = new Uint32Array(count);
  const positions = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) {
    const key = keys[at] ?? 0;
    lows[at] = key <= greatest ? key - Math.floor(key / WORD) * WORD : 0;
    positions[at] = at;
  }
  yield;
  yield* sortByUint32Task(positions, lows, WORD);
  const highs = lows;
  for (let at = 0; at < count; at += 1) {
    const key = keys[positions[at] ?? 0] ?? 0;
    highs[at] = key <= greatest ? Math.floor(key / WORD) - leastHigh : highSpan + specials.indexOf(key);
  }
  yield;
  yield* sortByUint32Task(positions, highs, highSpan + specials.length);
  const sorted = positions;
  for (let at = 0; at < count; at += 1) sorted[at] = items[positions[at] ?? 0] ?? 0;
  items.set(sorted);
}

/** Keys beyond any exact value stand for rows without one; they are told apart by their own order. */
const GREATEST_EXACT = 2 ** 54;

function boundsOf(keys: Float64Array) {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  const beyond = new Set<number>();
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    if (key > GREATEST_EXACT) beyond.add(key);
    else {
      if (key < least) least = key;
      if (key > greatest) greatest = key;
    }
  }
  return { least, greatest, specials: [...beyond].sort((a, b) => (a < b ? -1 : 1)) };
}

/** Sorts `items` in place by the words beside them (below `span`); the words are used up. */
export function* sortByUint32Task(items: Uint32Array, words: Uint32Array, span: number): Task<undefined> {
  if (isAscending(words)) return;
  const bits = Math.max(1, Math.ceil(Math.log2(span)));
  const passes = Math.ceil(bits / DIGIT_BITS);
  const digitBits = Math.ceil(bits / passes);
  const digitMask = 2 ** digitBits - 1;
  const count = items.length;
  const counts = new Uint32Array(2 ** digitBits);
  let fromItems = items;
  let fromWords = words;
  let toItems: Uint32Array = new Uint32Array(count);
  let toWords: Uint32Array = passes === 1 ? words : new Uint32Array(count);
  for (let pass = 0; pass < passes; pass += 1) {
    yield;
    const shift = pass * digitBits;
    counts.fill(0);
    countDigits(fromWords, shift, digitMask, counts);
    // All alike in this digit: nothing to move.
    if (counts[((fromWords[0] ?? 0) >>> shift) & digitMask] === count) continue;
    let sum = 0;
    for (let digit = 0; digit < counts.length; digit += 1) {
      const here = counts[digit] ?? 0;
      counts[digit] = sum;
      sum += here;
    }
    // Nobody looks at the words after the last pass.
    if (pass === passes - 1) placeItems(fromItems, fromWords, shift, digitMask, counts, toItems);
    else placeByDigit(fromItems, fromWords, shift, digitMask, counts, toItems, toWords);
    [fromItems, toItems] = [toItems, fromItems];
    [fromWords, toWords] = [toWords, fromWords];
  }
  if (fromItems !== items) items.set(fromItems);
}

/** Rows already in the order asked for (dates, newest first) are left alone. */
function isAscending(words: Uint32Array): boolean {
  for (let at = 1; at < words.length; at += 1) if ((words[at - 1] ?? 0) > (words[at] ?? 0)) return false;
  return true;
}

function countDigits(words: Uint32Array, shift: number, digitMask: number, counts: Uint32Array): void {
  const last = words.length - 1;
  let at = 0;
  for (; at < last; at += 2) {
    const digit = ((words[at] ?? 0) >>> shift) & digitMask;
    counts[digit] = (counts[digit] ?? 0) + 1;
    const next = ((words[at + 1] ?? 0) >>> shift) & digitMask;
    counts[next] = (counts[next] ?? 0) + 1;
  }
  if (at === last) {
    const digit = ((words[at] ?? 0) >>> shift) & digitMask;
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
}

function placeItems(
  items: Uint32Array,
  words: Uint32Array,
  shift: number,
  digitMask: number,
  places: Uint32Array,
  toItems: Uint32Array,
): void {
  for (let at = 0; at < items.length; at += 1) {
    const digit = ((words[at] ?? 0) >>> shift) & digitMask;
    const place = places[digit] ?? 0;
    places[digit] = place + 1;
    toItems[place] = items[at] ?? 0;
  }
}

function placeByDigit(
  items: Uint32Array,
  words: Uint32Array,
  shift: number,
  digitMask: number,
  places: Uint32Array,
  toItems: Uint32Array,
  toWords: Uint32Array,
): void {
  for (let at = 0; at < items.length; at += 1) {
    const word = words[at] ?? 0;
    const digit = (word >>> shift) & digitMask;
    const place = places[digit] ?? 0;
    places[digit] = place + 1;
    toItems[place] = items[at] ?? 0;
    toWords[place] = word;
  }
}

export function gatherKeys(words: Uint32Array, rows: Uint32Array): Uint32Array {
  const out = new Uint32Array(rows.length);
  const last = rows.length - 1;
  let at = 0;
  for (; at < last; at += 2) {
    out[at] = words[rows[at] ?? 0] ?? 0;
    out[at + 1] = words[rows[at + 1] ?? 0] ?? 0;
  }
  if (at === last) out[at] = words[rows[at] ?? 0] ?? 0;
  return out;
}
