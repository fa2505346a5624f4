import { z } from 'zod';
import type { Frozen } from './rpc.ts';

/**
 * What the user said beside the rows: kept in the account's database, never in the rows themselves. No sync touches it; a
 * backup takes it along. The key of each is made of content (an order, a SKU), never of where a row lies.
 */

/** By kind, what is kept. What an earlier version wrote must be read: new fields are optional or have a default. */
export const ANNOTATION_SCHEMAS = {
  /** How far somebody came with what does not square; the key is that of the finding. */
  exception: z.object({
    state: z.enum(['open', 'explained', 'accepted']),
    note: z.string().max(10_000),
    /** The name of who said so. */
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
    /** What it rested on then: where it rests on something else by now, it is open again. */
    evidence: z.string().max(200),
  }),
  /** What belongs together between a statement and the orders; the key is that of `decisionKey`. */
  'match-decision': z.object({
    verdict: z.enum(['match', 'no-match', 'explained']),
    /** Order keys, and identities of a statement's lines. */
    orders: z.array(z.string().max(1000)).max(10_000),
    lines: z.array(z.string().max(100)).max(10_000),
    note: z.string().max(10_000).default(''),
    owner: z.string().max(200).default(''),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
} as const satisfies { readonly [kind: string]: z.ZodType };

export type AnnotationKind = keyof typeof ANNOTATION_SCHEMAS;
export type Annotation<K extends AnnotationKind = AnnotationKind> = Frozen<
  z.infer<(typeof ANNOTATION_SCHEMAS)[K]>
>;
/** By key. */
export type Annotations<K extends AnnotationKind = AnnotationKind> = ReadonlyMap<string, Annotation<K>>;

/** One write: all of it or nothing. */
export type AnnotationChanges<K extends AnnotationKind = AnnotationKind> = {
  readonly kind: K;
  readonly puts: readonly { readonly key: string; readonly value: Annotation<K> }[];
  /** Keys; those that are not there are passed over. */
  readonly deletes: readonly string[];
};

export const MOST_KEY_LENGTH = 1000;

/** What is stored under a kind, if it is one of those that this version knows and reads. */
export function readAnnotation<K extends AnnotationKind>(kind: K, value: unknown): Annotation<K> | null {
  const read = ANNOTATION_SCHEMAS[kind].safeParse(value);
  return read.success ? (read.data as Annotation<K>) : null;
}

export const isAnnotationKind = (kind: string): kind is AnnotationKind =>
  Object.hasOwn(ANNOTATION_SCHEMAS, kind);
