import type { ReactNode } from 'react';
import type { LiveAnswer } from '#renderer/data/client/session-context.tsx';
import ui from '#renderer/ui/controls.module.css';
import { QueryFailure } from './failures.tsx';

/**
 * A question's answer, whatever has come of it: what it failed with, that it is awaited, and the last whole answer, which
 * stays, and says that it is old, until the next one is there.
 */
export function Answered<O>(props: {
  readonly answer: Pick<LiveAnswer<unknown, O>, 'output' | 'error' | 'isStale' | 'refresh'>;
  /** The message while there is none. */
  readonly loading: string;
  readonly testId?: string;
  readonly children: (output: O) => ReactNode;
}) {
  const { output, error, isStale, refresh } = props.answer;
  return (
    <>
      {error === null ? null : <QueryFailure error={error} onRetry={refresh} />}
      {output === null && error === null ? (
        <p className={ui.hint} role="status">
          {props.loading}
        </p>
      ) : null}
      {output === null ? null : (
        <div data-stale={isStale} aria-busy={isStale} data-testid={props.testId}>
          {props.children(output)}
        </div>
      )}
    </>
  );
}
