import { z } from 'zod';
import { readScreenPart, useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import {
  ANOMALY_KINDS,
  type AnomalyKind,
  type AnomalyThresholds,
  DEFAULT_THRESHOLDS,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';

/** From when on something is reported, remembered for the account. */

const amount = z
  .string()
  .refine((value) => !value.startsWith('-') && parseDecimal(value) !== undefined)
  .transform((value) => value as Decimal);
const amounts = Object.fromEntries(ANOMALY_KINDS.map((kind) => [kind, amount])) as {
  readonly [kind in AnomalyKind]: typeof amount;
};
const schema: z.ZodType<AnomalyThresholds> = z.object({
  amounts: z.object(amounts),
  marginPoints: z.int().min(0).max(10_000),
  marginSpreads: z.int().min(0).max(10_000),
  marginRows: z.int().min(1).max(1_000_000),
});

/** The numbers that only margins have. */
export const MARGIN_LIMITS = ['marginPoints', 'marginSpreads', 'marginRows'] as const;
export type MarginLimit = (typeof MARGIN_LIMITS)[number];

/** Whether a limit may be so. */
export function isLimit(limit: MarginLimit, value: number): boolean {
  return schema.safeParse({ ...DEFAULT_THRESHOLDS, [limit]: value }).success;
}

export const isAmount = (value: string): boolean => amount.safeParse(value).success;

const PART = 'reconciliation.anomalies';

export function useThresholds() {
  return useScreenState(PART, schema, DEFAULT_THRESHOLDS);
}

export const readThresholds = (accountId: string): AnomalyThresholds =>
  readScreenPart(accountId, PART, schema, DEFAULT_THRESHOLDS);
