import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { Sides } from './sides.ts';

/** A decision as it is kept, with those about the same lines and orders that it takes the place of. */

/** Between statements and orders, and between the bank and payouts. */
export type DecisionKind = 'match-decision' | 'payout-decision';
type Decision = Annotation<DecisionKind>;
export type Verdict = Decision['verdict'];

/** As many as the contract keeps. */
const MAX_EARLIER = 100;

/** @param former what was said of the same lines and orders before. Pure. */
export function decisionOf(
  { lines, orders, said }: Sides,
  by: Pick<Decision, 'verdict' | 'note' | 'owner' | 'atMs'>,
  former: Decision | undefined,
): Decision {
  return {
    ...by,
    said,
    lines: [...lines],
    orders: [...orders],
    linesBy: 'values',
    earlier: earlierOf(former),
  };
}

function earlierOf(former: Decision | undefined): Decision['earlier'] {
  if (former === undefined) return [];
  const { verdict, note, owner, atMs, said } = former;
  return [...former.earlier, { verdict, note, owner, atMs, said }].slice(-MAX_EARLIER);
}
