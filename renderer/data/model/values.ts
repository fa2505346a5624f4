import type { Selection } from '#shared/domain/selection.ts';

/** Values of a column. */

export type ValueCount = { readonly value: string; readonly rows: number };

/** Values of a column among the rows that the other filters leave. */
export type ValuesQuery = {
  readonly selection: Selection;
  readonly column: string;
  /** Only values that hold this text, without regard to case or accents. "" or absent: all. */
  readonly find?: string;
  /** start: only values that begin with it; the value that is it comes first. Absent: anywhere in the value. */
  readonly at?: 'start' | 'anywhere';
  /** At most so many, the most frequent ones. Null or absent: all. */
  readonly limit?: number | null;
  /** Values that are wanted beyond the limit too, and where no row carries them (0 rows). */
  readonly also?: readonly string[];
};

export type ValuesAnswer = {
  readonly revision: number;
  /** Most frequent first, then by text; those of `also` that the limit leaves out come after them. */
  readonly values: readonly ValueCount[];
  /** How many values hold the text, and how many there are; those of `also` without rows included. */
  readonly found: number;
  readonly all: number;
};
