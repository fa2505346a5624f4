import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  drawnRows,
  followBar,
  MAX_SPACE_PX,
  type ScrollState,
  scrolledTo,
  spaceOf,
  topForRow,
} from '#renderer/ui/grid/scroll-map.ts';

const ROW = 28;
const extents = fc
  .record({ rows: fc.integer({ min: 1, max: 6_000_000 }), viewPx: fc.integer({ min: 100, max: 1200 }) })
  .map(({ rows, viewPx }) => ({ contentPx: rows * ROW, viewPx }));
const barEnd = (extent: { contentPx: number; viewPx: number }) =>
  Math.max(0, spaceOf(extent) - extent.viewPx);
const topEnd = (extent: { contentPx: number; viewPx: number }) =>
  Math.max(0, extent.contentPx - extent.viewPx);

describe('scrolling more lines than a browser has height for', () => {
  test('the space is never higher than what browsers can scroll', () => {
    fc.assert(
      fc.property(extents, (extent) => {
        expect(spaceOf(extent)).toBeLessThanOrEqual(MAX_SPACE_PX);
      }),
    );
  });

  test('every line can be brought into view, and the ends of the bar are the ends of the list', () => {
    fc.assert(
      fc.property(extents, fc.double({ min: 0, max: 1, noNaN: true }), (extent, share) => {
        const top = Math.round(topEnd(extent) * share);
        const state = scrolledTo(top, extent);
        expect(state.topPx).toBe(top);
        expect(state.barPx).toBeGreaterThanOrEqual(0);
        expect(state.barPx).toBeLessThanOrEqual(barEnd(extent));
        if (topEnd(extent) === 0) return;
        expect(state.barPx === 0).toBe(top === 0);
        expect(state.barPx === barEnd(extent)).toBe(top === topEnd(extent));
        expect(followBar(scrolledTo(0, extent), barEnd(extent), extent).topPx).toBe(topEnd(extent));
        expect(followBar(scrolledTo(topEnd(extent), extent), 0, extent).topPx).toBe(0);
      }),
    );
  });

  test('a turn of the wheel moves exactly as many px as it says, wherever one is', () => {
    fc.assert(
      fc.property(
        extents,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 60 }),
        (extent, share, turns) => {
          let state: ScrollState = scrolledTo(Math.round(topEnd(extent) * share), extent);
          for (const turn of turns) {
            // The browser stops the bar at its ends.
            const bar = Math.min(barEnd(extent), Math.max(0, state.barPx + turn));
            const moved = bar - state.barPx;
            const wished = Math.min(topEnd(extent), Math.max(0, state.topPx + moved));
            state = followBar(state, bar, extent);
            expect(state.topPx).toBe(wished);
          }
        },
      ),
    );
  });

  test('turning the wheel long enough reaches either end, though the bar is shorter than the list', () => {
    const extent = { contentPx: 1_300_000 * ROW, viewPx: 700 };
    for (const direction of [1, -1]) {
      const end = direction > 0 ? topEnd(extent) : 0;
      let state = scrolledTo(direction > 0 ? topEnd(extent) - 300_000 : 300_000, extent);
      for (let turn = 0; turn < 300_000 / 100 + 1 && state.topPx !== end; turn += 1) {
        const bar = Math.min(barEnd(extent), Math.max(0, state.barPx + direction * 100));
        expect(bar).not.toBe(state.barPx);
        state = followBar(state, bar, extent);
      }
      expect(state.topPx).toBe(end);
    }
  });
});

test('a row that is not seen whole is brought into view by the shortest way', () => {
  // Of rows 28 px high, 100 px are seen: 4 to 6 whole from 112 on.
  const topOf = (row: number, topPx = 112) => topForRow(row, 28, { topPx, viewPx: 100 });
  expect([4, 5, 6].map((row) => topOf(row))).toEqual([null, null, null]);
  expect(topOf(3)).toBe(84);
  expect(topOf(0)).toBe(0);
  // Its lower edge where the view's is.
  expect(topOf(7)).toBe(8 * 28 - 100);
  expect(topOf(20)).toBe(21 * 28 - 100);
  // Cut by either edge by a px; whole to the px.
  expect([topOf(4, 113), topOf(4, 112)]).toEqual([112, null]);
  expect([topOf(6, 95), topOf(6, 96)]).toEqual([96, null]);
});

test('rows are drawn from the first that is seen on; the last ones where the list ends before', () => {
  const rowsOf = (topPx: number, rowCount: number, count: number) => drawnRows(topPx, 28, rowCount, count);
  expect(rowsOf(0, 100, 11)).toEqual({ first: 0, last: 10 });
  expect(rowsOf(27, 100, 11)).toEqual({ first: 0, last: 10 });
  expect(rowsOf(28, 100, 11)).toEqual({ first: 1, last: 11 });
  expect(rowsOf(90 * 28, 100, 11)).toEqual({ first: 89, last: 99 });
  expect(rowsOf(500, 5, 5)).toEqual({ first: 0, last: 4 });
  expect(rowsOf(0, 0, 0)).toEqual({ first: 0, last: -1 });
});
