import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { EncodedSegment } from './encode.ts';
import { createBodyWriter } from './layout.ts';
import { mergeColumn } from './merge-columns.ts';
import type { Placement } from './placement.ts';

/**
 * Rows of several segments as one segment, a column a slice: what is gathered in between is a few milliseconds of
 * work each. Equal to encoding the rows' cells, to the byte.
 */
export function* mergeSegments(
  sources: readonly Segment[],
  placement: Placement,
): CooperativeTask<EncodedSegment> {
  const { rowCount } = placement;
  const body = createBodyWriter();
  const columns = [];
  for (const key of columnsOf(sources)) {
    const column = yield* mergeColumn(key, sources, placement, body);
    if (column !== null) columns.push(column);
    yield;
  }
  return { ...(yield* body.finish({ format: 1, rowCount, columns })), rowCount };
}

/** Every column that a source carries, in order of appearance. */
function columnsOf(sources: readonly Segment[]): ReadonlySet<string> {
  return new Set(sources.flatMap(({ columns }) => [...columns.keys()]));
}
