import { useCallback, useMemo } from 'react';
import type {
  Annotation,
  AnnotationChanges,
  AnnotationKind,
  Annotations,
} from '#renderer/data/model/annotations.ts';
import { useLiveQuery, useSession } from './session-context.tsx';

/** The user's annotations of a kind; null until they are read. */
export function useAnnotations<K extends AnnotationKind>(kind: K): Annotations<K> | null {
  const { output } = useLiveQuery('annotations', kind, async (call) => ({
    kind,
    entries: await call.readAnnotations({ kind }),
  }));
  return useMemo(
    () =>
      output === null || output.kind !== kind
        ? null
        : new Map(output.entries.map(({ key, value }) => [key, value as Annotation<K>])),
    [output, kind],
  );
}

/**
 * Writes what the user says, all of it or nothing; rejects where it could not be written. It resolves to the changes that
 * undo it.
 */
export function useAnnotate(): <K extends AnnotationKind>(
  changes: AnnotationChanges<K>,
) => Promise<AnnotationChanges<K>> {
  const { data } = useSession();
  return useCallback(
    async <K extends AnnotationKind>(changes: AnnotationChanges<K>) => {
      const { kind, puts, deletes } = changes;
      const before = new Map(
        (await data.call.readAnnotations({ kind })).map(({ key, value }) => [key, value]),
      );
      await data.write.writeAnnotations(changes as AnnotationChanges);
      const keys = [...puts.map(({ key }) => key), ...deletes];
      return {
        kind,
        puts: keys.flatMap((key) =>
          before.has(key) ? [{ key, value: before.get(key) as Annotation<K> }] : [],
        ),
        deletes: keys.filter((key) => !before.has(key)),
      };
    },
    [data],
  );
}
