import type { Annotations } from '#renderer/data/model/annotations.ts';
import type { MatchDecision } from '#renderer/reconciliation/matching/model/decisions.ts';

/**
 * Decisions with the keys under which they are kept: in the order in which they were made, whatever order storage gave
 * them back in. Of two that speak of the same lines the first holds, before a restart and after it.
 */
export const keyed = (said: Annotations<'match-decision' | 'payout-decision'>): readonly MatchDecision[] =>
  [...said]
    .map(([key, decision]) => ({ ...decision, key }))
    .sort((one, other) => one.atMs - other.atMs || (one.key < other.key ? -1 : 1));
