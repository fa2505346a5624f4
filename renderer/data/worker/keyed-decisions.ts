import type { Annotations } from '#shared/contract/annotations.ts';
import type { MatchDecision } from '#shared/domain/matching/decisions.ts';

/** What the user said, each with the key under which it is kept. */
export const keyed = (said: Annotations<'match-decision' | 'payout-decision'>): readonly MatchDecision[] =>
  [...said].map(([key, decision]) => ({ ...decision, key }));
