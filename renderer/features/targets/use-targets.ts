import { useAnnotate, useAnnotations } from '#renderer/data/client/annotations.ts';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { type TargetPlace, type TargetRecord, targetKey } from '#renderer/data/model/targets.ts';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';

const NONE: ReadonlyMap<string, TargetRecord> = new Map();

/** The targets there are, and setting and removing some; every step can be undone. */
export function useTargets() {
  const text = useText();
  const said = useAnnotations('target');
  const annotate = useAnnotate();
  const { remember } = useUndo();
  const { run, busy, failed } = useAction();
  const write = (label: string, changes: AnnotationChanges<'target'>) =>
    run(async () => {
      const back = await annotate(changes);
      remember(label, back, { isOffered: true });
    });
  return {
    targets: said ?? NONE,
    set: (targets: readonly (TargetPlace & { readonly value: Decimal })[]) =>
      write(text('target.undo-set', { count: targets.length }), {
        kind: 'target',
        puts: targets.map(({ measure, month, of, currency, value }) => ({
          key: targetKey({ measure, month, of, currency }),
          value: { measure, month, of, currency, value, owner: '', atMs: Date.now() },
        })),
        deletes: [],
      }),
    remove: (places: readonly TargetPlace[]) =>
      write(text('target.undo-removed', { count: places.length }), {
        kind: 'target',
        puts: [],
        deletes: places.map(targetKey),
      }),
    busy,
    failed,
  };
}

export type Targets = ReturnType<typeof useTargets>;
