import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { type MonthStepId, STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Walked } from './walked.ts';

const walkedSchema = z
  .object({
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .transform((month) => month as Month)
      .nullable(),
    step: z.enum(STEP_IDS as readonly [MonthStepId, ...MonthStepId[]]).nullable(),
    detail: z.string(),
  })
  .nullable();
const NOWHERE: Walked | null = null;

/** Where one was last in Conciliación; null: nowhere yet. */
export const useWalked = () => useScreenState<Walked | null>('reconciliation.place', walkedSchema, NOWHERE);
