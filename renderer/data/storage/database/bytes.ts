/** Bytes as records hold them: in slices, because large values are not safe in storage. */

/** Larger values go to files of their own in Chromium, with reports of failed reads (FORMAT.md). */
export const MAX_RECORD_BYTES = 60_000;

/** What can be had again is read three times as fast from such files: those of the rows of large segments. */
const LARGE_RECORD_BYTES = 1_000_000;

/** Bytes a record of a segment's rows. A small segment, as most commits are, gets no file of its own. */
export function segmentRecordBytes(byteLength: number): number {
  return byteLength <= LARGE_RECORD_BYTES ? MAX_RECORD_BYTES : LARGE_RECORD_BYTES;
}

/** Cuts bytes into records of their own. The slices are copies: a view would be stored with its whole buffer. */
export function cutBytes(bytes: Uint8Array, recordBytes = MAX_RECORD_BYTES): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += recordBytes) chunks.push(bytes.slice(at, at + recordBytes));
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

export function bitmap(rowCount: number, isSet: (row: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(rowCount / 8));
  for (let row = 0; row < rowCount; row += 1) {
    if (isSet(row)) bits[row >>> 3] = (bits[row >>> 3] ?? 0) | (1 << (row & 7));
  }
  return bits;
}

/** A bit for each flag, set where the flag is 0. Flags are 0 or 1. */
export function clearedBits(flags: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 8));
  for (let at = 0; at < flags.length; at += 1) {
    if (flags[at] === 0) bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7));
  }
  return bits;
}

export function bitAt(bits: Uint8Array, row: number): boolean {
  return (((bits[row >>> 3] ?? 0) >>> (row & 7)) & 1) === 1;
}

export function countBits(bits: Uint8Array): number {
  let count = 0;
  for (const byte of bits) {
    for (let rest = byte; rest !== 0; rest &= rest - 1) count += 1;
  }
  return count;
}

/**
 * 128-bit checksum of a buffer, four words at a time (the MurmurHash3 round in four independent lanes). Every
 * round is a bijection of its lane, so a change within any one word is always seen; four lanes run at the
 * memory's speed where a table-driven CRC would cost half a second at a million rows.
 */
export function checksum(bytes: Uint8Array): string {
  const words = Math.floor(bytes.length / 16) * 4;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const data = new Uint32Array(aligned.buffer, aligned.byteOffset, words);
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0x6a09e667;
  for (let index = 0; index < words; index += 4) {
    a = round(a, data[index] ?? 0);
    b = round(b, data[index + 1] ?? 0);
    c = round(c, data[index + 2] ?? 0);
    d = round(d, data[index + 3] ?? 0);
  }
  for (let index = words * 4; index < aligned.length; index += 1) a = round(a, aligned[index] ?? 0);
  a = round(a, aligned.length);
  return [a, b, c, d].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}

function round(lane: number, word: number): number {
  let mixed = Math.imul(word, 0xcc9e2d51);
  mixed = (mixed << 15) | (mixed >>> 17);
  mixed = lane ^ Math.imul(mixed, 0x1b873593);
  mixed = (mixed << 13) | (mixed >>> 19);
  return (Math.imul(mixed, 5) + 0xe6546b64) | 0;
}
