import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPartsCollector, partsOf, restOf } from '#renderer/data/worker/reader/statement-parts.ts';

/** A statement's reading on its way between two workers: in parts of which none is long. */

const item = fc.oneof(
  fc.nat(),
  fc.constant(null),
  fc.record({ cells: fc.array(fc.option(fc.string({ maxLength: 5 })), { maxLength: 30 }) }),
  fc.record({ at: fc.nat() }),
);
/** Many of few: lists of thousands whose items come again. */
const list = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 5 }), fc.constantFrom(0, 1, 199, 200, 201, 3000))
  .map(([some, length]) => Array.from({ length }, (_, at) => some[at % some.length]));
const readings = fc.record({ lines: list, doubts: list, name: fc.string(), none: fc.constant(null) });

test('put together again it is what it was, and its lists go in their order', () => {
  fc.assert(
    fc.property(readings, (reading) => {
      const { take, complete } = createPartsCollector();
      for (const part of partsOf(reading as never)) {
        expect(part.items.length).toBeGreaterThan(0);
        take(part);
      }
      expect(complete(restOf(reading as never))).toEqual(reading);
    }),
    { numRuns: 30 },
  );
});

test('each part is as much as is quick to send: a long text counts for many cells, and what is too much goes alone', () => {
  const wide = { cells: Array.from({ length: 84 }, () => 'x') };
  const huge = { cells: ['x'.repeat(32 * 20_000)] };
  const sizes = (items: readonly unknown[]) =>
    [...partsOf({ lines: items } as never)].map((part) => part.items.length);
  const many = <T>(length: number, of: T): readonly T[] => Array.from({ length }, () => of);
  // Sixteen an item, a cell one and a letter the thirty-second of one.
  expect(sizes(many(2001, 7))).toEqual([1000, 1000, 1]);
  const each = 16 + 84 + 84 / 32;
  expect(sizes(many(400, wide))).toEqual([
    Math.floor(16_000 / each),
    Math.floor(16_000 / each),
    400 - 2 * Math.floor(16_000 / each),
  ]);
  expect(sizes([huge, ...many(100, 7), huge, ...many(100, 7)])).toEqual([1, 100, 1, 100]);
  expect(sizes(many(200, huge))).toEqual([]);
});

test('a short list stays with the rest', () => {
  const reading = { lines: Array.from({ length: 201 }, (_, at) => at), doubts: [1, 2], name: 'n' };
  expect(restOf(reading as never)).toEqual({ lines: [], doubts: [1, 2], name: 'n' });
  expect([...partsOf(reading as never)]).toEqual([{ list: 'lines', items: reading.lines }]);
});
