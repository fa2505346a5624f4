import {
  type Annotation,
  type AnnotationChanges,
  type AnnotationKind,
  type Annotations,
  isAnnotationKind,
  readAnnotation,
} from '#renderer/data/model/annotations.ts';

/** Annotations of the user in memory. */
export type AnnotationIndex = {
  /** Another object after each change of the kind. */
  readonly of: <K extends AnnotationKind>(kind: K) => Annotations<K>;
  /** Raised by every change: an answer that rests on annotations is old afterwards. */
  readonly revision: () => number;
  readonly apply: <K extends AnnotationKind>(changes: AnnotationChanges<K>) => void;
};

/** @param stored what a database holds; what this version does not know or read is left there and passed over here */
export function createAnnotationIndex(
  stored: readonly { readonly kind: string; readonly key: string; readonly value: unknown }[] = [],
): AnnotationIndex {
  const byKind = new Map<AnnotationKind, Map<string, Annotation>>();
  let revision = 0;
  for (const { kind, key, value } of stored) {
    const read = isAnnotationKind(kind) ? readAnnotation(kind, value) : null;
    if (read === null || !isAnnotationKind(kind)) continue;
    const ofKind = byKind.get(kind) ?? new Map();
    byKind.set(kind, ofKind.set(key, read));
  }
  return {
    of: <K extends AnnotationKind>(kind: K) => (byKind.get(kind) ?? new Map()) as Annotations<K>,
    revision: () => revision,
    apply: ({ kind, puts, deletes }) => {
      const next = new Map(byKind.get(kind));
      for (const key of deletes) next.delete(key);
      for (const { key, value } of puts) next.set(key, value);
      byKind.set(kind, next);
      revision += 1;
    },
  };
}
