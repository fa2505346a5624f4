import { partitionPoint } from '#shared/base/sorted-search.ts';

/** The place of the segment that holds a row, among segments whose rows are numbered through from `base` on. */
export function segmentIndexOf(segments: readonly { readonly base: number }[], row: number): number {
  return partitionPoint(1, segments.length, (at) => (segments[at]?.base ?? 0) <= row) - 1;
}
