import { z } from 'zod';
import { readScreenPart, useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import type { Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';

const decimal = z
  .string()
  .refine((text) => {
    const value = parseDecimal(text);
    return value !== undefined && value.units >= 0n;
  })
  .transform((text) => text as Decimal);
const toleranceSchema = z.object({ absolute: decimal, percent: decimal });
const PART = 'reconciliation.tolerance';
const NO_TOLERANCE: Tolerance = { absolute: '0' as Decimal, percent: '0' as Decimal };

/** Up to which difference a statement and the orders count as settled; remembered. */
export function useTolerance() {
  return useScreenState<Tolerance>(PART, toleranceSchema, NO_TOLERANCE);
}

export const readTolerance = (accountId: string): Tolerance =>
  readScreenPart(accountId, PART, toleranceSchema, NO_TOLERANCE);
