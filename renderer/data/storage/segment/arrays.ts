import { z } from 'zod';

/** Typed arrays in bytes, and how a header refers to them. */

const ARRAY_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i8: Int8Array,
  i16: Int16Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;
export type ArrayType = keyof typeof ARRAY_TYPES;
type Arrays = {
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
  readonly i8: Int8Array;
  readonly i16: Int16Array;
  readonly i32: Int32Array;
  readonly f64: Float64Array;
};
export type ArrayOf<T extends ArrayType> = Arrays[T];
export type AnyArray = ArrayOf<ArrayType>;

export const arrayRef = <T extends ArrayType>(types: readonly [T, ...T[]]) =>
  z.object({ type: z.enum(types), at: z.int().min(0), length: z.int().min(0) });
export type ArrayRef<T extends ArrayType = ArrayType> = {
  readonly type: T;
  readonly at: number;
  readonly length: number;
};

/** The array a reference names, over the bytes of a body that begins at `bodyAt`. Throws RangeError when it lies outside. */
export function viewArray<T extends ArrayType>(
  buffer: ArrayBuffer,
  bodyAt: number,
  ref: ArrayRef<T>,
): ArrayOf<T> {
  const ArrayClass = ARRAY_TYPES[ref.type];
  return new ArrayClass(buffer, bodyAt + ref.at, ref.length) as ArrayOf<T>;
}

export function byteLengthOf({ type, length }: ArrayRef): number {
  return length * ARRAY_TYPES[type].BYTES_PER_ELEMENT;
}
