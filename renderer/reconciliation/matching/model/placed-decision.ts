export type MatchVerdict = 'match' | 'no-match' | 'explained';

/** A decision in places of this statement's lines and orders. */
export type PlacedDecision = {
  readonly verdict: MatchVerdict;
  readonly lines: readonly number[];
  readonly orders: readonly number[];
};
