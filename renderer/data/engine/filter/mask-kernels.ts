/** The inner loops of masks, a byte a row. */

/** The rows that both masks hold; four at a time, as 32-bit words: all three begin where words do. */
export function copyBoth(into: Uint8Array, left: Uint8Array, right: Uint8Array): void {
  const words = asWords(into);
  const leftWords = asWords(left);
  const rightWords = asWords(right);
  for (let at = 0; at < words.length; at += 1) words[at] = (leftWords[at] ?? 0) & (rightWords[at] ?? 0);
  for (let row = words.length * 4; row < into.length; row += 1) {
    into[row] = (left[row] ?? 0) & (right[row] ?? 0);
  }
}

/** How many bytes are 1, where the others are 0; four at a time. */
export function countMembers(part: Uint8Array): number {
  const words = asWords(part);
  let count = 0;
  // The product's upper byte is the sum of the word's four.
  for (let at = 0; at < words.length; at += 1) count += Math.imul(words[at] ?? 0, 0x01010101) >>> 24;
  for (let row = words.length * 4; row < part.length; row += 1) count += part[row] ?? 0;
  return count;
}

function asWords(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}
