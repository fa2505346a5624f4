import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addColumn, createUnitSums, scaleFor } from '#renderer/data/engine/scan/unit-sums.ts';
import { naiveUnits } from '#test/renderer/data/engine/naive.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Sums of a column by slot: exact, of the rows that are there, whatever they are written like. */

const SLOTS = 3;
const amount = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: -9_999_999, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...['9999999999999.99', '9999999999999.97', '-9999999999999.99', '90071992547409.91'],
      ...['9007199254740991', '0.0000001', '0'],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('1234567890123456789012.5', '', 'N/D', null) },
);
const row = fc.record({
  Ventas: amount,
  slot: fc.integer({ min: -1, max: SLOTS - 1 }),
  isDead: fc.boolean(),
});

test('agrees with whole numbers of any length', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat(8),
      (rows, segments, least) => {
        const store = storeOf(
          rows.map(({ Ventas }) => ({ Ventas })),
          segments,
          ['Ventas'],
        );
        store.markDeleted(rows.flatMap(({ isDead }, at) => (isDead ? [at] : [])));
        store.raiseRevision();
        const { scale, isSafe } = scaleFor(store, 'Ventas', least);
        expect(scale).toBeGreaterThanOrEqual(least);
        const sums = createUnitSums(SLOTS, isSafe);
        for (const segment of store.segments)
          addColumn(segment, 'Ventas', scale, sums, (at) => rows[segment.base + at]?.slot ?? -1);
        for (let slot = 0; slot < SLOTS; slot += 1) {
          const own = rows.filter((each) => each.slot === slot && !each.isDead);
          const expected = own.reduce((sum, { Ventas }) => {
            const isNumber = Ventas !== null && /^-?\d/.test(Ventas);
            return isNumber ? sum + (naiveUnits(Ventas) ?? 0n) : sum;
          }, 0n);
          expect(sums.of(slot)).toBe(inUnitsOf(scale, expected));
        }
      },
    ),
    { numRuns: 200 },
  );
});

/** The naive units count so many places. */
const PLACES = (naiveUnits('1') ?? 1n).toString().length - 1;
const inUnitsOf = (scale: number, units: bigint): bigint =>
  scale >= PLACES ? units * 10n ** BigInt(scale - PLACES) : units / 10n ** BigInt(PLACES - scale);

test('is exact where each value is a double and their sum is none', () => {
  const store = storeOf(
    Array.from({ length: 11 }, () => ({ Ventas: '9999999999999.99' })),
    2,
    ['Ventas'],
  );
  const { scale, isSafe } = scaleFor(store, 'Ventas', 2);
  const sums = createUnitSums(1, isSafe);
  for (const segment of store.segments) addColumn(segment, 'Ventas', scale, sums, () => 0);
  expect([scale, sums.of(0)]).toEqual([2, 11n * 999_999_999_999_999n]);
});
