import type { StoredSegment } from '#renderer/data/engine/columns/stored-segment.ts';

/**
 * Numbers of the live rows of some segments as a merged one holds them: as they come, but that the rows of an order
 * stand where its first one does. Counting orders is cheaper where they stand together.
 */
export function arrangeRows(segments: readonly StoredSegment[], orderCount: number): Uint32Array {
  const most = segments.reduce((sum, { rowCount }) => sum + rowCount, 0);
  /** Place of each order among those met, from 1 on. */
  const placeOf = new Uint32Array(orderCount);
  const rows = new Uint32Array(most);
  const places = new Uint32Array(most);
  /** Rows of each place, then where its next row goes. */
  const ends = new Uint32Array(most + 1);
  let count = 0;
  let met = 0;
  for (const { base, rowCount, isLive, orderOf } of segments) {
    for (let at = 0; at < rowCount; at += 1) {
      if (isLive[at] !== 1) continue;
      const order = orderOf[at] ?? 0;
      let place = placeOf[order] ?? 0;
      if (place === 0) {
        met += 1;
        place = met;
        placeOf[order] = place;
      }
      rows[count] = base + at;
      places[count] = place;
      ends[place] = (ends[place] ?? 0) + 1;
      count += 1;
    }
  }
  let end = 0;
  for (let place = 1; place <= met; place += 1) {
    const own = ends[place] ?? 0;
    ends[place] = end;
    end += own;
  }
  const arranged = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const place = places[index] ?? 0;
    const at = ends[place] ?? 0;
    ends[place] = at + 1;
    arranged[at] = rows[index] ?? 0;
  }
  return arranged;
}
