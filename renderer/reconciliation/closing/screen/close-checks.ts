import { useMemo } from 'react';
import { useLiveQuery, type useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type CheckedMonth, MONTH_CHECKS } from '#renderer/reconciliation/closing/model/month-checks.ts';
import type { MonthsQuery } from '#renderer/reconciliation/month/model/months-page.ts';
import type { Month } from '#shared/domain/dates.ts';

/** The checklist of a close: what the steps of the month come to. */

const NOT_KNOWN = Object.fromEntries(MONTH_CHECKS.map((check) => [check, null])) as CheckedMonth;

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

/** What is looked at before a month is closed; nothing is known while it is asked. */
export function useCloseChecks(month: Month): CheckedMonth {
  const { output, isStale } = useMonthPage(month);
  return isStale ? NOT_KNOWN : (output?.walk?.checks ?? NOT_KNOWN);
}

/** The same, asked once. */
export async function readCloseChecks(
  call: ReturnType<typeof useSession>['data']['call'],
  query: MonthsQuery,
  month: Month,
): Promise<CheckedMonth> {
  const { walk } = await call.readMonth({ ...query, month });
  return walk?.checks ?? NOT_KNOWN;
}
