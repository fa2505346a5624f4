import type { PayoutView } from './payouts-page.ts';

/** The first payout of each case: several payouts in one bank line have one difference. */
export function distinctCases(payouts: readonly PayoutView[]): readonly PayoutView[] {
  const told = new Set<string>();
  return payouts.filter(({ key, together }) => {
    const isTold = together.some((other) => told.has(other.key));
    told.add(key);
    return !isTold;
  });
}
