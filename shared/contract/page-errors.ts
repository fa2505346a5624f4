import { z } from 'zod';
import { MAX_PLACES } from '../base/read-error.ts';
import type { Frozen } from './rpc.ts';

/**
 * Errors that nobody caught in the page or in its worker, for the log: names of a closed set and places in our own
 * files. Nothing of what an error says crosses over.
 */

const PAGE_ERROR_KINDS = [
  'page-exception',
  'page-rejection',
  /** A screen that failed while it was drawn. */
  'page-screen',
  'worker-exception',
  'worker-rejection',
] as const;
export type PageErrorKind = (typeof PAGE_ERROR_KINDS)[number];

/** An error may call itself anything. */
const ERROR_NAMES = [
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AbortError',
  'TimeoutError',
  'AssertionError',
  'RpcError',
  'KeyFileError',
  'ProfileError',
  'ZodError',
  // The browser's own, and the database's.
  'DataCloneError',
  'DatabaseClosedError',
  'InvalidStateError',
  'NotAllowedError',
  'NotFoundError',
  'OpenFailedError',
  'QuotaExceededError',
  'ScreenNotLoaded',
  'SecurityError',
  'TransactionInactiveError',
  'UnknownError',
  'VersionError',
] as const;
type ErrorName = (typeof ERROR_NAMES)[number];

/** The name of an error where it is of the closed set. */
export function errorName(name: string): ErrorName {
  return ERROR_NAMES.find((each) => each === name) ?? 'Error';
}

const number = z.int().min(0).max(9_999_999);
/** Below the folder of the page's own files. */
export const ownFileSchema = z.string().regex(/^[\w-][\w./-]{0,199}$/);
const placeSchema = z.object({
  file: ownFileSchema,
  row: number,
  column: number,
});
export const pageErrorSchema = z.object({
  kind: z.enum(PAGE_ERROR_KINDS),
  /** The error, then what it was because of; null: no error, but a value. */
  errors: z
    .array(z.object({ name: z.enum(ERROR_NAMES), places: z.array(placeSchema).max(MAX_PLACES) }).nullable())
    .min(1)
    .max(4),
});
export type PageError = Frozen<z.infer<typeof pageErrorSchema>>;
