import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import type { WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { Month } from '#shared/domain/dates.ts';

/** What is typed before a month is closed: it stays while one looks at what is open elsewhere. */

export type CloseDraft = {
  readonly month: string;
  readonly reviewer: string;
  readonly note: string;
  /** By step. */
  readonly reasons: { readonly [step: string]: string };
};

const draftSchema = z
  .object({
    month: z.string(),
    reviewer: z.string().max(200),
    note: z.string().max(1000),
    reasons: z.record(z.string(), z.string().max(1000)),
  })
  .nullable();
const NOTHING: CloseDraft | null = null;

/** What was typed for a month: another month begins anew, with the same reviewer. Pure. */
export const draftOf = (kept: CloseDraft | null, month: Month): CloseDraft =>
  kept?.month === month ? kept : { month, reviewer: kept?.reviewer ?? '', note: '', reasons: {} };

/** What was typed is of the close by now: whoever reviews may do so again. Pure. */
export const clearedDraft = (draft: CloseDraft): CloseDraft => ({ ...draft, note: '', reasons: {} });

/** The same as it is typed and kept. */
export function useCloseDraft(month: Month) {
  const [kept, keep] = useScreenState<CloseDraft | null>('reconciliation.close', draftSchema, NOTHING);
  const draft = draftOf(kept, month);
  return {
    draft,
    setReviewer: (reviewer: string) => keep({ ...draft, reviewer }),
    setNote: (note: string) => keep({ ...draft, note }),
    setReason: (step: WaivableStep, why: string) =>
      keep({ ...draft, reasons: { ...draft.reasons, [step]: why } }),
    clear: () => keep(clearedDraft(draft)),
  };
}
