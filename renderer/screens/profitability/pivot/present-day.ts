import { useLedger } from '#renderer/data/client/session-context.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';

/** The day of the last purchase; null where it tells nothing of what is over. */
export function usePresentDay(isOfPeriods: boolean): LocalDate | null {
  const ledger = useLedger();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  return isOfPeriods && last !== null ? (last.slice(0, 10) as LocalDate) : null;
}
