import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import type { PayoutsPage } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { machineLocal } from '#renderer/ui/date-format.ts';
import { dayOf, type LocalDate, type LocalDateTime } from '#shared/domain/dates.ts';
import { usePayoutTolerance } from './payout-tolerance.ts';

/** By this machine's clock. */
export const todayHere = (): LocalDate => dayOf(machineLocal(Date.now()) as LocalDateTime);

/** Payouts of the accounts in view with their bank lines. */
export function usePayouts() {
  const { scope } = useCurrency();
  const day = todayHere();
  const [tolerance] = usePayoutTolerance();
  const input = useMemo(() => ({ scope, day, tolerance }), [scope, day, tolerance]);
  return useLiveQuery<typeof input, PayoutsPage>('chain', input, (call, query, slot) =>
    call.readPayouts({ ...query, slot }),
  );
}
