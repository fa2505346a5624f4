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
  readonly status: number | null;
  /** The server's words as they came (bounded, without mark-up, without the key); null when it said nothing. */
  readonly words: string | null;
  /** What we found wrong with the answer, or with the request before it was sent: in plain English, for support. */
  readonly detail: string | null;
  /** Milliseconds the server asked us to wait (Retry-After), measured by its own clock; null when it did not. */
  readonly retryAfterMs: number | null;
  readonly serverDate: UtcInstant | null;
};

export class ApiError extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    const why = failure.words ?? failure.detail;
    super(`${failure.kind}${why === null ? '' : `: ${why}`}`);
    this.name = 'ApiError';
    this.failure = failure;
  }
}

/** Whether the server refused what was asked for: a range that the plan does not reach, or a filter it does not know. */
export function isBadRequest(error: unknown): error is ApiError {
  return error instanceof ApiError && error.failure.kind === 'bad-request';
}

/** Reads a server's refusal. The shape of error bodies is not documented (spec 7). */

const MAX_WORDS = 600;
/** Keys under which servers put the sentence for people, best first. */
const WORD_KEYS = 'message, detail, error_description, description, error, title, errors, reason'.split(', ');

function wordsIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value !== 'object' || value === null || depth > 4) return null;
  if (Array.isArray(value)) {
    const parts = value.map((item) => wordsIn(item, depth + 1)).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join('; ');
  }
  const byName = new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]));
  for (const name of WORD_KEYS) {
    const found = wordsIn(byName.get(name), depth + 1);
    if (found !== null) return found;
  }
  for (const inner of byName.values()) {
    const found = typeof inner === 'object' ? wordsIn(inner, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}

/** In one pass whatever is never closed: a body can be made to take for ever otherwise. */
function withoutMarkup(text: string): string {
  return text
    .replace(/<(script|style|head)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}

/** The message in an error body (JSON, HTML or text) as one bounded line without `secrets`; null where there is none. */
export function failureDetails(body: string, secrets: readonly string[]): string | null {
  let words: string | null;
  try {
    const parsed: unknown = JSON.parse(body);
    words = wordsIn(parsed, 0);
    if (words === null && typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length > 0)
      words = body;
  } catch {
    words = /<[a-z!/][^<>]*>/i.test(body) ? withoutMarkup(body) : body;
  }
  if (words === null) return null;
  for (const secret of secrets) {
    if (secret !== '') words = words.replaceAll(secret, '•••');
  }
  // Control characters could disturb a log or a screen.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const line = words.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim();
  if (line === '') return null;
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS - 1)}…` : line;
}

/** When a failed request is tried again (rules 1 and 14). */

/** Which outage a failure tells of; null: the service is there, and has said what it thinks of the request. */
export function outageOf({ kind }: ApiFailure): 'silent' | 'failing' | null {
  switch (kind) {
    case 'unreachable':
    case 'timed-out':
      return 'silent';
    case 'server-error':
    case 'bad-answer':
      return 'failing';
    case 'unauthorized':
    case 'forbidden':
    case 'bad-request':
    case 'rate-limited':
    case 'aborted':
      return null;
  }
}

export type RetryPolicy = {
  /** First back-off; each further one may be twice as long. */
  readonly baseMs: number;
  /** Longest back-off of our own making; a Retry-After may be longer. */
  readonly capMs: number;
  /** The number of tries of one request, the first included. */
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

function isPassing(failure: ApiFailure): boolean {
  return PASSING.has(failure.kind);
}

/**
 * Milliseconds until the next try, null for none: exponential, full jitter, never less than the server asked for.
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
