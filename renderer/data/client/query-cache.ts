import { useMemo } from 'react';
import type { Session } from './session.ts';
import { useSession } from './session-context.tsx';

/**
 * What each screen was answered last: who comes back to a screen with the same question finds the same figures at once,
 * while no commit came in between. It asks all the same; an answer that says the same changes nothing.
 */
export type QueryCache = {
  /** The answer that was kept at a place; null where it was another question's, or rows have changed since. */
  readonly recall: (place: string, question: unknown) => unknown;
  readonly keep: (place: string, question: unknown, revision: number, answer: unknown) => void;
};

type Kept = { readonly question: string; readonly revision: number; readonly answer: unknown };

/** Of one session: what is kept ends with its local copy, as numbers of revisions begin anew with the next one. */
export function createLastAnswers({ ledger, revision }: Pick<Session, 'ledger' | 'revision'>): QueryCache {
  const kept = new Map<string, Kept>();
  ledger.subscribe(() => {
    if (ledger.get().kind !== 'open') kept.clear();
  });
  return {
    recall(place, question) {
      const found = kept.get(place);
      const isFresh = found?.revision === revision.get() && found.question === JSON.stringify(question);
      return isFresh ? found.answer : null;
    },
    keep(place, question, ofRevision, answer) {
      kept.set(place, { question: JSON.stringify(question), revision: ofRevision, answer });
    },
  };
}

const ofSession = new WeakMap<Session, QueryCache>();

export function useQueryCache(): QueryCache {
  const session = useSession();
  return useMemo(() => {
    const known = ofSession.get(session) ?? createLastAnswers(session);
    ofSession.set(session, known);
    return known;
  }, [session]);
}
