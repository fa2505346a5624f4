import { useCallback } from 'react';
import { useAnnotate } from '#renderer/data/client/annotations.ts';
import type { AnnotationChanges, AnnotationKind } from '#renderer/data/model/annotations.ts';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';

/** Writes what the user says; once it is written, the way back is offered under its name. */
export function useUndoableWrite() {
  const annotate = useAnnotate();
  const { remember } = useUndo();
  const { run, busy, failed } = useAction();
  const write = useCallback(
    <K extends AnnotationKind>(name: string, changes: AnnotationChanges<K>) =>
      run(async () => {
        const back = await annotate(changes);
        remember(name, back, { isOffered: true });
      }),
    [annotate, remember, run],
  );
  return { write, busy, failed };
}
