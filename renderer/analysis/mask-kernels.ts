import type { Codes } from './segment.ts';

/** The inner loops of selections. Each meets one kind of array only, and has no branch on what a row holds. */

/** The rows that both masks hold. */
export function copyBoth(into: Uint8Array, left: Uint8Array, right: Uint8Array): void {
  for (let row = 0; row < into.length; row += 1) into[row] = (left[row] ?? 0) & (right[row] ?? 0);
}

/** How many bytes are 1; the others are 0. */
export function countMembers(part: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < part.length; row += 1) count += part[row] ?? 0;
  return count;
}

/** Keeps the rows whose code passes. */
export function keep(part: Uint8Array, codes: Codes, passes: Uint8Array): void {
  if (codes instanceof Uint8Array) keep8(part, codes, passes);
  else if (codes instanceof Uint16Array) keep16(part, codes, passes);
  else keep32(part, codes, passes);
}

function keep8(part: Uint8Array, codes: Uint8Array, passes: Uint8Array): void {
  for (let row = 0; row < part.length; row += 1) {
    part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
  }
}

function keep16(part: Uint8Array, codes: Uint16Array, passes: Uint8Array): void {
  for (let row = 0; row < part.length; row += 1) {
    part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
  }
}

function keep32(part: Uint8Array, codes: Uint32Array, passes: Uint8Array): void {
  for (let row = 0; row < part.length; row += 1) {
    part[row] = (part[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
  }
}

/** Adds the rows whose code passes. */
export function keepEither(part: Uint8Array, codes: Codes, passes: Uint8Array): void {
  if (codes instanceof Uint8Array) either8(part, codes, passes);
  else if (codes instanceof Uint16Array) either16(part, codes, passes);
  else either32(part, codes, passes);
}

function either8(part: Uint8Array, codes: Uint8Array, passes: Uint8Array): void {
  for (let row = 0; row < part.length; row += 1) {
    part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
  }
}

function either16(part: Uint8Array, codes: Uint16Array, passes: Uint8Array): void {
  for (let row = 0; row < part.length; row += 1) {
    part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
  }
}

function either32(part: Uint8Array, codes: Uint32Array, passes: Uint8Array): void {
  for (let row = 0; row < part.length; row += 1) {
    part[row] = (part[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
  }
}
