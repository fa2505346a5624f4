import { useCallback, useRef, useState } from 'react';
import { useAnnotate, useAnnotations } from '#renderer/data/client/annotations.ts';
import { kindName } from '#renderer/features/exceptions/exception-messages.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { nextMoment } from '#renderer/reconciliation/findings/model/sayings.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import type { QueueLine } from './exceptions-list.ts';
import { type Spoken, sayingsFor } from './sayings-for.ts';

/** Keeps what the user says of one, several or a group of exceptions; every step can be undone. The name of who says it is remembered. */
export function useSaying() {
  const text = useText();
  const annotate = useAnnotate();
  const { remember } = useUndo();
  const [owner, setOwner] = useOwner();
  const sayings = useAnnotations('exception-saying');
  const [error, setError] = useState<string | null>(null);
  const last = useRef(0);
  const say = useCallback(
    async (lines: readonly QueueLine[], said: Spoken): Promise<void> => {
      const [first] = lines;
      if (first === undefined) return;
      if (said.owner !== '') setOwner(said.owner);
      // Two may be said before the first is heard of.
      const atMs = Math.max(nextMoment(sayings ?? new Map(), Date.now()), last.current + 1);
      last.current = atMs;
      const puts = sayingsFor(lines, said, atMs).map((value) => ({ key: crypto.randomUUID(), value }));
      try {
        const back = await annotate({ kind: 'exception-saying', puts, deletes: [] });
        setError(null);
        const name = kindName(first.group.head.kind, text);
        const done =
          lines.length === 1
            ? text('exception.undo', { name })
            : text('exception.undo-several', { count: lines.length });
        remember(done, back);
      } catch (failure) {
        setError(errorMessage(failure, text));
      }
    },
    [annotate, remember, sayings, setOwner, text],
  );
  return { say, owner, error, sayings };
}
