import { useText } from '#renderer/i18n/text.tsx';
import type { Basis } from '#renderer/reconciliation/matching/model/basis.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useUndoableWrite } from '#renderer/reconciliation/parts/use-undoable-write.ts';

/** Says what statements are held against, for their layout and account from then on; it can be undone. */
export function useBasis(keys: readonly string[]) {
  const text = useText();
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  const choose = ({ part, apart }: Basis) => {
    const value = { part, apart: [...apart], owner: owner.trim(), atMs: Date.now() };
    const puts = keys.map((key) => ({ key, value }));
    return write(text('match.basis-undo'), { kind: 'statement-basis', puts, deletes: [] });
  };
  return { choose, busy, failed };
}
