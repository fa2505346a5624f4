import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { MonthsQuery } from '#renderer/reconciliation/month/model/months-page.ts';
import type { Month } from '#shared/domain/dates.ts';

/** Months by their steps, as the screen asks for them. */

/** What months are asked about as the screen has it: whose, with which costs, and up to which difference. */
export function useMonthsQuery(): MonthsQuery {
  const { scope, code } = useCurrency();
  const countsOwnCosts = useSelection().selection.ownCosts !== null;
  const [tolerance] = useTolerance();
  const [payoutTolerance] = usePayoutTolerance();
  const today = todayHere();
  return useMemo(
    () => ({ scope, currency: code, countsOwnCosts, tolerance, payoutTolerance, today }),
    [scope, code, countsOwnCosts, tolerance, payoutTolerance, today],
  );
}

/** A month by its steps and accounts; null: none is asked about. */
export function useMonthPage(month: Month | null) {
  const query = useMonthsQuery();
  const input = useMemo(() => (month === null ? null : { ...query, month }), [query, month]);
  return useLiveQuery('month', input, (call, asked, slot) => call.readMonth({ ...asked, slot }));
}
