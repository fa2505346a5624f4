import type { Codes } from '#renderer/data/engine/columns/segment.ts';

/**
 * The inner loops of selections. Each meets one kind of array only, and has no branch on what a row holds. Two rows a
 * turn, as in slot-kernels.ts.
 */

/** The rows that both masks hold; four at a time: all three begin where words do. */
export function copyBoth(into: Uint8Array, left: Uint8Array, right: Uint8Array): void {
  const words = failureDetails(into);
  const leftWords = failureDetails(left);
  const rightWords = failureDetails(right);
  for (let at = 0; at < words.length; at += 1) words[at] = (leftWords[at] ?? 0) & (rightWords[at] ?? 0);
  for (let row = words.length * 4; row < into.length; row += 1) {
    into[row] = (left[row] ?? 0) & (right[row] ?? 0);
  }
}

/** How many bytes are 1, where the others are 0; four at a time. */
export function countMembers(part: Uint8Array): number {
  const words = failureDetails(part);
  let count = 0;
  // The product's upper byte is the sum of the word's four.
  for (let at = 0; at < words.length; at += 1) count += Math.imul(words[at] ?? 0, 0x01010101) >>> 24;
  for (let row = words.length * 4; row < part.length; row += 1) count += part[row] ?? 0;
  return count;
}

function failureDetails(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}

/** Keeps the rows whose code passes. */
export function keep(part: Uint8Array, codes: Codes, passes: Uint8Array): void {
  if (codes instanceof Uint8Array) keep8(part, codes, passes);
  else if (codes instanceof Uint16Array) keep16(part, codes, passes);
  else keep32(part, codes, passes);
}

function keep8(part: Uint8Array, codes: Uint8Array, passes: Uint8Array): void {
  const count = part.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
    part[row + 1] = (part[row + 1] ?? 0) & (passes[codes[row + 1] ?? 0] ?? 0);
  }
  if (row < count) part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
}

function keep16(part: Uint8Array, codes: Uint16Array, passes: Uint8Array): void {
  const count = part.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
    part[row + 1] = (part[row + 1] ?? 0) & (passes[codes[row + 1] ?? 0] ?? 0);
  }
  if (row < count) part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
}

function keep32(part: Uint8Array, codes: Uint32Array, passes: Uint8Array): void {
  const count = part.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
    part[row + 1] = (part[row + 1] ?? 0) & (passes[codes[row + 1] ?? 0] ?? 0);
  }
  if (row < count) part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
}

/** Adds the rows whose code passes. */
export function keepEither(part: Uint8Array, codes: Codes, passes: Uint8Array): void {
  if (codes instanceof Uint8Array) either8(part, codes, passes);
  else if (codes instanceof Uint16Array) either16(part, codes, passes);
  else either32(part, codes, passes);
}

function either8(part: Uint8Array, codes: Uint8Array, passes: Uint8Array): void {
  const count = part.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
    part[row + 1] = (part[row + 1] ?? 0) | (passes[codes[row + 1] ?? 0] ?? 0);
  }
  if (row < count) part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
}

function either16(part: Uint8Array, codes: Uint16Array, passes: Uint8Array): void {
  const count = part.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
    part[row + 1] = (part[row + 1] ?? 0) | (passes[codes[row + 1] ?? 0] ?? 0);
  }
  if (row < count) part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
}

function either32(part: Uint8Array, codes: Uint32Array, passes: Uint8Array): void {
  const count = part.length;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
    part[row + 1] = (part[row + 1] ?? 0) | (passes[codes[row + 1] ?? 0] ?? 0);
  }
  if (row < count) part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
}
