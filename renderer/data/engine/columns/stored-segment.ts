import type { Segment } from './segment.ts';

/** A segment in memory, and what the store keeps of each of its rows. */
export type StoredSegment = Segment & {
  readonly id: number;
  /** Number of the segment's first row. */
  readonly base: number;
  /** 1 where the row is alive. */
  readonly isLive: Uint8Array;
  /** What a reading by purchase date made of each row (rule 11): one of ROW_NOTE. */
  readonly notes: Uint8Array;
  /** Order of each row. */
  readonly orderOf: Uint32Array;
  /** Milliseconds of Fecha de compra; NaN where it is absent or unreadable. */
  readonly purchaseMs: Float64Array;
  /** Bounds of the readable purchase dates; +Infinity and -Infinity where there is none. */
  readonly firstPurchase: number;
  readonly lastPurchase: number;
  /** Its live rows have moved to another segment: it keeps nothing but its numbers, no row of it is alive. */
  readonly retired: boolean;
};

/** A live row that a complete answer should have brought and did not: gone, or come again at another date. */
export const ROW_NOTE = { none: 0, gone: 1, moved: 2 } as const;
export type RowNote = (typeof ROW_NOTE)[keyof typeof ROW_NOTE];
