import { segmentIndexOf } from '#renderer/data/engine/columns/segment-index.ts';

/** Where rows of several segments stand in the one that takes their place. */
export type Placement = {
  readonly rowCount: number;
  /** Rows that stand one after the other before and after, ascending by `at`. */
  readonly runs: readonly Run[];
  /** By source: the new row of each row; -1 where it is not taken over. */
  readonly placeOf: readonly Int32Array[];
};

export type Run = {
  readonly source: number;
  /** First row in the source, and in the new segment. */
  readonly from: number;
  readonly at: number;
  readonly length: number;
};

/** A segment whose rows are numbered through from `base`. */
export type Numbered = { readonly base: number; readonly rowCount: number };

/** Whoever works run by run may stop after each. */
const MOST_IN_RUN = 4_096;

/** `rows`: the numbers of the rows to take over, in their new order; each lies in one of the sources (ascending). */
export function placeRows(sources: readonly Numbered[], rows: Uint32Array): Placement {
  const placeOf = sources.map(({ rowCount }) => new Int32Array(rowCount).fill(-1));
  const runs: Run[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] ?? 0;
    const source = segmentIndexOf(sources, row);
    const { base, rowCount } = sources[source] ?? { base: 0, rowCount: 0 };
    let length = 1;
    while (length < MOST_IN_RUN && rows[at + length] === row + length && row + length < base + rowCount) {
      length += 1;
    }
    runs.push({ source, from: row - base, at, length });
    for (let index = 0; index < length; index += 1) {
      const places = placeOf[source];
      if (places !== undefined) places[row - base + index] = at + index;
    }
    at += length;
  }
  return { rowCount: rows.length, runs, placeOf };
}
