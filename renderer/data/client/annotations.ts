import { isEqual } from 'es-toolkit';
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
 * Takes back what was written, and of it what still stands so: what was said of the same since, stays. Rejects where it could not
 * be written.
 */
export type TakeBack = () => Promise<'taken-back' | 'changed-since'>;

/**
 * Writes what the user says, all of it or nothing; rejects where it could not be written. It resolves to the way back.
 */
export function useAnnotate(): <K extends AnnotationKind>(
  changes: AnnotationChanges<K>,
) => Promise<TakeBack> {
  const { data } = useSession();
  return useCallback(
    async <K extends AnnotationKind>(changes: AnnotationChanges<K>) => {
      const { kind, puts, deletes } = changes;
      const read = async () =>
        new Map((await data.call.readAnnotations({ kind })).map(({ key, value }) => [key, value]));
      const write = (written: AnnotationChanges<K>) =>
        data.write.writeAnnotations(written as AnnotationChanges);
      const before = await read();
      await write(changes);
      const written = new Map(puts.map(({ key, value }) => [key, value]));
      return async () => {
        const now = await read();
        const keys = [...written.keys(), ...deletes];
        const own = keys.filter((key) => isEqual(now.get(key), written.get(key)));
        if (own.length === 0 && keys.length > 0) return 'changed-since';
        await write({
          kind,
          puts: own.flatMap((key) =>
            before.has(key) ? [{ key, value: before.get(key) as Annotation<K> }] : [],
          ),
          deletes: own.filter((key) => !before.has(key)),
        });
        return 'taken-back';
      };
    },
    [data],
  );
}
