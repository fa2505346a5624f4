import type { MessageId, Text } from '#renderer/i18n/text.tsx';
import type { SyncFailure } from '#shared/contract/run-log.ts';

/** What went wrong and what to do, in words; the server's own words go beside them. */

const FAILURE_WORDS: {
  readonly [code in SyncFailure['code']]: { readonly what: MessageId; readonly todo: MessageId };
} = {
  unauthorized: { what: 'failure.unauthorized', todo: 'failure.unauthorized-do' },
  forbidden: { what: 'failure.forbidden', todo: 'failure.forbidden-do' },
  'bad-request': { what: 'failure.bad-request', todo: 'failure.bad-request-do' },
  'rate-limited': { what: 'failure.rate-limited', todo: 'failure.rate-limited-do' },
  unreachable: { what: 'failure.unreachable', todo: 'failure.unreachable-do' },
  'timed-out': { what: 'failure.timed-out', todo: 'failure.unreachable-do' },
  'server-error': { what: 'failure.server-error', todo: 'failure.server-error-do' },
  'bad-answer': { what: 'failure.bad-answer', todo: 'failure.bad-answer-do' },
  'unclear-time': { what: 'failure.unclear-time', todo: 'failure.unclear-time-do' },
  'key-missing': { what: 'failure.key-missing', todo: 'failure.key-missing-do' },
  'other-company': { what: 'failure.other-company', todo: 'failure.other-company-do' },
  'storage-full': { what: 'failure.storage-full', todo: 'failure.storage-full-do' },
  ledger: { what: 'failure.ledger', todo: 'failure.ledger-do' },
  internal: { what: 'failure.internal', todo: 'failure.internal-do' },
};

export function failureMessage(
  failure: SyncFailure,
  text: Text,
): { readonly what: string; readonly todo: string } {
  const words = FAILURE_WORDS[failure.code];
  return { what: text(words.what), todo: text(words.todo) };
}

/** A failure that another key mends. */
export function needsKey(failure: SyncFailure | null): boolean {
  return failure !== null && (failure.code === 'unauthorized' || failure.code === 'key-missing');
}
