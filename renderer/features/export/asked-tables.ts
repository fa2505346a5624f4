import type { TablesQuery } from '#renderer/data/client/data-calls.ts';
import { scopesOf, useCurrency } from '#renderer/features/currency/currency.tsx';
import { readThresholds, useThresholds } from '#renderer/features/exceptions/thresholds.ts';
import { readTolerance, useTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { readPayoutTolerance, usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import type { Account } from '#shared/contract/app.ts';

/** What the tables beside the rows of an export for engines are asked with: the user's own thresholds, in every currency. */
export function useTablesQuery(): () => TablesQuery {
  const { scopes: views } = useCurrency();
  const [thresholds] = useThresholds();
  const [tolerance] = useTolerance();
  const [payoutTolerance] = usePayoutTolerance();
  return () => ({ today: todayHere(), views, thresholds, tolerance, payoutTolerance });
}

/** The same of an account for what asks outside the screens, as its settings are remembered. */
export const readTablesQuery = ({ id, currencies }: Account): TablesQuery => ({
  today: todayHere(),
  views: scopesOf(currencies),
  thresholds: readThresholds(id),
  tolerance: readTolerance(id),
  payoutTolerance: readPayoutTolerance(id),
});
