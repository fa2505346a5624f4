/** Bytes that grow at their end. */
export type ByteSink = ReturnType<typeof createByteSink>;

export function createByteSink(capacity = 256) {
  let buffer = new Uint8Array(capacity);
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, length + more));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  };
  const sink = {
    byte(value: number): void {
      reserve(1);
      buffer[length] = value;
      length += 1;
    },
    append(bytes: Uint8Array): void {
      reserve(bytes.length);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    uint32(value: number): void {
      for (let shift = 0; shift < 32; shift += 8) sink.byte((value >>> shift) & 0xff);
    },
    /** A whole number from 0 to 2^53, seven bits a byte. */
    varint(value: number): void {
      let rest = value;
      while (rest >= 128) {
        sink.byte((rest % 128) | 128);
        rest = Math.floor(rest / 128);
      }
      sink.byte(rest);
    },
    length: (): number => length,
    bytes: (): Uint8Array<ArrayBuffer> => buffer.slice(0, length),
  };
  return sink;
}
