import { useText } from '#renderer/i18n/text.tsx';
import type { MonthStep, StepPart, WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import { signParts, unsignParts } from '#renderer/reconciliation/month/model/sign-offs.ts';
import { stepName } from '#renderer/reconciliation/parts/step-messages.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useUndoableWrite } from '#renderer/reconciliation/parts/use-undoable-write.ts';
import type { Month } from '#shared/domain/dates.ts';

/** Signs a step of a month off in somebody's name, and takes that back; every step can be undone. */
export function useSigning(
  month: Month,
  of: {
    readonly step: MonthStep<WaivableStep>;
    readonly parts: readonly StepPart[];
    readonly gone: readonly string[];
  },
) {
  const text = useText();
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  const step = stepName(of.step.id, text);
  return {
    busy,
    failed,
    hasName: owner.trim() !== '',
    sign: (): void =>
      void write(
        text('month.undo-signed', { step }),
        signParts(month, of, { owner: owner.trim(), atMs: Date.now() }),
      ),
    unsign: (): void => void write(text('month.undo-unsigned', { step }), unsignParts(month, of.step.id, of)),
  };
}
