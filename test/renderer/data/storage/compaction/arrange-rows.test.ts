import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { arrangeRows } from '#renderer/data/storage/compaction/compactor.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';

type Row = { readonly order: number; readonly isAlive: boolean };
const row: fc.Arbitrary<Row> = fc.record({ order: fc.integer({ min: 0, max: 6 }), isAlive: fc.boolean() });

function segmentsOf(all: readonly (readonly Row[])[]): readonly StoredSegment[] {
  let base = 3;
  return all.map((rows) => {
    const segment = {
      base,
      rowCount: rows.length,
      isLive: Uint8Array.from(rows, ({ isAlive }) => (isAlive ? 1 : 0)),
      orderOf: Uint32Array.from(rows, ({ order }) => order),
    };
    base += rows.length + 2;
    return segment as StoredSegment;
  });
}

describe('the rows of a merge', () => {
  test('are all that live, in their order, but that those of an order follow its first', () => {
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 12 }), { maxLength: 5 }), (all) => {
        const segments = segmentsOf(all);
        const live = segments.flatMap(({ base, isLive, orderOf }) =>
          [...isLive.keys()]
            .filter((at) => isLive[at] === 1)
            .map((at) => ({ number: base + at, order: orderOf[at] })),
        );
        const met = [...new Set(live.map(({ order }) => order))];
        const expected = met.flatMap((order) => live.filter((each) => each.order === order));
        expect([...arrangeRows(segments, 7)]).toEqual(expected.map(({ number }) => number));
      }),
    );
  });
});

describe('a store', () => {
  const segmentOf = (orders: readonly string[]) => {
    const encoded = encodeSegment({ columns: ['Orden'], rows: orders.map((order) => [order]) });
    return decodeSegment(encoded.bytes, encoded.headerLength);
  };

  test('takes no segment for others unless it holds all their live rows and nothing else', () => {
    const store = createColumnStore();
    store.addSegment(1, segmentOf(['A', 'B']), null);
    store.addSegment(2, segmentOf(['A', 'C']), new Set([0]));
    const attempts: readonly (readonly [readonly number[], readonly number[], readonly string[]])[] = [
      [[1], [0], ['A']],
      [[1], [0, 1], ['A']],
      [
        [1, 2],
        [0, 1, 2],
        ['A', 'B', 'A'],
      ],
      [
        [1, 3],
        [0, 1],
        ['A', 'B'],
      ],
      [
        [1, 2],
        [0, 1, 2, 3],
        ['A', 'B', 'A', 'C'],
      ],
    ];
    for (const [ids, rows, orders] of attempts) {
      const merged = { id: 9, segment: segmentOf(orders), rows: Uint32Array.from(rows) };
      expect(() => store.replaceSegments(ids, merged)).toThrow(RangeError);
      expect(store.liveRows).toBe(3);
      expect(store.segments.map(({ retired }) => retired)).toEqual([false, false]);
    }
    store.replaceSegments([1, 2], {
      id: 9,
      segment: segmentOf(['B', 'A', 'C']),
      rows: Uint32Array.of(1, 0, 3),
    });
    expect(store.liveRows).toBe(3);
    expect([4, 5, 6].map((at) => store.cell(at, 'Orden'))).toEqual(['B', 'A', 'C']);
    expect(store.rowsOfOrder('[null,null,"A"]' as never)).toEqual([5]);
  });

  test('knows an order again only while a row of it is there: one merged away comes as a new one', () => {
    const store = createColumnStore();
    store.addSegment(1, segmentOf(['A', 'B']), new Set([0]));
    store.replaceSegments([1], { id: 2, segment: segmentOf(['B']), rows: Uint32Array.of(1) });
    expect(store.orders.find('[null,null,"A"]' as never)).toBe(-1);
    store.addSegment(3, segmentOf(['A', 'A']), null);
    expect(store.rowsOfOrder('[null,null,"A"]' as never)).toEqual([4, 3]);
    expect(store.rowsOfOrder('[null,null,"B"]' as never)).toEqual([2]);
  });
});
