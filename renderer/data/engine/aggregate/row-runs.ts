/**
 * A segment's rows put together by slot: those of slot s stand in `rows` from `ends[s - 1]` to `ends[s]`, ascending.
 * Adding up a run keeps its sums in registers, where a row by row pass writes every sum back to memory.
 */
export type RowRuns = { readonly rows: Uint32Array; readonly ends: Uint32Array };

/** A slot should have so many rows of a segment, on average, that runs are worth it. */
const LEAST_ROWS_A_SLOT = 16;

export function areRunsWorthIt(rowCount: number, slotCount: number): boolean {
  return slotCount * LEAST_ROWS_A_SLOT <= rowCount;
}

/** Scratch for segments of at most `longest` rows. */
export function createRowRuns(longest: number, slotCount: number) {
  const rows = new Uint32Array(longest);
  const ends = new Uint32Array(slotCount);
  const runs: RowRuns = { rows, ends };
  return (slots: Uint32Array, count: number): RowRuns => {
    ends.fill(0);
    countSlots(slots, count, ends);
    let sum = 0;
    for (let slot = 0; slot < ends.length; slot += 1) {
      const here = ends[slot] ?? 0;
      ends[slot] = sum;
      sum += here;
    }
    placeRows(slots, count, ends, rows);
    return runs;
  };
}

function countSlots(slots: Uint32Array, count: number, counts: Uint32Array): void {
  let row = 0;
  for (; row + 1 < count; row += 2) {
    const slot = slots[row] ?? 0;
    counts[slot] = (counts[slot] ?? 0) + 1;
    const next = slots[row + 1] ?? 0;
    counts[next] = (counts[next] ?? 0) + 1;
  }
  if (row < count) {
    const slot = slots[row] ?? 0;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
}

/** `starts` become the ends. */
function placeRows(slots: Uint32Array, count: number, starts: Uint32Array, rows: Uint32Array): void {
  let row = 0;
  for (; row + 1 < count; row += 2) {
    const slot = slots[row] ?? 0;
    const at = starts[slot] ?? 0;
    starts[slot] = at + 1;
    rows[at] = row;
    const next = slots[row + 1] ?? 0;
    const nextAt = starts[next] ?? 0;
    starts[next] = nextAt + 1;
    rows[nextAt] = row + 1;
  }
  if (row < count) {
    const slot = slots[row] ?? 0;
    const at = starts[slot] ?? 0;
    starts[slot] = at + 1;
    rows[at] = row;
  }
}
