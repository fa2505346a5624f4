import { describe, expect, test } from 'vitest';
import { encodings } from '#renderer/data/files/parquet/column-chunk.ts';
import type { Gathered } from '#renderer/data/files/parquet/gather.ts';
import type { ColumnType } from '#renderer/data/files/parquet/plan.ts';
import { binary, i64, struct, type Thrift } from '#renderer/data/files/parquet/thrift.ts';

/** Which ways of writing a column are tried, and what is told of its values. */

const SHORT: ColumnType = { kind: 'decimal', digits: 18, scale: 2 };
const LONG: ColumnType = { kind: 'decimal', digits: 38, scale: 2 };
const [PLAIN, DELTA, DELTA_TEXTS, DICTIONARY] = [0, 5, 7, 8];

const numbers = (
  values: readonly (number | null)[],
  large: readonly (readonly [number, bigint])[] = [],
): Gathered => ({
  kind: 'numbers',
  present: Uint8Array.from(values, (value) => (value === null ? 0 : 1)),
  units: Float64Array.from(values, (value) => value ?? 0),
  large: new Map(large),
});
const texts = (codes: readonly (number | null)[], entries: readonly string[]): Gathered => ({
  kind: 'texts',
  present: Uint8Array.from(codes, (code) => (code === null ? 0 : 1)),
  codes: Uint32Array.from(codes, (code) => code ?? 0),
  entries: entries.map((text) => new TextEncoder().encode(text)),
  replaced: 0,
});
const tried = (type: ColumnType, gathered: Gathered) =>
  encodings(type, gathered).map(({ encoding }) => encoding);

describe('a column of numbers', () => {
  test('is tried with a dictionary where two rows share a value, and with it alone where more than 64 do', () => {
    expect(tried(SHORT, numbers([1, 2, 3, 1, 2, 3, 1]))).toEqual([DICTIONARY, PLAIN, DELTA]);
    expect(tried(SHORT, numbers([1, 2, 3, 4, 1, 2, 3]))).toEqual([PLAIN, DELTA]);
    expect(tried(SHORT, numbers(Array(65).fill(7)))).toEqual([DICTIONARY]);
    expect(tried(SHORT, numbers(Array(64).fill(7)))).toEqual([DICTIONARY, PLAIN, DELTA]);
    expect(tried(SHORT, numbers([7]))).toEqual([DICTIONARY, PLAIN, DELTA]);
    expect(tried(SHORT, numbers([null, null]))).toEqual([DICTIONARY]);
  });

  test('is written by differences only where those are exact, and plainly where it is long', () => {
    expect(tried(SHORT, numbers([2 ** 51, 1, 2 ** 51, 1]))).toEqual([DICTIONARY, PLAIN]);
    expect(tried(LONG, numbers([1, 1, 1]))).toEqual([PLAIN]);
    expect(tried(SHORT, numbers([0, 1], [[0, 2n ** 60n]]))).toEqual([PLAIN]);
  });

  test('tells its smallest and largest value, and how many are none', () => {
    const bytes = (value: bigint) => {
      const buffer = Buffer.alloc(8);
      buffer.writeBigInt64LE(value);
      return binary(new Uint8Array(buffer));
    };
    const told = (type: ColumnType, gathered: Gathered): readonly Thrift[] =>
      encodings(type, gathered).map(({ statistics }) => statistics);
    const expected = (nulls: number, largest: bigint, smallest: bigint) =>
      struct([3, i64(nulls)], [5, bytes(largest)], [6, bytes(smallest)]);
    const spread = told(SHORT, numbers([5, null, -(2 ** 40), 3, 2 ** 33 + 1]));
    expect(spread.length).toBeGreaterThan(0);
    for (const each of spread) expect(each).toEqual(expected(1, 2n ** 33n + 1n, -(2n ** 40n)));
    for (const each of told(SHORT, numbers([null, 4, 4]))) expect(each).toEqual(expected(1, 4n, 4n));
    expect(told(SHORT, numbers([null, null]))).toEqual([struct([3, i64(2)])]);
    expect(told(LONG, numbers([1, null]))).toEqual([struct([3, i64(1)])]);
    expect(told(SHORT, numbers([0, 1], [[0, 2n ** 60n]]))).toEqual([struct([3, i64(0)])]);
  });
});

describe('a column of texts', () => {
  const text: ColumnType = { kind: 'text' };

  test('is written by what texts share as well, but where very many rows have the same, or none has one', () => {
    expect(tried(text, texts([0, 1, null], ['a', 'b']))).toEqual([DICTIONARY, DELTA_TEXTS]);
    expect(tried(text, texts(Array(65).fill(0), ['a']))).toEqual([DICTIONARY]);
    expect(tried(text, texts(Array(64).fill(0), ['a']))).toEqual([DICTIONARY, DELTA_TEXTS]);
    expect(tried(text, texts([null], []))).toEqual([DICTIONARY]);
  });

  test('tells how many are none', () => {
    const told = encodings(text, texts([0, null, null, 1], ['a', 'b'])).map(({ statistics }) => statistics);
    expect(told).toEqual([struct([3, i64(2)]), struct([3, i64(2)])]);
  });
});
