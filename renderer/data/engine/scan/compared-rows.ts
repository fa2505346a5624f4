import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { stretchesOf, type Task } from '#shared/base/tasks.ts';

/** What became of the rows of a mask: a row keeps its number and never changes, it can only come and go. */
export type ComparedRows = {
  /** Null: some of them were merged away, and are not to be read any more. */
  readonly went: SelectionMask | null;
  readonly came: SelectionMask;
};

/**
 * Holds two masks over all rows against each other.
 * @param before of the same store at an earlier time, or of another selection
 */
export function* comparedRows(
  { segments }: Pick<ColumnStore, 'segments'>,
  before: Uint8Array,
  now: Uint8Array,
): Task<ComparedRows> {
  const went = emptyMask(segments.length, now.length);
  const came = emptyMask(segments.length, now.length);
  let [isMerged, place] = [false, 0];
  yield* eachDifference(before, now, (row) => {
    const into = now[row] === 1 ? came : went;
    for (; row >= endOf(segments[place]); place += 1);
    isMerged ||= segments[place]?.retired === true;
    into.mask[row] = 1;
    into.rowsIn[place] = (into.rowsIn[place] ?? 0) + 1;
    into.rows += 1;
  });
  return { went: isMerged ? null : went, came };
}

/** Four at a time, as 32-bit words: both begin where words do. Rows that only the second one reaches were not in the first. */
function* eachDifference(before: Uint8Array, now: Uint8Array, act: (row: number) => void): Task<undefined> {
  const words = Math.min(before.length, now.length) >>> 2;
  const [own, next] = [before, now].map(
    ({ buffer, byteOffset }) => new Uint32Array(buffer, byteOffset, words),
  );
  const actOn = (from: number, to: number): void => {
    for (let row = from; row < to; row += 1) if ((before[row] ?? 0) !== now[row]) act(row);
  };
  if (own === undefined || next === undefined) return;
  for (const { from, to } of stretchesOf(words)) {
    for (let word = from; word < to; word += 1) {
      if (own[word] !== next[word]) actOn(word * 4, word * 4 + 4);
    }
    yield;
  }
  actOn(words * 4, now.length);
}

const endOf = (segment: ColumnStore['segments'][number] | undefined): number =>
  segment === undefined ? Number.POSITIVE_INFINITY : segment.base + segment.rowCount;

const emptyMask = (segments: number, rows: number) => ({
  mask: new Uint8Array(rows),
  rowsIn: new Uint32Array(segments),
  rows: 0,
});
