import { useAnnotations } from '#renderer/data/client/annotations.ts';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import type { ClaimState } from '#renderer/data/model/claim-states.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { withState } from '#renderer/reconciliation/claims/model/make-claim.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useUndoableWrite } from '#renderer/reconciliation/parts/use-undoable-write.ts';

/** Sets in how many days a marketplace is to be claimed from; `days` null: the proposal counts again. Pure. */
export function ruleChange(
  canal: string,
  days: number | null,
  { owner, atMs }: { readonly owner: string; readonly atMs: number },
): AnnotationChanges<'claim-rule'> {
  return days === null
    ? { kind: 'claim-rule', puts: [], deletes: [canal] }
    : { kind: 'claim-rule', puts: [{ key: canal, value: { days, owner: owner.trim(), atMs } }], deletes: [] };
}

/** What the user says of claims and of the rules for them; every step can be undone. */
export function useClaimWrites() {
  const text = useText();
  const claims = useAnnotations('claim');
  const rules = useAnnotations('claim-rule');
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  const setState = async (number: string, state: ClaimState, note = ''): Promise<void> => {
    const claim = claims?.get(number);
    if (claim === undefined || claim.state === state) return;
    const value = withState(claim, { state, note, owner: owner.trim(), atMs: Date.now() });
    await write(text('claim.undo-state', { number }), {
      kind: 'claim',
      puts: [{ key: number, value }],
      deletes: [],
    });
  };
  const withdraw = (number: string) =>
    write(text('claim.undo-withdraw', { number }), { kind: 'claim', puts: [], deletes: [number] });
  const setRule = (canal: string, days: number | null) =>
    write(text('claim.undo-rule', { canal }), ruleChange(canal, days, { owner, atMs: Date.now() }));
  return { setState, withdraw, setRule, rules, busy, failed };
}
