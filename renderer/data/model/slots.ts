/**
 * The place on the screen that a question is asked for. A newer question of the same slot supersedes one that has not been
 * answered: that one fails with SUPERSEDED and never answers late.
 */
export type InSlot = {
  readonly slot?: string;
  /** Of what nobody sees yet: every other question goes before it, and it rests while one is answered. */
  readonly isAhead?: boolean;
};

/** RpcError code of a question that a newer one of its slot took the place of. */
export const SUPERSEDED = 'superseded';

/** Which lines of a long answer are wanted. */
export type PageRange = { readonly offset: number; readonly limit: number };
