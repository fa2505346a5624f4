/**
 * Sort keys of rows as doubles whose order is the values' exact order. Rows without a value come last whatever
 * the direction: unreadable ones first, absent ones after them.
 */
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
