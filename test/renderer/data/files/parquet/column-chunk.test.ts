import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chunk, encodings } from '#renderer/data/files/parquet/column-chunk.ts';
import type { Gathered } from '#renderer/data/files/parquet/gather.ts';
import type { ColumnType } from '#renderer/data/files/parquet/plan.ts';
import { binary, i64, struct, type Thrift } from '#renderer/data/files/parquet/thrift.ts';
import { type ByteReader, createByteReader, readDeltas, readHybrid } from './read-encodings.ts';

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

/** The values of a column as its pages say them, row by row, by the words of the format's own text. */
function valuesIn(
  { pages, encoding }: Chunk,
  type: ColumnType,
  rows: number,
): readonly (bigint | string | null)[] {
  const isLong = type.kind === 'decimal' && type.digits === 38;
  const plainNumber = (read: ByteReader): bigint =>
    isLong
      ? BigInt.asIntN(128, BigInt(`0x${Buffer.from(read.take(16)).toString('hex')}`))
      : BigInt.asIntN(64, read.unsigned(8));
  const textOf = (bytes: readonly number[]): string => Buffer.from(bytes).toString();
  const data = createByteReader(pages.find(({ kind }) => kind === 'data')?.body ?? new Uint8Array());
  const levels = createByteReader(Uint8Array.from(data.take(Number(data.unsigned(4)))));
  const present = readHybrid(levels, 1, rows);
  expect(levels.isAtEnd()).toBe(true);
  const count = present.reduce((sum, each) => sum + each, 0);
  const read = (): (bigint | string)[] => {
    switch (encoding) {
      case PLAIN:
        return Array.from({ length: count }, () => plainNumber(data));
      case DELTA:
        return readDeltas(data);
      case DELTA_TEXTS: {
        const [shared, rest] = [readDeltas(data), readDeltas(data)];
        let before: readonly number[] = [];
        return shared.map((same, at) => {
          before = [...before.slice(0, Number(same)), ...data.take(Number(rest[at]))];
          return textOf(before);
        });
      }
      default: {
        const page = createByteReader(
          pages.find(({ kind }) => kind === 'dictionary')?.body ?? new Uint8Array(),
        );
        const entries: (bigint | string)[] = [];
        while (!page.isAtEnd())
          entries.push(
            type.kind === 'text' ? textOf(page.take(Number(page.unsigned(4)))) : plainNumber(page),
          );
        const width = data.byte();
        return readHybrid(data, width, count).map((index) => entries[index] ?? 'beyond');
      }
    }
  };
  const values = read();
  expect(data.isAtEnd()).toBe(true);
  expect(values).toHaveLength(count);
  return present.map((is) => (is === 1 ? (values.shift() ?? null) : null));
}

describe('a column', () => {
  const whole = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.maxSafeInteger(),
    fc.constantFrom(2 ** 31, 2 ** 32, -(2 ** 31), -(2 ** 32) - 1, 2 ** 51, Number.MAX_SAFE_INTEGER),
  );
  /** Values that stand for several rows, one after the other or apart. */
  const repeated = <T>(value: fc.Arbitrary<T>) =>
    fc.array(fc.tuple(fc.option(value), fc.integer({ min: 1, max: 12 })), { maxLength: 12 }).chain((runs) => {
      const all = runs.flatMap(([each, times]) => Array.from({ length: times }, () => each));
      return fc.oneof(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
    });

  test('of numbers is read back from every way of writing it, whatever their size', () => {
    const huge = fc.oneof(
      fc.bigInt({ min: -(2n ** 126n), max: 2n ** 126n }),
      fc.constantFrom(2n ** 64n, -(2n ** 64n), 2n ** 63n, -1n),
    );
    fc.assert(
      fc.property(
        repeated(whole),
        fc.boolean(),
        fc.array(huge, { maxLength: 3 }),
        (values, isLong, large) => {
          const type = isLong ? LONG : SHORT;
          const places = values.flatMap((value, row) => (value === null ? [] : [row])).slice(0, large.length);
          const beyond = places.map((row, at): [number, bigint] => [
            row,
            isLong ? (large[at] ?? 0n) : BigInt.asIntN(63, large[at] ?? 0n),
          ]);
          const expected = values.map((value, row) =>
            value === null ? null : (new Map(beyond).get(row) ?? BigInt(value)),
          );
          for (const chunk of encodings(type, numbers(values, beyond)))
            expect(valuesIn(chunk, type, values.length), String(chunk.encoding)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('of texts is read back from every way of writing it', () => {
    const ENTRIES = ['', 'ñ', 'Café', 'Café «Niño»', 'Cama', 'z'];
    const text: ColumnType = { kind: 'text' };
    fc.assert(
      fc.property(repeated(fc.nat(ENTRIES.length - 1)), (codes) => {
        const expected = codes.map((code) => (code === null ? null : (ENTRIES[code] ?? null)));
        for (const chunk of encodings(text, texts(codes, ENTRIES)))
          expect(valuesIn(chunk, text, codes.length), String(chunk.encoding)).toEqual(expected);
      }),
    );
  });

  test('of texts shares with the text before it all that both begin with', () => {
    const ENTRIES = ['Café', 'Café «Niño»', 'Cama', '', 'Cafés'];
    const chunk = encodings({ kind: 'text' }, texts([0, 1, 1, 2, 3, 0, 4], ENTRIES)).find(
      ({ encoding }) => encoding === DELTA_TEXTS,
    );
    const data = createByteReader(chunk?.pages[0]?.body ?? new Uint8Array());
    data.take(Number(data.unsigned(4)));
    const bytes = (text: string) => BigInt(Buffer.from(text).length);
    expect(readDeltas(data)).toEqual([0n, bytes('Café'), bytes('Café «Niño»'), 2n, 0n, 0n, bytes('Café')]);
  });
});
