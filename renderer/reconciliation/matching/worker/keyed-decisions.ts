import type { Annotations } from '#renderer/data/model/annotations.ts';
import type { MatchDecision } from '#renderer/reconciliation/matching/model/decisions.ts';

/**
 * What the user said, each with the key under which it is kept: in the order in which it was said, whatever order storage
 * gave it back in. Of two that speak of the same lines the first holds, before a restart and after it.
 */
export const keyed = (said: Annotations<'match-decision' | 'payout-decision'>): readonly MatchDecision[] =>
  [...said]
    .map(([key, decision]) => ({ ...decision, key }))
    .sort((one, other) => one.atMs - other.atMs || (one.key < other.key ? -1 : 1));
