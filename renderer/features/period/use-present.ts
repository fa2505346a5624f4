import { useMemo } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { lastCompleteMonth } from '#renderer/data/model/complete-month.ts';
import type { Present } from './period.ts';

const ALL = {};

/**
 * What named periods are told from; null while there is no purchase. `isKnown`: false until it has been asked which
 * months are complete. Nothing is asked where it is not wanted.
 */
export function usePresent(isWanted = true): { readonly present: Present | null; readonly isKnown: boolean } {
  const ledger = useLedger();
  const { output, error } = useLiveQuery('coverage', isWanted ? ALL : null, (call) =>
    call.readCoverage(null),
  );
  const facts = ledger.kind === 'open' ? ledger.facts : null;
  const isKnown = facts !== null && (output !== null || error !== null);
  const lastPurchase = facts?.lastPurchase ?? null;
  const complete = facts === null || output === null ? null : lastCompleteMonth(output, facts.damage);
  return useMemo(
    () => ({ present: lastPurchase === null ? null : { lastPurchase, complete }, isKnown }),
    [lastPurchase, complete, isKnown],
  );
}
