import type { ByteSink } from './byte-sink.ts';

/** Parquet's hybrid of runs and bit-packed groups of eight: definition levels and dictionary indices. */

const GROUP = 8;

/** Bits that the numbers up to `largest` take; one at least. */
export function bitWidth(largest: number): number {
  return Math.max(1, 32 - Math.clz32(largest));
}

/** Values are whole numbers of at most `width` bits, `width` at most 24. */
export function appendHybrid(sink: ByteSink, values: Uint8Array | Uint32Array, width: number): void {
  const { length } = values;
  let packedFrom = 0;
  let at = 0;
  while (at < length) {
    const value = values[at] ?? 0;
    let end = at + 1;
    while (end < length && values[end] === value) end += 1;
    // A packed group is full: the run gives it what it lacks.
    const runFrom = at + ((GROUP - ((at - packedFrom) % GROUP)) % GROUP);
    if (end - runFrom >= GROUP) {
      appendPacked(sink, values, packedFrom, runFrom, width);
      sink.varint((end - runFrom) * 2);
      for (let shift = 0; shift < width; shift += 8) sink.byte((value >>> shift) & 0xff);
      packedFrom = end;
    }
    at = end;
  }
  appendPacked(sink, values, packedFrom, length, width);
}

/** The last group of all is filled with zeros. */
function appendPacked(
  sink: ByteSink,
  values: Uint8Array | Uint32Array,
  from: number,
  to: number,
  width: number,
): void {
  if (to === from) return;
  const groups = Math.ceil((to - from) / GROUP);
  sink.varint(groups * 2 + 1);
  let bits = 0;
  let held = 0;
  for (let at = from; at < from + groups * GROUP; at += 1) {
    bits |= (at < to ? (values[at] ?? 0) : 0) << held;
    held += width;
    while (held >= 8) {
      sink.byte(bits & 0xff);
      bits >>>= 8;
      held -= 8;
    }
  }
}
