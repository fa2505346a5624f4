/** A mutant that is the same program, known by its text: lines move. */
export type Equivalent = {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  /** Why no test can see it. */
  readonly reason: string;
};

export const EQUIVALENT: readonly Equivalent[] = [];
