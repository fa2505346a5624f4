import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GridColumn } from '#renderer/ui/grid/grid-types.ts';
import {
  bandsOf,
  columnsAtEdges,
  cutBy,
  dropPlace,
  hiddenAfter,
  lastScrollPx,
  leftForColumn,
  place,
  seenBands,
  seenColumns,
  stripInView,
  stripOf,
  zonePlaces,
} from '#renderer/ui/grid/placement.ts';

const column = (id: string, width: number, group: string, pinned = false): GridColumn => ({
  id,
  label: id,
  name: id,
  align: 'end',
  width,
  group,
  pinned,
  sortable: true,
});
const placement = place([
  column('a', 100, 'x', true),
  ...Array.from({ length: 50 }, (_, index) => column(`c${index}`, 100, index % 20 < 10 ? 'y' : 'z')),
]);

describe('where columns stand', () => {
  test('the strip begins anew after the pinned ones', () => {
    expect(placement.pinnedPx).toBe(100);
    expect(placement.stripPx).toBe(5000);
    expect(placement.columns[1]?.left).toBe(0);
  });

  test('only those that are seen are drawn, all of them', () => {
    for (const scrolled of [0, 730, 2500, 4200]) {
      const seen = seenColumns(placement, scrolled, 900);
      const drawn = placement.columns.slice(seen.from, seen.to);
      expect(drawn[0]?.left).toBeLessThanOrEqual(scrolled);
      const last = drawn.at(-1);
      expect((last?.left ?? 0) + 100).toBeGreaterThanOrEqual(Math.min(5000, scrolled + 800));
      expect(drawn.length).toBeLessThan(14);
    }
  });

  test('wherever one scrolls to, every column in sight is drawn, and few beside them', () => {
    const widths = fc.array(fc.integer({ min: 40, max: 800 }), { minLength: 1, maxLength: 80 });
    const table = fc.record({
      pinned: fc.array(fc.integer({ min: 40, max: 300 }), { maxLength: 3 }),
      strip: widths,
      atEnd: fc.array(fc.integer({ min: 40, max: 200 }), { maxLength: 2 }),
      viewPx: fc.integer({ min: 320, max: 3000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(table, ({ pinned, strip, atEnd, viewPx, share }) => {
        const placed = place(
          [
            ...pinned.map((width, at) => column(`p${at}`, width, 'pinned', true)),
            ...strip.map((width, at) => column(`c${at}`, width, `g${at % 3}`)),
            ...atEnd.map((width, at) => ({ ...column(`e${at}`, width, 'own'), atEnd: 'whole' })),
          ],
          viewPx,
        );
        const scrolled = Math.round(share * lastScrollPx(placed, viewPx));
        const room = viewPx - placed.pinnedPx - placed.endPx;
        const { from, to } = seenColumns(placed, scrolled, viewPx);
        // Where each column of the strip stands, added up anew.
        const all = [...strip, ...(placed.endFrom < placed.columns.length ? [] : atEnd)];
        let left = 0;
        let inSight = 0;
        for (const [at, width] of all.entries()) {
          const isInSight = left + width > scrolled && left < scrolled + room;
          if (isInSight) {
            inSight += 1;
            expect(from).toBeLessThanOrEqual(pinned.length + at);
            expect(to).toBeGreaterThan(pinned.length + at);
          }
          left += width;
        }
        // 160 px at either side, of columns that are 40 wide at least.
        expect(to - from).toBeLessThanOrEqual(inSight + 10);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test('scrolled as far as it goes, the last column ends where the right end begins', () => {
    const many = [
      column('a', 100, 'x', true),
      ...Array.from({ length: 9 }, (_, at) => column(`c${at}`, 130, 'y')),
    ];
    const placed = place([...many, { ...column('total', 90, 'own'), atEnd: 'whole' }], 700);
    const scrolled = lastScrollPx(placed, 700);
    expect(9 * 130 - scrolled).toBe(700 - 100 - 90);
    expect(seenColumns(placed, scrolled, 700).to).toBe(10);
    // All in view: there is nowhere to scroll to.
    expect(lastScrollPx(placed, 5000)).toBe(0);
  });

  test('a group that comes again has a band of its own, without its fold', () => {
    const bands = bandsOf(stripOf(placement), [
      { id: 'y', label: 'Y', title: 'Y', ink: null, fold: null },
      { id: 'z', label: 'Z', title: 'Z', ink: null, fold: null },
    ]);
    expect(bands.map(({ group, columns, isFirst }) => [group.id, columns, isFirst])).toEqual([
      ['y', 10, true],
      ['z', 10, true],
      ['y', 10, false],
      ['z', 10, false],
      ['y', 10, false],
    ]);
  });

  test('a dragged header goes to the nearest edge between columns, in the zone under the pointer', () => {
    expect(dropPlace(placement, 100 + 260, 0)).toEqual({ before: 'c3', isPinned: false, markPx: 400 });
    expect(dropPlace(placement, 100 + 240, 0)).toEqual({ before: 'c2', isPinned: false, markPx: 300 });
    expect(dropPlace(placement, 20, 1000)).toEqual({ before: 'a', isPinned: true, markPx: 0 });
    expect(dropPlace(placement, 100 + 60, 1000).before).toBe('c11');
  });

  test('columns of the right end stand there as long as there is room for others beside them', () => {
    const columns = [
      column('a', 100, 'x', true),
      ...Array.from({ length: 20 }, (_, index) => column(`c${index}`, 100, 'y')),
      { ...column('total', 120, 'own'), atEnd: 'whole' },
      { ...column('rate', 80, 'own'), atEnd: 'whole' },
    ];
    const roomy = place(columns, 900);
    expect([roomy.endFrom, roomy.endPx, roomy.stripPx]).toEqual([21, 200, 2000]);
    expect(roomy.columns.slice(21).map(({ left, first }) => [left, first])).toEqual([
      [0, true],
      [120, false],
    ]);
    for (const scrolled of [0, 700, 1400]) {
      const seen = seenColumns(roomy, scrolled, 900);
      expect(seen.to).toBeLessThanOrEqual(21);
      const last = roomy.columns[seen.to - 1];
      expect((last?.left ?? 0) + 100).toBeGreaterThanOrEqual(scrolled + 900 - 100 - 200);
    }
    const narrow = place(columns, 400);
    expect([narrow.endFrom, narrow.endPx, narrow.stripPx]).toEqual([23, 0, 2200]);
    // Beside the strip where that ends before the edge, else at the edge.
    expect(roomy.endLeftPx).toBe(700);
    expect(place(columns, 5000).endLeftPx).toBe(2100);
    // Nothing is dropped behind them.
    expect(dropPlace(roomy, 890, 1400)).toMatchObject({ before: null, isPinned: false });
  });

  test('as many names of the right end stand there as leave 160 px to the rest, the last first', () => {
    const table = fc.record({
      names: fc.array(fc.array(fc.integer({ min: 40, max: 140 }), { minLength: 1, maxLength: 3 }), {
        maxLength: 4,
      }),
      pinnedPx: fc.integer({ min: 100, max: 400 }),
      viewPx: fc.integer({ min: 400, max: 2400 }),
    });
    fc.assert(
      fc.property(table, ({ names, pinnedPx, viewPx }) => {
        const placed = place(
          [
            column('a', pinnedPx, 'x', true),
            ...Array.from({ length: 30 }, (_, at) => column(`c${at}`, 100, 'y')),
            ...names.flatMap((widths, name) =>
              widths.map((width, at) => ({ ...column(`e${name}.${at}`, width, 'z'), atEnd: `${name}` })),
            ),
          ],
          viewPx,
        );
        // The widths of the names that stand there, and of those with one more.
        const sums = names.map((widths) => widths.reduce((sum, width) => sum + width, 0));
        const fits = (count: number) =>
          viewPx - pinnedPx - sums.slice(names.length - count).reduce((sum, px) => sum + px, 0) >= 160;
        const count = Array.from({ length: names.length + 1 }, (_, at) => names.length - at).find(fits) ?? 0;
        const kept = names.slice(names.length - count).flat();
        expect(placed.columns.length - placed.endFrom).toBe(kept.length);
        expect(placed.endPx).toBe(kept.reduce((sum, width) => sum + width, 0));
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});

test('what lies beyond the right edge is counted by columns and groups, the next of them first; nothing at the end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 300, max: 2000 }),
      (scrolled, viewPx) => {
        const edge = scrolled + viewPx - placement.pinnedPx;
        const beyond = Array.from({ length: 50 }, (_, at) => at).filter((at) => (at + 1) * 100 > edge + 0.5);
        const groups = new Set(beyond.map((at) => (at % 20 < 10 ? 'y' : 'z')));
        expect(hiddenAfter(placement, scrolled, viewPx)).toEqual({
          columns: beyond.length,
          groups: groups.size,
          firstPx: beyond.length === 0 ? 0 : (beyond[0] ?? 0) * 100,
        });
      },
    ),
  );
  expect(hiddenAfter(placement, lastScrollPx(placement, 900), 900).columns).toBe(0);
  expect(hiddenAfter(placement, 0, 0).columns).toBe(0);
});

describe('figures at the edges of the strip', () => {
  const table = fc.record({
    widths: fc.array(fc.integer({ min: 30, max: 300 }), { minLength: 1, maxLength: 40 }),
    pinnedPx: fc.integer({ min: 0, max: 300 }),
    viewPx: fc.integer({ min: 320, max: 1600 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    /** Of a column's room, what its figure takes. */
    filled: fc.double({ min: 0.2, max: 1, noNaN: true }),
  });

  test('are read whole or not at all: whatever is cut is marked, whatever is whole is not', () => {
    let cut = 0;
    fc.assert(
      fc.property(table, ({ widths, pinnedPx, viewPx, share, filled }) => {
        const placed = place([
          column('name', pinnedPx, 'pinned', true),
          ...widths.map((width, at) => column(`c${at}`, width, 'y')),
        ]);
        const scrolled = Math.floor(share * lastScrollPx(placed, viewPx));
        const inView = stripInView(placed, scrolled, viewPx);
        const atEdges = columnsAtEdges(placed, inView);
        expect(atEdges.length).toBeLessThanOrEqual(2);
        let left = -scrolled;
        for (const [at, width] of widths.entries()) {
          const textPx = (width - 12) * filled;
          // Where its first and last digits stand, told from the edge of what is pinned.
          const [from, to] = [left + width - 6 - textPx, left + width - 6];
          const isCut = [0, viewPx - pinnedPx].some((edge) => from < edge - 0.5 && to > edge + 0.5);
          const item = stripOf(placed)[at];
          if (item === undefined) throw new Error('Each column is placed.');
          const marked = atEdges.includes(item) ? cutBy(item, '1.783.583', textPx, inView) : null;
          expect(marked !== null).toBe(isCut);
          if (isCut) cut += 1;
          left += width;
        }
      }),
    );
    expect(cut).toBeGreaterThan(20);
  });

  test('are told from words, which are seen to be cut; a number of an order is read like a figure', () => {
    const placed = place([column('name', 100, 'pinned', true), column('a', 200, 'y'), column('b', 900, 'y')]);
    const inView = stripInView(placed, 120, 500);
    const [a] = stripOf(placed);
    if (a === undefined) throw new Error('It is there.');
    const asText = { ...a, column: { ...a.column, align: 'start' as const } };
    expect(cutBy(a, '−', 150, inView)).toBeNull();
    expect(cutBy(a, '1.783', 150, inView)).toBe('start');
    expect(cutBy(a, '1.783', 40, inView)).toBeNull();
    expect(cutBy(asText, 'Taladro de 600 W', 150, inView)).toBeNull();
    expect(cutBy(asText, '2000012345', 150, inView)).toBe('start');
    expect(columnsAtEdges(placed, stripInView(placed, 0, 0))).toEqual([]);
  });
});

describe('a column that is not seen whole', () => {
  // 600 px of the strip are in view, beside 100 px of names and 200 px of the right end.
  const placed = place(
    [
      column('a', 100, 'x', true),
      ...[...'bcdefghij'].map((id) => column(id, 100, 'y')),
      column('wide', 700, 'y'),
      { ...column('total', 200, 'own'), atEnd: 'whole' },
    ],
    900,
  );
  const leftOf = (id: string, scrolledPx: number) =>
    leftForColumn(
      placed,
      placed.columns.findIndex((each) => each.column.id === id),
      scrolledPx,
      900,
    );

  test('is brought into view by the shortest way', () => {
    expect([...'bcdefg'].map((id) => leftOf(id, 0))).toEqual([null, null, null, null, null, null]);
    expect([leftOf('h', 0), leftOf('j', 0)]).toEqual([100, 300]);
    expect([leftOf('b', 250), leftOf('d', 250), leftOf('d', 200)]).toEqual([0, 200, null]);
    expect([leftOf('h', 99), leftOf('h', 100)]).toEqual([100, null]);
    // Wider than the room: from its beginning.
    expect(leftOf('wide', 0)).toBe(900);
  });

  test('is none of those that stand at either end, nor one that there is not', () => {
    for (const id of ['a', 'total', 'none']) expect(leftOf(id, 400)).toBeNull();
    expect(leftForColumn(placed, 12, 0, 900)).toBeNull();
  });
});

test('the names of groups are drawn over columns that are, and those with a fold wherever they are', () => {
  const fold = { folded: false, title: 'fold', toggle: () => {} };
  const placed = place(
    ['y', 'z', 'u', 'v'].flatMap((id) => [1, 2].map((at) => column(`${id}${at}`, 100, id))),
  );
  const bands = bandsOf(
    placed.columns,
    ['y', 'z', 'u', 'v'].map((id) => ({
      ...{ id, label: id, title: id, ink: null },
      fold: id === 'v' ? fold : null,
    })),
  );
  const namesOf = (from: number, to: number) =>
    seenBands(bands, placed, { from, to })
      .map(({ group }) => group.id)
      .join('');
  expect(namesOf(0, 2)).toBe('yv');
  expect(namesOf(1, 3)).toBe('yzv');
  expect(namesOf(2, 4)).toBe('zv');
  expect(namesOf(3, 5)).toBe('zuv');
  expect(namesOf(0, 8)).toBe('yzuv');
  // Nothing is drawn yet.
  expect(namesOf(8, 8)).toBe('yzuv');
  expect(bands.map(({ left, width, columns }) => [left, width, columns])).toEqual([
    [0, 200, 2],
    [200, 200, 2],
    [400, 200, 2],
    [600, 200, 2],
  ]);
});

test('a table of pinned columns alone has no strip; one without columns has no place', () => {
  const pinned = place([column('a', 100, 'x', true), column('b', 50, 'x', true)], 900);
  expect([pinned.pinnedCount, pinned.pinnedPx, pinned.stripPx, pinned.endFrom, pinned.endPx]).toEqual([
    2, 150, 0, 2, 0,
  ]);
  expect(pinned.columns.map(({ left, first }) => [left, first])).toEqual([
    [0, false],
    [100, false],
  ]);
  expect(stripOf(pinned)).toEqual([]);
  expect(dropPlace(pinned, 140, 0)).toEqual({ before: null, isPinned: true, markPx: 150 });
  expect(dropPlace(pinned, 300, 0)).toEqual({ before: null, isPinned: false, markPx: 150 });
  expect(place([], 900)).toMatchObject({ columns: [], pinnedCount: 0, stripPx: 0, endFrom: 0 });
});

test('each zone stands where what is before it ends', () => {
  const placed = place(
    [column('a', 120, 'x', true), column('b', 300, 'y'), { ...column('c', 80, 'z'), atEnd: 'whole' }],
    900,
  );
  expect(zonePlaces(placed)).toEqual({
    pins: { width: 120 },
    strip: { left: 120 },
    end: { left: 420, width: 80 },
  });
  // A group begins where the strip does, and where another one does.
  expect(placed.columns.map(({ first }) => first)).toEqual([false, true, true]);
});
