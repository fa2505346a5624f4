import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useUndoableWrite } from '#renderer/reconciliation/parts/use-undoable-write.ts';
import {
  type Ages,
  type AllowanceRecord,
  allowanceKey,
} from '#renderer/reconciliation/receivables/model/allowance.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The allowances that were set for a month, and setting one, in somebody's name; every step can be undone. */
export function useAllowances(month: Month) {
  const text = useText();
  const said = useAnnotations('receivable-allowance');
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  const kind = 'receivable-allowance' as const;
  return {
    of: (canal: string, cuenta: string): AllowanceRecord | null =>
      said?.get(allowanceKey(canal, cuenta, month)) ?? null,
    set: (canal: string, cuenta: string, amount: Decimal, ages: Ages) => {
      const value: AllowanceRecord = { amount, ages, owner: owner.trim(), atMs: Date.now() };
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
