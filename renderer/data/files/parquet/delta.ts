import { type ByteSink, createByteSink } from './byte-sink.ts';

/** Parquet's encodings by differences: DELTA_BINARY_PACKED for whole numbers, DELTA_BYTE_ARRAY for texts. */

const BLOCK = 128;
const MINIBLOCKS = 4;
const MINIBLOCK = BLOCK / MINIBLOCKS;
/** Differences of numbers below this, and what is made of them here, are exact doubles. */
const LARGEST = 2 ** 51;

export function fitsDelta(values: Float64Array): boolean {
  for (let at = 0; at < values.length; at += 1) if (Math.abs(values[at] ?? 0) >= LARGEST) return false;
  return values.length > 0;
}

/** Whole numbers that `fitsDelta`: the first, then differences in blocks, each as bits above the block's smallest. */
export function appendDeltas(sink: ByteSink, values: Float64Array): void {
  sink.varint(BLOCK);
  sink.varint(MINIBLOCKS);
  sink.varint(values.length);
  appendZigzag(sink, values[0] ?? 0);
  const deltas = new Float64Array(BLOCK);
  for (let from = 1; from < values.length; from += BLOCK) {
    const count = Math.min(BLOCK, values.length - from);
    let smallest = Number.POSITIVE_INFINITY;
    for (let at = 0; at < count; at += 1) {
      const delta = (values[from + at] ?? 0) - (values[from + at - 1] ?? 0);
      deltas[at] = delta;
      if (delta < smallest) smallest = delta;
    }
    appendZigzag(sink, smallest);
    for (let at = 0; at < BLOCK; at += 1) deltas[at] = at < count ? (deltas[at] ?? 0) - smallest : 0;
    appendBlock(sink, deltas, count);
  }
}

/** Miniblocks after the last value have a width of 0 and no bytes. */
function appendBlock(sink: ByteSink, deltas: Float64Array, count: number): void {
  const widths: number[] = [];
  for (let from = 0; from < BLOCK; from += MINIBLOCK) {
    let largest = 0;
    for (let at = from; at < from + MINIBLOCK; at += 1) largest = Math.max(largest, deltas[at] ?? 0);
    widths.push(widthOf(largest));
  }
  for (const width of widths) sink.byte(width);
  for (const [index, width] of widths.entries()) {
    const from = index * MINIBLOCK;
    if (from < count) appendBits(sink, deltas.subarray(from, from + MINIBLOCK), width);
  }
}

const widthOf = (largest: number): number =>
  largest < 2 ** 32 ? 32 - Math.clz32(largest) : 64 - Math.clz32(Math.floor(largest / 2 ** 32));

/** Bits from the lowest on; as many values as make whole bytes. */
function appendBits(sink: ByteSink, values: Float64Array, width: number): void {
  let held = 0;
  let bits = 0;
  const put = (value: number, count: number): void => {
    let rest = value;
    let left = count;
    while (left > 0) {
      const taken = Math.min(8 - held, left);
      bits |= (rest & ((1 << taken) - 1)) << held;
      rest >>>= taken;
      held += taken;
      left -= taken;
      if (held < 8) continue;
      sink.byte(bits);
      bits = 0;
      held = 0;
    }
  };
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    put(value | 0, Math.min(width, 32));
    if (width > 32) put(Math.floor(value / 2 ** 32), width - 32);
  }
}

function appendZigzag(sink: ByteSink, value: number): void {
  sink.varint(value < 0 ? -2 * value - 1 : 2 * value);
}

/** Each text as what it shares with the one before, and the rest. */
export function appendTexts(sink: ByteSink, entries: readonly Uint8Array[], codes: Uint32Array): void {
  const shared = new Float64Array(codes.length);
  const rest = new Float64Array(codes.length);
  const bytes = createByteSink(codes.length * 8);
  let before: Uint8Array = new Uint8Array();
  for (let at = 0; at < codes.length; at += 1) {
    const entry = entries[codes[at] ?? 0] ?? new Uint8Array();
    const same = sharedLength(before, entry);
    shared[at] = same;
    rest[at] = entry.length - same;
    bytes.append(entry.subarray(same));
    before = entry;
  }
  appendDeltas(sink, shared);
  appendDeltas(sink, rest);
  sink.append(bytes.bytes());
}

function sharedLength(left: Uint8Array, right: Uint8Array): number {
  if (left === right) return right.length;
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left[at] === right[at]) at += 1;
  return at;
}
