import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSegmentMaker } from './world-segments.ts';

/** One process's share of the segments, every so-manieth, as files. Each has the whole world: it is the same in all. */

export type SegmentShare = {
  readonly folder: string;
  readonly rows: number;
  readonly rowsPerSegment: number;
  readonly share: number;
  readonly shares: number;
};
export type MadeSegment = {
  readonly place: number;
  readonly rows: number;
  readonly headerLength: number;
  readonly byteLength: number;
};

// Once it has its share nothing keeps the process but its work.
process.once('message', ({ folder, rows, rowsPerSegment, share, shares }: SegmentShare) => {
  const maker = createSegmentMaker(rows, rowsPerSegment);
  for (let place = share; place < maker.segments; place += shares) {
    const { bytes, headerLength, rowCount } = maker.make(place);
    writeFileSync(join(folder, String(place)), bytes);
    process.send?.({ place, rows: rowCount, headerLength, byteLength: bytes.length } satisfies MadeSegment);
  }
});
