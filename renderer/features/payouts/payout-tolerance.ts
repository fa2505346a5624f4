import { z } from 'zod';
import { readScreenPart, useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { DEFAULT_TOLERANCE } from '#renderer/reconciliation/payouts/model/why-open.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';

const toleranceSchema = z
  .string()
  .refine((text) => (parseDecimal(text)?.units ?? -1n) >= 0n)
  .transform((text) => text as Decimal);

const PART = 'reconciliation.payout-tolerance';

/** What a bank line may be off by and counts as arrived, in units of its currency; remembered. */
export function usePayoutTolerance() {
  return useScreenState<Decimal>(PART, toleranceSchema, DEFAULT_TOLERANCE);
}

export const readPayoutTolerance = (accountId: string): Decimal =>
  readScreenPart(accountId, PART, toleranceSchema, DEFAULT_TOLERANCE);
