import { useText } from '#renderer/i18n/text.tsx';
import type { StepPart, WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import { unwaiveParts, waiveParts } from '#renderer/reconciliation/month/model/waivers.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useUndoableWrite } from '#renderer/reconciliation/parts/use-undoable-write.ts';
import type { Month } from '#shared/domain/dates.ts';

/** Says of parts of a step that they are not needed, in somebody's name, and takes it back; every step can be undone. */
export function useWaiving(month: Month, step: WaivableStep) {
  const text = useText();
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  return {
    busy,
    failed,
    /** What of them stands open. */
    waive: (parts: readonly StepPart[]): void => {
      const by = { owner: owner.trim(), note: '', atMs: Date.now() };
      void write(text('month.undo-waived'), waiveParts(month, step, parts, by));
    },
    unwaive: (parts: readonly StepPart[]): void =>
      void write(text('month.undo-unwaived'), unwaiveParts(month, step, parts)),
  };
}
