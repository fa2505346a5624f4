/** Bytes as records hold them: in slices, because large values are not safe in storage. */

/** Larger values go to files of their own in Chromium, with reports of failed reads (FORMAT.md). */
export const MAX_RECORD_BYTES = 60_000;

/** Cuts bytes into records of their own. The slices are copies: a view would be stored with its whole buffer. */
export function cutBytes(bytes: Uint8Array): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += MAX_RECORD_BYTES) {
    chunks.push(bytes.slice(at, at + MAX_RECORD_BYTES));
  }
  return chunks;
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** One bit a row, set where `isSet` says so. */
export function bitmap(rowCount: number, isSet: (row: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(rowCount / 8));
  for (let row = 0; row < rowCount; row += 1) {
    if (isSet(row)) bits[row >>> 3] = (bits[row >>> 3] ?? 0) | (1 << (row & 7));
  }
  return bits;
}

export function bitAt(bits: Uint8Array, row: number): boolean {
  return (((bits[row >>> 3] ?? 0) >>> (row & 7)) & 1) === 1;
}

/** How many bits are set. */
export function countBits(bits: Uint8Array): number {
  let count = 0;
  for (const byte of bits) {
    for (let rest = byte; rest !== 0; rest &= rest - 1) count += 1;
  }
  return count;
}
