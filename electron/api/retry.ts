import type { ApiFailure } from './failure.ts';

/** When a failed request is tried again (rules 1 and 14). */

export type RetryPolicy = {
  /** First back-off; each further one may be twice as long. */
  readonly baseMs: number;
  /** Longest back-off of our own making; a Retry-After may be longer. */
  readonly capMs: number;
  /** Tries of one request, the first included. */
  readonly tries: number;
};

export const DEFAULT_RETRY: RetryPolicy = { baseMs: 2_000, capMs: 60_000, tries: 9 };

const PASSING: ReadonlySet<ApiFailure['kind']> = new Set([
  'rate-limited',
  'server-error',
  'unreachable',
  'timed-out',
  'bad-answer',
]);

/** True for failures that may pass by themselves. */
function isPassing(failure: ApiFailure): boolean {
  return PASSING.has(failure.kind);
}

/**
 * Milliseconds to wait before the next try, or null when there is none left or it would be no use. Exponential
 * with full jitter; never less than the server asked for.
 * @param tried tries made so far, at least 1
 * @param random in [0, 1)
 */
export function backOffMs(
  policy: RetryPolicy,
  failure: ApiFailure,
  tried: number,
  random: number,
): number | null {
  if (!isPassing(failure) || tried >= policy.tries) return null;
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (tried - 1));
  const jittered = Math.round(random * ceiling);
  // Where the server names a time, the jitter comes on top: every client was given the same one.
  return failure.retryAfterMs === null ? jittered : failure.retryAfterMs + Math.min(jittered, policy.baseMs);
}
