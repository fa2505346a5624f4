import { useMemo } from 'react';
import type { ExceptionsQuery } from '#renderer/data/client/data-calls.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useThresholds } from './thresholds.ts';
import { useTolerance } from './tolerance.ts';

/**
 * The queue of exceptions: of all rows of the accounts in view, whatever is selected, by the user's own thresholds. It is
 * found in idle moments; the last answer stays while another one is made.
 * @param withCases each exception by itself, not only how many there are
 */
export function useExceptions(isWanted = true, withCases = false) {
  const { scope, ownCosts } = useSelection().selection;
  const countsOwnCosts = ownCosts !== null;
  const { code: currency } = useCurrency();
  const [thresholds] = useThresholds();
  const [tolerance] = useTolerance();
  const today = todayHere();
  const input = useMemo<ExceptionsQuery>(
    () => ({ scope, currency, thresholds, tolerance, countsOwnCosts, today, withCases }),
    [scope, currency, thresholds, tolerance, countsOwnCosts, today, withCases],
  );
  return useLiveQuery(
    withCases ? 'exception-cases' : 'exceptions',
    isWanted ? input : null,
    (call, asked, slot) => call.readExceptions({ ...asked, slot }),
  );
}
