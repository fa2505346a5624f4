import { useCallback, useEffect, useRef, useState } from 'react';
import type { IntakeAnswer, IntakeAsk } from '#renderer/data/client/data-calls.ts';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { IntakeProgress, IntakeRefusal } from '#renderer/data/model/table-file.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';

export type ReadingPhase = {
  readonly kind: 'reading';
  readonly file: File;
  readonly step: IntakeProgress | null;
};
export type UnreadPhase =
  | { readonly kind: 'refused'; readonly file: File; readonly refusal: IntakeRefusal }
  | { readonly kind: 'failed'; readonly file: File; readonly detail: string };

type AnswerTo<A extends IntakeAsk> = Extract<IntakeAnswer, { readonly kind: A['kind'] }>;

/**
 * Files are read one at a time: another one, stopping, or leaving the screen ends the reading in hand.
 * @param first what is shown before any file
 */
export function useFileReading<P extends { readonly kind: string }>(first: P) {
  const text = useText();
  const { data } = useSession();
  const [phase, setPhase] = useState<P | ReadingPhase | UnreadPhase>(first);
  const abort = useRef<AbortController | null>(null);
  /** Why the last file was not read: for who reads several and shows what became of all. */
  const unread = useRef<UnreadPhase | null>(null);

  /** Shows something else in the place of the reading in hand. */
  const stop = useCallback((next: P): void => {
    abort.current?.abort();
    setPhase(next);
  }, []);
  const tell = useCallback((next: UnreadPhase): void => {
    unread.current = next;
    setPhase(next);
  }, []);
  const fail = useCallback(
    (file: File, error: unknown): void => tell({ kind: 'failed', file, detail: errorMessage(error, text) }),
    [text, tell],
  );

  /**
   * Reads a file for what is wanted of it and shows what `then` makes of the answer; resolves to that, or to null where it was
   * given up, refused, or failed.
   */
  const read = useCallback(
    async <A extends IntakeAsk, N extends P>(
      file: File,
      ask: A,
      then: (answer: AnswerTo<A>) => N | Promise<N>,
      meanwhile: (step: IntakeProgress | null) => P | ReadingPhase = (step) => ({
        kind: 'reading',
        file,
        step,
      }),
    ): Promise<N | null> => {
      abort.current?.abort();
      abort.current = new AbortController();
      const { signal } = abort.current;
      unread.current = null;
      setPhase(meanwhile(null));
      try {
        const end = await runIntake(data.pull, file, ask, (step) => setPhase(meanwhile(step)), signal);
        if (end?.kind === 'refused') tell({ kind: 'refused', file, refusal: end.refusal });
        if (end?.kind !== 'done') return null;
        const next = await then(end.answer);
        if (signal.aborted) return null;
        setPhase(next);
        return next;
      } catch (error) {
        if (!signal.aborted) fail(file, error);
        return null;
      }
    },
    [data, fail, tell],
  );

  useEffect(() => () => abort.current?.abort(), []);
  return { phase, read, show: setPhase as (next: P) => void, stop, fail, unread };
}
