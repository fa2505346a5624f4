import type { TablesQuery } from '#renderer/data/client/data-calls.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useThresholds } from '#renderer/features/exceptions/thresholds.ts';
import { useTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';

/** What the tables beside the rows of an export for engines are asked with: the user's own thresholds, in every currency. */
export function useTablesQuery(): () => TablesQuery {
  const { scopes: views } = useCurrency();
  const [thresholds] = useThresholds();
  const [tolerance] = useTolerance();
  const [payoutTolerance] = usePayoutTolerance();
  return () => ({ today: todayHere(), views, thresholds, tolerance, payoutTolerance });
}
