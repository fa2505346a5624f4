/** How much memory the rows of a copy may take, and what stays on disk because of it. */

/** In bytes; null: as much as all rows need. */
export type RowMemoryBound = number | null;

export const DEFAULT_ROW_MEMORY: RowMemoryBound = 1_500_000_000;

export type RowMemoryState = {
  readonly bound: RowMemoryBound;
  /** What rows take in memory, in bytes, with what stands beside their columns. */
  readonly heldBytes: number;
  /** Bytes of columns that are on disk alone until somebody asks for them. */
  readonly outBytes: number;
  /** Months of purchase more than half of whose bytes are. */
  readonly monthsOut: number;
  /** False: this browser has no files for it, or its disk is full; more than the bound may be in memory. */
  readonly isKept: boolean;
};
