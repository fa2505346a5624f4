import type { Selection } from '#shared/domain/selection.ts';

/** off: rows that do not follow the rule. former: those that do, against the rule that held before. */
export type RateDeviationsQuery = {
  readonly selection: Selection;
  readonly id: string;
  readonly against: 'off' | 'former';
  /** Only rows of which something is asked back. */
  readonly claimOnly: boolean;
};

/** Names of the columns of a claim's file that are none of the API's. */
export type ClaimNames = {
  readonly table: string;
  readonly base: string;
  readonly charged: string;
  readonly expected: string;
  readonly difference: string;
  readonly refunded: string;
  readonly claim: string;
};
