import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { DEFAULT_TOLERANCE } from '#renderer/reconciliation/payouts/model/why-open.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';

const toleranceSchema = z
  .string()
  .refine((text) => (parseDecimal(text)?.units ?? -1n) >= 0n)
  .transform((text) => text as Decimal);

/** What a bank line may be off by and counts as arrived, in units of its currency; remembered. */
export function usePayoutTolerance() {
  return useScreenState<Decimal>('reconciliation.payout-tolerance', toleranceSchema, DEFAULT_TOLERANCE);
}
