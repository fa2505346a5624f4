import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createByteSink } from '#renderer/data/files/parquet/byte-sink.ts';
import { appendHybrid, bitWidth } from '#renderer/data/files/parquet/hybrid.ts';
import {
  binary,
  bool,
  i32,
  i64,
  list,
  struct,
  type Thrift,
  text,
  thriftBytes,
} from '#renderer/data/files/parquet/thrift.ts';
import { createByteReader, readHybrid } from './read-encodings.ts';

/** Bytes that are read again. */

describe('bytes that grow', () => {
  test('are those that were put there, in order, whatever room there was', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('byte' as const), value: fc.nat(255) }),
      fc.record({ kind: fc.constant('append' as const), value: fc.uint8Array({ maxLength: 40 }) }),
      fc.record({ kind: fc.constant('uint32' as const), value: fc.nat(0xffffffff) }),
    );
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 0, max: 9 }), (steps, capacity) => {
        const sink = createByteSink(capacity);
        const expected: number[] = [];
        for (const { kind, value } of steps) {
          if (kind === 'byte') sink.byte(value);
          else if (kind === 'append') sink.append(value);
          else sink.uint32(value);
          if (kind === 'byte') expected.push(value);
          else if (kind === 'append') expected.push(...value);
          else for (const by of [1, 2 ** 8, 2 ** 16, 2 ** 24]) expected.push(Math.floor(value / by) % 256);
          expect(sink.length()).toBe(expected.length);
        }
        expect([...sink.bytes()]).toEqual(expected);
      }),
    );
  });

  test('hold any whole number, seven bits a byte', () => {
    const numbers = fc.oneof(
      fc.maxSafeNat(),
      fc.constantFrom(0, 127, 128, 16_383, 16_384, 2 ** 32, 2 ** 53 - 1),
    );
    fc.assert(
      fc.property(fc.array(numbers), (values) => {
        const sink = createByteSink();
        for (const value of values) sink.varint(value);
        const read = createByteReader(sink.bytes());
        expect(values.map(() => read.varint())).toEqual(values.map(BigInt));
        expect(read.isAtEnd()).toBe(true);
      }),
    );
  });
});

describe('runs and groups of eight', () => {
  const runs = (width: number) =>
    fc
      .array(
        fc.tuple(
          fc.nat(2 ** width - 1),
          fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 6, max: 20 })),
        ),
      )
      .map((all) => all.flatMap(([value, times]) => Array.from({ length: times }, () => value)));

  test('give back every value, of any width', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 7, 8, 9, 17, 24).chain((width) => fc.tuple(fc.constant(width), runs(width))),
        ([width, values]) => {
          const sink = createByteSink();
          appendHybrid(sink, Uint32Array.from(values), width);
          const read = createByteReader(sink.bytes());
          expect(readHybrid(read, width, values.length)).toEqual(values);
          expect(read.isAtEnd()).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('take a run as one where eight of it are left beside full groups', () => {
    const bytesOf = (values: readonly number[]) => {
      const sink = createByteSink();
      appendHybrid(sink, Uint8Array.from(values), 1);
      return [...sink.bytes()];
    };
    const times = (count: number, value: number) => Array.from({ length: count }, () => value);
    expect(bytesOf([])).toEqual([]);
    expect(bytesOf(times(8, 1))).toEqual([16, 1]);
    expect(bytesOf(times(7, 1))).toEqual([3, 0x7f]);
    expect(bytesOf(times(1_000, 1))).toEqual([0xd0, 0x0f, 1]);
    expect(bytesOf([0, ...times(15, 1)])).toEqual([3, 0xfe, 16, 1]);
    expect(bytesOf([0, ...times(14, 1)])).toEqual([5, 0xfe, 0x7f]);
    expect(bytesOf([...times(9, 1), 0])).toEqual([18, 1, 3, 0]);
  });

  test('are as wide as the greatest value, one bit at least', () => {
    expect([0, 1, 2, 3, 4, 255, 256, 2 ** 24 - 1].map(bitWidth)).toEqual([1, 1, 2, 2, 3, 8, 9, 24]);
  });
});

describe('records', () => {
  type Read = number | bigint | boolean | string | readonly Read[] | { readonly [id: number]: Read };
  const readOf = (bytes: Uint8Array): Read => {
    const read = createByteReader(bytes);
    const value = (code: number): Read => {
      if (code === 1 || code === 2) return code === 1;
      if (code === 5 || code === 6) return read.zigzag();
      if (code === 8) return Buffer.from(read.take(Number(read.varint()))).toString();
      if (code === 9) {
        const head = read.byte();
        const count = head >> 4 === 15 ? Number(read.varint()) : head >> 4;
        return Array.from({ length: count }, () => value(head & 15));
      }
      expect(code).toBe(12);
      const fields: { [id: number]: Read } = {};
      for (let id = 0; ; ) {
        const head = read.byte();
        if (head === 0) return fields;
        id += head >> 4;
        fields[id] = value(head & 15);
      }
    };
    const found = value(12);
    expect(read.isAtEnd()).toBe(true);
    return found;
  };

  test('are read as they were written: numbers, texts, lists of any length, fields that lack', () => {
    const many = Array.from({ length: 20 }, (_, at) => at);
    const record: Thrift = struct(
      [1, i32(0)],
      [2, null],
      [3, i64(2 ** 52)],
      [4, bool(true)],
      [5, bool(false)],
      [9, text('ñ€')],
      [10, binary(Uint8Array.of(65, 66))],
      [12, list(many.map(i32))],
      [13, list(many.slice(0, 14).map((at) => text(`t${at}`)))],
      [14, list(many.slice(0, 15).map((at) => struct([1, i64(at)])))],
      [15, list([])],
      [20, struct([8, struct([1, bool(false)])])],
    );
    expect(readOf(thriftBytes(record))).toEqual({
      ...{ 1: 0n, 3: BigInt(2 ** 52), 4: true, 5: false, 9: 'ñ€', 10: 'AB' },
      ...{ 12: many.map(BigInt), 13: many.slice(0, 14).map((at) => `t${at}`) },
      ...{ 14: many.slice(0, 15).map((at) => ({ 1: BigInt(at) })), 15: [], 20: { 8: { 1: false } } },
    });
  });
});
