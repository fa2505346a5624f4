import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createByteSink } from '#renderer/data/files/parquet/byte-sink.ts';
import { appendDeltas, fitsDelta } from '#renderer/data/files/parquet/delta.ts';
import { inOrder, rowOrder } from '#renderer/data/files/parquet/row-order.ts';
import { createByteReader, readDeltas } from './read-encodings.ts';

const MAX = 2 ** 51 - 1;
const number = fc.oneof(
  fc.integer({ min: -100, max: 100 }),
  fc.integer(),
  fc.maxSafeInteger().map((value) => Math.trunc(value / 4)),
  fc.constantFrom(0, MAX, -MAX, 2 ** 31, -(2 ** 31), 2 ** 32 - 1, 2 ** 32),
);
const numbers = fc
  .tuple(fc.array(number, { minLength: 1, maxLength: 400 }), fc.integer({ min: 1, max: 3 }))
  .map(([values, times]) => Float64Array.from(values.flatMap((value) => Array(times).fill(value))));

test('differences give back every number, whatever its size', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      expect(fitsDelta(values)).toBe(true);
      const sink = createByteSink();
      appendDeltas(sink, values);
      const read = createByteReader(sink.bytes());
      expect(readDeltas(read)).toEqual([...values].map(BigInt));
      expect(read.isAtEnd()).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('numbers whose differences are no exact doubles are left to other encodings', () => {
  expect(fitsDelta(Float64Array.of(2 ** 51))).toBe(false);
  expect(fitsDelta(Float64Array.of(1, -(2 ** 51)))).toBe(false);
  expect(fitsDelta(new Float64Array())).toBe(false);
});

test('rows stand by product, variant and price, each once, and keep their cells', () => {
  const texts = fc.array(fc.tuple(fc.nat(4), fc.nat(2), fc.integer({ min: -3, max: 3 })), { maxLength: 60 });
  fc.assert(
    fc.property(texts, (rows) => {
      const count = rows.length;
      const entries = ['b', 'ba', '', 'ñ', 'a'].map((text) => new TextEncoder().encode(text));
      const texts = (codes: readonly number[]) => ({
        kind: 'texts' as const,
        present: new Uint8Array(count).fill(1),
        codes: Uint32Array.from(codes),
        entries,
        replaced: 0,
      });
      const units = Float64Array.from(rows, ([, , price]) => price);
      const columns = {
        'SKU Producto': texts(rows.map(([product]) => product)),
        'SKU Variante': texts(rows.map(([, variant]) => variant)),
        Ventas: { kind: 'numbers' as const, present: new Uint8Array(count).fill(1), units, large: new Map() },
      };
      const order = rowOrder((key) => columns[key as keyof typeof columns] ?? null, count);
      expect([...order].sort((one, other) => one - other)).toEqual(rows.map((_, row) => row));
      const shown = [...order].map((row) => rows[row] as [number, number, number]);
      const keyOf = ([product, variant, price]: readonly [number, number, number]): [
        string,
        string,
        number,
      ] => [
        Buffer.from(entries[product] ?? []).toString('hex'),
        Buffer.from(entries[variant] ?? []).toString('hex'),
        price,
      ];
      const keys = shown.map((row) => keyOf(row));
      const sorted = [...keys].sort((one, other) =>
        one[0] < other[0]
          ? -1
          : one[0] > other[0]
            ? 1
            : one[1] < other[1]
              ? -1
              : one[1] > other[1]
                ? 1
                : one[2] - other[2],
      );
      expect(keys).toEqual(sorted);
      const moved = inOrder(columns['SKU Producto'], order);
      if (moved.kind !== 'texts') throw new Error('no texts');
      expect([...moved.codes].map((code: number) => moved.entries[code])).toEqual(
        shown.map(([product]) => entries[product]),
      );
    }),
  );
});
