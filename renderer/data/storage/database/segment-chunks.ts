import { cutBytes, MAX_RECORD_BYTES } from './bytes.ts';
import type { LedgerDatabase } from './database.ts';

/** The bytes of a segment as records. */

/** Records asked for at once: each is copied when it is, and messages that wait come between. */
const CHUNKS_AT_ONCE = 16;

export function chunkCount(bytes: Uint8Array): number {
  return Math.ceil(bytes.length / MAX_RECORD_BYTES);
}

/** Inside the caller's transaction. */
export async function addSegmentChunks(
  database: LedgerDatabase,
  segment: number,
  bytes: Uint8Array,
): Promise<void> {
  const step = CHUNKS_AT_ONCE * MAX_RECORD_BYTES;
  for (let from = 0; from < bytes.length; from += step) {
    const first = from / MAX_RECORD_BYTES;
    await database.segmentChunks.bulkAdd(
      cutBytes(bytes.subarray(from, from + step)).map((chunk, index) => ({
        segment,
        index: first + index,
        bytes: chunk,
      })),
    );
  }
}
