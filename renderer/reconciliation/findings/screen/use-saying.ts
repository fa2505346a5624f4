import { useCallback, useState } from 'react';
import { useAnnotate } from '#renderer/data/client/annotations.ts';
import { kindName } from '#renderer/features/exceptions/exception-messages.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  type Exception,
  recordAfter,
  type Saying,
} from '#renderer/reconciliation/findings/model/exceptions.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';

/** Keeps what the user says of exceptions; every step can be undone. The name of who says it is remembered. */
export function useSaying() {
  const text = useText();
  const annotate = useAnnotate();
  const { remember } = useUndo();
  const [owner, setOwner] = useOwner();
  const [error, setError] = useState<string | null>(null);
  const say = useCallback(
    async (exception: Exception, said: Omit<Saying, 'atMs'>): Promise<void> => {
      const value = recordAfter(exception, { ...said, atMs: Date.now() });
      if (said.owner !== '') setOwner(said.owner);
      try {
        const puts = [{ key: exception.key, value: { ...value, log: [...value.log] } }];
        const back = await annotate({ kind: 'exception', puts, deletes: [] });
        setError(null);
        const name = kindName(exception.finding.kind, text);
        remember(text('exception.undo', { name }), () => {
          annotate(back).catch((failure: unknown) => setError(errorMessage(failure, text)));
        });
      } catch (failure) {
        setError(errorMessage(failure, text));
      }
    },
    [annotate, remember, setOwner, text],
  );
  return { say, owner, error };
}
