import type { UtcInstant } from '#shared/domain/dates.ts';

/** Why a request gave no page (spec 7, and what the network adds). */
export type ApiFailureKind =
  | 'unauthorized'
  | 'forbidden'
  | 'bad-request'
  | 'rate-limited'
  | 'server-error'
  | 'unreachable'
  | 'timed-out'
  /** The answer was cut, is not JSON, redirects elsewhere, or is not what the API promises. */
  | 'bad-answer'
  | 'aborted';

export type ApiFailure = {
  readonly kind: ApiFailureKind;
  /** HTTP status, where there was an answer. */
  readonly status: number | null;
  /** The server's words as they came (bounded, without mark-up, without the key); null when it said nothing. */
  readonly words: string | null;
  /** Milliseconds the server asked us to wait (Retry-After), measured by its own clock; null when it did not. */
  readonly retryAfterMs: number | null;
  /** The server's clock in this answer. */
  readonly serverDate: UtcInstant | null;
};

/** Thrown where a failure ends what was going on. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(`${failure.kind}${failure.words === null ? '' : `: ${failure.words}`}`);
    this.name = 'ApiError';
    this.failure = failure;
  }
}

/** Whether the server refused what was asked for: a range that the plan does not reach, or a filter it does not know. */
export function isBadRequest(error: unknown): error is ApiError {
  return error instanceof ApiError && error.failure.kind === 'bad-request';
}
