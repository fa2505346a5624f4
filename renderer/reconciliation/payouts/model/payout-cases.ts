import type { PayoutView } from './payouts-page.ts';

/** The first payout of each case: several payouts in one bank line have one difference. */
export function distinctCases(payouts: readonly PayoutView[]): readonly PayoutView[] {
  const named = new Set<string>();
  return payouts.filter(({ key, together }) => {
    const isKnown = together.some((other) => named.has(other.key));
    named.add(key);
    return !isKnown;
  });
}
