import { useAnnotate } from '#renderer/data/client/annotations.ts';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { StepPart, WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import { unwaiveParts, waiveParts } from '#renderer/reconciliation/month/model/waivers.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import type { Month } from '#shared/domain/dates.ts';

/** Says of parts of a step that they are not needed, in somebody's name, and takes it back; every step can be undone. */
export function useWaiving(month: Month, step: WaivableStep) {
  const text = useText();
  const annotate = useAnnotate();
  const { remember } = useUndo();
  const [owner] = useOwner();
  const { run, busy, failed } = useAction();
  const write = (label: string, changes: AnnotationChanges<'month-waiver'>): void =>
    void run(async () => {
      const back = await annotate(changes);
      remember(label, () => void run(() => annotate(back)), { isOffered: true });
    });
  return {
    busy,
    failed,
    waive: (parts: readonly StepPart[]): void => {
      const by = { owner: owner.trim(), note: '', atMs: Date.now() };
      write(text('month.undo-waived'), waiveParts(month, step, parts, by));
    },
    unwaive: (parts: readonly StepPart[]): void =>
      write(text('month.undo-unwaived'), unwaiveParts(month, step, parts)),
  };
}
