import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createWorld, toWireRow, type WireRow, type World } from '#electron/demo/world/world.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { multiset, NOW } from '#test/electron/demo/demo-api.ts';

let world: World;
let truth: readonly WireRow[];
beforeAll(() => {
  let now = NOW;
  world = createWorld({ seed: 23, orders: 200, clock: () => now, pulseMs: 20_000 });
  // Let it live for a while, so that new and moved entries are in play.
  for (let hour = 1; hour <= 12; hour += 1) {
    now = NOW + hour * 600_000;
    world.now();
  }
  truth = [...world.truth()];
});

const EVERYTHING = { itemTypes: null, paymentStatuses: null, itemStatuses: null };
const START = Date.UTC(2024, 0, 1);
const END = NOW + DAY_MS;

describe('ranges of a world that has lived', () => {
  const instant = fc.integer({ min: START, max: END });

  test.each([
    ['purchase_date', (row: WireRow) => Date.parse(`${row['Fecha de compra']}Z`)],
    ['updated_at', (row: WireRow) => Date.parse(row['Fecha de actualización'] ?? '')],
  ] as const)('any range by %s holds each of its rows exactly once', (date, instantOf) => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const found = world.find({ date, from, to }, EVERYTHING);
        const rows = Array.from({ length: found.size }, (_, position) => toWireRow(found.cells(position)));
        const wanted = truth.filter((row) => instantOf(row) >= from && instantOf(row) < to);
        expect(multiset(rows)).toEqual(multiset(wanted));
      }),
      { numRuns: 15 },
    );
  });

  test('two halves of a range are the range', () => {
    fc.assert(
      fc.property(instant, (middle) => {
        const size = (from: number, to: number) =>
          world.find({ date: 'updated_at', from, to }, EVERYTHING).size;
        expect(size(START, middle) + size(middle, END)).toBe(truth.length);
      }),
      { numRuns: 50 },
    );
  });
});
