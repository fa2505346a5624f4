import { expect } from 'vitest';

/** Reads bytes by the words of the formats' own texts, in whole numbers of any size. */

export type ByteReader = ReturnType<typeof createByteReader>;

export function createByteReader(bytes: Uint8Array) {
  let at = 0;
  const byte = (): number => {
    const found = bytes[at];
    if (found === undefined) throw new RangeError('Beyond the end');
    at += 1;
    return found;
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const next = BigInt(byte());
      value |= (next & 127n) << shift;
      if (next < 128n) return value;
    }
  };
  const zigzag = (): bigint => {
    const value = varint();
    return (value >> 1n) ^ -(value & 1n);
  };
  const take = (count: number): number[] => Array.from({ length: count }, byte);
  /** A whole number of so many bytes, the lowest first. */
  const unsigned = (count: number): bigint =>
    take(count).reduce((all, each, place) => all | (BigInt(each) << BigInt(8 * place)), 0n);
  return { byte, varint, zigzag, take, unsigned, isAtEnd: () => at === bytes.length };
}

/** Numbers of so many bits, packed from the lowest on. */
function unpacked(bits: bigint, width: number, count: number): bigint[] {
  const mask = (1n << BigInt(width)) - 1n;
  return Array.from({ length: count }, (_, at) => (bits >> BigInt(at * width)) & mask);
}

/** So many values as runs and groups of eight (RLE / bit-packing hybrid). */
export function readHybrid(read: ByteReader, width: number, count: number): number[] {
  const values: number[] = [];
  while (values.length < count) {
    const head = Number(read.varint());
    if (head % 2 === 0) {
      const value = Number(read.unsigned(Math.ceil(width / 8)));
      values.push(...Array.from({ length: head / 2 }, () => value));
      continue;
    }
    const groups = (head - 1) / 2;
    values.push(...unpacked(read.unsigned(groups * width), width, 8 * groups).map(Number));
  }
  // The last group is filled with zeros.
  expect(values.slice(count).every((value) => value === 0) && values.length < count + 8).toBe(true);
  return values.slice(0, count);
}

/** Numbers by their differences (DELTA_BINARY_PACKED). */
export function readDeltas(read: ByteReader): bigint[] {
  const block = Number(read.varint());
  const miniblocks = Number(read.varint());
  const total = Number(read.varint());
  const values = [read.zigzag()];
  const count = block / miniblocks;
  while (values.length < total) {
    const smallest = read.zigzag();
    for (const width of read.take(miniblocks)) {
      if (values.length >= total) break;
      for (const bits of unpacked(read.unsigned((count * width) / 8), width, count))
        if (values.length < total) values.push((values.at(-1) ?? 0n) + smallest + bits);
    }
  }
  return values;
}
