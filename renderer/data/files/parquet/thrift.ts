import { createByteSink } from './byte-sink.ts';

/** Thrift's compact protocol, as far as a Parquet file's own records need it: numbers are never negative. */

export type Thrift =
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'i32' | 'i64'; readonly value: number }
  | { readonly type: 'binary'; readonly value: Uint8Array }
  | { readonly type: 'list'; readonly values: readonly Thrift[] }
  | { readonly type: 'struct'; readonly fields: readonly Field[] };

/** Fields ascend by their ids; absent ones are null. */
type Field = readonly [id: number, value: Thrift | null];

const TRUE = 1;
const FALSE = 2;
const CODES = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;
/** From so many elements on the size of a list stands after its head. */
const LONG_LIST = 15;

const textEncoder = new TextEncoder();

export const i32 = (value: number): Thrift => ({ type: 'i32', value });
export const i64 = (value: number): Thrift => ({ type: 'i64', value });
export const bool = (value: boolean): Thrift => ({ type: 'bool', value });
export const binary = (value: Uint8Array): Thrift => ({ type: 'binary', value });
export const text = (value: string): Thrift => binary(textEncoder.encode(value));
export const list = (values: readonly Thrift[]): Thrift => ({ type: 'list', values });
export const struct = (...fields: readonly Field[]): Thrift => ({ type: 'struct', fields });

export function thriftBytes(value: Thrift): Uint8Array {
  const sink = createByteSink();
  write(value);
  return sink.bytes();

  function codeOf(each: Thrift): number {
    if (each.type === 'bool') return each.value ? TRUE : FALSE;
    return CODES[each.type];
  }
  function write(each: Thrift): void {
    switch (each.type) {
      case 'bool':
        // In a struct the head of the field says it already; there are no lists of them.
        return;
      case 'i32':
      case 'i64':
        // Zigzag of what is not negative.
        sink.varint(each.value * 2);
        return;
      case 'binary':
        sink.varint(each.value.length);
        sink.append(each.value);
        return;
      case 'list':
        writeList(each.values);
        return;
      case 'struct':
        writeFields(each.fields);
        return;
    }
  }
  function writeList(values: readonly Thrift[]): void {
    const code = values[0] === undefined ? CODES.struct : codeOf(values[0]);
    sink.byte((Math.min(values.length, LONG_LIST) << 4) | code);
    if (values.length >= LONG_LIST) sink.varint(values.length);
    for (const each of values) write(each);
  }
  function writeFields(fields: readonly Field[]): void {
    let last = 0;
    for (const [id, each] of fields) {
      if (each === null) continue;
      sink.byte(((id - last) << 4) | codeOf(each));
      write(each);
      last = id;
    }
    sink.byte(0);
  }
}
