import { describe, expect, it } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { cellAt } from '#renderer/data/engine/columns/segment.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { createSegmentMaker, worldOf } from './world-segments.ts';

const ROWS = 1500;
const KEYS = COLUMNS.map(({ key }) => key);

function rowsOf(maker: ReturnType<typeof createSegmentMaker>, place: number): readonly string[] {
  const { bytes, headerLength } = maker.make(place);
  const { rowCount, columns } = decodeSegment(bytes, headerLength);
  return Array.from({ length: rowCount }, (_, row) =>
    JSON.stringify(KEYS.map((key) => cellAt(columns.get(key), row) ?? '')),
  );
}

describe('rows for the bench', () => {
  it('are rows of the world, each once, whichever segment is made first', () => {
    const maker = createSegmentMaker(ROWS, 400);
    expect(maker.segments).toBe(4);
    const made = [3, 1, 0, 2]
      .map((place) => [place, rowsOf(maker, place)] as const)
      .sort(([a], [b]) => a - b);
    expect(made.map(([, rows]) => rows.length)).toEqual([400, 400, 400, 300]);
    const whole = rowsOf(createSegmentMaker(ROWS, ROWS), 0);
    expect(made.flatMap(([, rows]) => rows)).toEqual(whole);

    const left = new Map<string, number>();
    for (const row of createWorld(worldOf(ROWS)).truth()) {
      const text = JSON.stringify(KEYS.map((key) => row[key] ?? ''));
      left.set(text, (left.get(text) ?? 0) + 1);
    }
    for (const row of whole) left.set(row, (left.get(row) ?? 0) - 1);
    expect(Math.min(...left.values())).toBe(0);
  });
});
