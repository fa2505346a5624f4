import { useState } from 'react';
import { type MessageId, type Text, useText } from '#renderer/i18n/text.tsx';
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

/** The code of a failed call, where it carries one. Errors that crossed a context bridge keep only their message. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** What is known by its code is said in the user's language; anything else in its own words. */
export function errorMessage(error: unknown, text: Text): string {
  switch (errorCode(error)) {
    case 'key-of-other-account':
      return text('failure.key-of-other-account');
    case 'no-key-in-question':
      return text('failure.no-key-in-question');
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** A call that a button makes: whether it is under way, and what it failed with. */
export type Action = {
  readonly busy: boolean;
  readonly failed: string | null;
  readonly run: (call: () => Promise<unknown>) => Promise<boolean>;
};

/** One call at a time; the failure stays until the next one. */
export function useAction(): Action {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  return {
    busy,
    failed,
    run: async (call) => {
      setBusy(true);
      setFailed(null);
      try {
        await call();
        return true;
      } catch (error) {
        setFailed(errorMessage(error, text));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Figures that could not be worked out: what happened, in whose words, what still stands, and one way on. */
export function QueryFailure(props: { readonly error: unknown; readonly onRetry: () => void }) {
  const text = useText();
  const { error } = props;
  return (
    <div className="empty" role="alert" data-testid="query-failure">
      <b>{text('failure.figures')}</b>
      <span>{text('failure.figures-note')}</span>
      <p className="words dim">{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="link" onClick={props.onRetry}>
        {text('sync.retry')}
      </button>
    </div>
  );
}
