import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawnFor,
  seenAtFirst,
  seenIn,
  shows,
} from '#renderer/screens/profitability/statement/columns-in-view.ts';

const table = fc.record({
  count: fc.integer({ min: 1, max: 120 }),
  columnPx: fc.integer({ min: 60, max: 220 }),
  pinnedPx: fc.integer({ min: 283, max: 520 }),
  clientWidth: fc.integer({ min: 320, max: 3000 }),
});

/** Columns of which something is in sight beside what is pinned. */
function inSight(
  { count, columnPx, pinnedPx, clientWidth }: typeof table extends fc.Arbitrary<infer T> ? T : never,
  scrollLeft: number,
): readonly number[] {
  const room = clientWidth - pinnedPx;
  return Array.from({ length: count }, (_, column) => column).filter(
    (column) => (column + 1) * columnPx > scrollLeft && column * columnPx < scrollLeft + room,
  );
}

test('wherever one scrolls to, every column in sight is drawn, and few beside them', () => {
  const walk = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(table, walk, fc.boolean(), (sizes, places, beginAtEnd) => {
      const columns = { ...sizes, beginAtEnd };
      const scrollWidth = Math.max(sizes.clientWidth, sizes.pinnedPx + sizes.count * sizes.columnPx);
      let drawn = seenAtFirst(sizes.clientWidth, columns);
      for (const place of places) {
        const scrollLeft = Math.round(place * (scrollWidth - sizes.clientWidth));
        const next = seenIn({ scrollLeft, clientWidth: sizes.clientWidth, scrollWidth }, columns);
        if (!shows(drawn, next)) drawn = next;
        const { from, to } = drawnFor(drawn, sizes.count);
        const sight = inSight(sizes, scrollLeft);
        expect(from).toBeLessThanOrEqual(sight[0] ?? from);
        expect(to).toBeGreaterThan(sight.at(-1) ?? -1);
        expect(to - from).toBeLessThanOrEqual(sight.length + 8);
      }
    }),
  );
});

test('before the first layout, a table of months draws its newest', () => {
  const columns = { count: 28, columnPx: 160, pinnedPx: 450, beginAtEnd: true };
  const seen = seenAtFirst(1700, columns);
  const { from, to } = drawnFor(seen, columns.count);
  expect(to).toBe(28);
  expect(from).toBeGreaterThan(14);
  // The width was guessed: a somewhat narrower scroller shows no less, and nothing is drawn again for it.
  const scrollWidth = 450 + 28 * 160;
  expect(
    shows(seen, seenIn({ scrollLeft: scrollWidth - 1560, clientWidth: 1560, scrollWidth }, columns)),
  ).toBe(true);
});

test('months that come in between do not move a table that stands at its end', () => {
  const seen = { first: 0, fits: 6, isAtEnd: true };
  expect(drawnFor(seen, 12).to).toBe(12);
  expect(drawnFor(seen, 13).to).toBe(13);
});
