import { z } from 'zod';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EXCEPTION_STATES } from '#shared/domain/exceptions.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import type { Frozen } from './rpc.ts';
import { localDateTime } from './wire-dates.ts';

/**
 * What the user said beside the rows: kept in the account's database, never in the rows themselves. No sync touches it; a
 * backup takes it along. The key of each is made of content (an order, a SKU), never of where a row lies.
 */

const exceptionState = z.enum(EXCEPTION_STATES);
const decimal = z.string().transform((text) => text as Decimal);

const findingSchema = z.object({
  kind: z.string().max(200),
  subject: z.record(z.string(), z.string()),
  evidence: z.string().max(200),
  rows: z.number(),
  orders: z.number(),
  amount: decimal.nullable(),
  firstPurchase: localDateTime.nullable(),
  lastPurchase: localDateTime.nullable(),
  affects: z.array(z.enum(SCOPES)),
});

/** By kind, what is kept. What an earlier version wrote must be read: new fields are optional or have a default. */
export const ANNOTATION_SCHEMAS = {
  /** What was said of something that does not square; the key is the finding's (shared/domain/finding.ts). */
  exception: z.object({
    state: exceptionState,
    note: z.string().max(10_000),
    /** The name of who said so. */
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
    /** As it was found then: where it rests on something else by now, it is open again. */
    finding: findingSchema,
    /** All that was said of it, the first first. */
    log: z.array(
      z.object({
        state: exceptionState,
        note: z.string().max(10_000),
        owner: z.string().max(200),
        atMs: z.number(),
        amount: decimal.nullable(),
      }),
    ),
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
