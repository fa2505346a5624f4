import { useAnnotate, useAnnotations } from '#renderer/data/client/annotations.ts';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import {
  type Ages,
  allowanceKey,
  type SaidAllowance,
} from '#renderer/reconciliation/receivables/model/allowance.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The allowances that were set for a month, and setting one, in somebody's name; every step can be undone. */
export function useAllowances(month: Month) {
  const text = useText();
  const annotate = useAnnotate();
  const said = useAnnotations('receivable-allowance');
  const { remember } = useUndo();
  const [owner] = useOwner();
  const { run, busy, failed } = useAction();
  const write = (label: string, changes: Parameters<typeof annotate<'receivable-allowance'>>[0]) =>
    run(async () => {
      const back = await annotate(changes);
      remember(label, () => void run(() => annotate(back)), { isOffered: true });
    });
  const kind = 'receivable-allowance' as const;
  return {
    of: (canal: string, cuenta: string): SaidAllowance | null =>
      said?.get(allowanceKey(canal, cuenta, month)) ?? null,
    set: (canal: string, cuenta: string, amount: Decimal, ages: Ages) => {
      const value: SaidAllowance = { amount, ages, owner: owner.trim(), atMs: Date.now() };
      const key = allowanceKey(canal, cuenta, month);
      return write(text('receivable.allowance-undo-set'), { kind, puts: [{ key, value }], deletes: [] });
    },
    withdraw: (canal: string, cuenta: string) =>
      write(text('receivable.allowance-undo-withdrawn'), {
        kind,
        puts: [],
        deletes: [allowanceKey(canal, cuenta, month)],
      }),
    busy,
    failed,
  };
}
