import { useAnnotate } from '#renderer/data/client/annotations.ts';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { Basis } from '#renderer/reconciliation/matching/model/basis.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';

/** Says what statements are held against, for their layout and account from then on; it can be undone. */
export function useBasis(keys: readonly string[]) {
  const text = useText();
  const annotate = useAnnotate();
  const { remember } = useUndo();
  const [owner] = useOwner();
  const { run, busy, failed } = useAction();
  const choose = ({ part, apart }: Basis) =>
    run(async () => {
      const value = { part, apart: [...apart], owner: owner.trim(), atMs: Date.now() };
      const puts = keys.map((key) => ({ key, value }));
      const back = await annotate({ kind: 'statement-basis', puts, deletes: [] });
      remember(text('match.basis-undo'), () => void run(() => annotate(back)), { isOffered: true });
    });
  return { choose, busy, failed };
}
