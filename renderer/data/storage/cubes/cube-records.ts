import { CUBE_TEXTS } from '#renderer/data/engine/cubes/number-cells.ts';
import { FIRST_DAY } from '#renderer/data/model/date-span.ts';
import { checksum } from '#renderer/data/storage/database/bytes.ts';
import type { CubeKey, LedgerDatabase, SegmentRecord } from '#renderer/data/storage/database/database.ts';
import { COLUMNS, isSummable } from '#shared/domain/column-catalogue.ts';

/**
 * Cells kept beside the rows, so that a start can answer before these are in memory. They are made anew of the rows whenever
 * they are not there, and what they were made of stands in their key: where that is not what the segment is now, they count
 * as not there. What the key cannot tell (an order of the segment has come to stand elsewhere too) deletes them in the
 * transaction that makes it so.
 */

/** Raised when cells are made, or laid out, in another way: nothing else looks at what was kept. */
const CELLS_VERSION = 2;

/** What cells are made by: other texts, or another catalogue, would make others. */
const MADE_BY = checksum(
  new TextEncoder().encode(
    JSON.stringify([
      CELLS_VERSION,
      FIRST_DAY,
      CUBE_TEXTS,
      COLUMNS.filter(isSummable).map(({ key, kind }) => [key, kind]),
    ]),
  ),
);

/** What a segment's cells are made of: its rows, those of them that are deleted, the way of making. */
export function stampOfCells(
  { checksum: rows }: Pick<SegmentRecord, 'checksum'>,
  tombstone: { readonly checksum: string } | undefined,
): string {
  return [MADE_BY, rows, tombstone?.checksum ?? ''].join();
}

export const keyOfCells = (segment: number, date: string, stamp: string): CubeKey => [segment, date, stamp];

/** Keys of the cells that are kept, of some segments or of all. */
export async function keysOfCells(
  { cubes }: Pick<LedgerDatabase, 'cubes'>,
  segments: ReadonlySet<number> | null = null,
): Promise<CubeKey[]> {
  const keys = (await cubes.toCollection().primaryKeys()) as CubeKey[];
  return segments === null ? keys : keys.filter(([segment]) => segments.has(segment));
}
