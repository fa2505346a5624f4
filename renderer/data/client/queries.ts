import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import type { Freshness } from '#renderer/data/questions/question.ts';
import type { DataReader } from './data-calls.ts';
import type { Session } from './session.ts';

/** Equal inputs (as JSON) are one question of a place. */
type QueryKey = readonly [place: string, input: string];

export const queryKey = (place: string, input: unknown): QueryKey => [place, JSON.stringify(input)];

const placeOf = (query: Query): string => (query.queryKey as QueryKey)[0];
const isUnused = (query: Query): boolean => query.getObserversCount() === 0;

/** The questions that each place on the screen has asked so far. */
const askedAt = new WeakMap<Session, Map<string, Set<string>>>();

/** Asks for a place: what makes its answers old is what makes any of theirs old. */
export function readerFor(session: Session, place: string): DataReader {
  const places = askedAt.get(session) ?? new Map<string, Set<string>>();
  askedAt.set(session, places);
  const asked = places.get(place) ?? new Set<string>();
  places.set(place, asked);
  return new Proxy(session.data.call, {
    get: (call, name: string & keyof DataReader) => {
      asked.add(name);
      return call[name];
    },
  });
}

function freshnessAt(session: Session, place: string): Freshness {
  const asked = [...(askedAt.get(session)?.get(place) ?? [])];
  return asked.some((name) => session.data.freshnessOf(name) === 'commits-and-metadata')
    ? 'commits-and-metadata'
    : 'commits';
}

/** Current stamps by freshness: each text changes when answers of its kind become old. */
type Stamps = { readonly [F in Freshness]: string };

function stampsOf({ revision, latest, frozen, notes, annotations }: Session): Stamps {
  // Frozen figures are let go without a commit. The revision is none of it: each commit moves it after the latest one.
  const shown = frozen.get()?.revision ?? 'latest';
  return {
    commits: `${revision.get()}/${annotations.get()}`,
    'commits-and-metadata': `${latest.get()}/${shown}/${notes.get()}/${annotations.get()}`,
  };
}

/**
 * Answers on the screen are asked again when they are old; of those off the screen the last one of each place is kept
 * while it is true.
 */
export function createQueryClient(session: Session): QueryClient {
  const followsMetadata = (query: Query): boolean =>
    freshnessAt(session, placeOf(query)) === 'commits-and-metadata';
  // Answers are drawn as they come; by default they would wait for a timer.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The worker is on this machine and tells what became old: nothing is asked by time, focus or network, nor retried.
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // Comparing large answers with the ones before would cost more than drawing them.
        structuralSharing: false,
      },
    },
  });
  const renew = (isOld: (query: Query) => boolean): void => {
    // The revision is 0 while no copy is open: there is nobody to ask.
    if (session.revision.get() === 0) return;
    client.removeQueries({ predicate: (query) => isUnused(query) && isOld(query) });
    // A question that runs is not given up for a commit: during a load it would never be answered (askUntilFresh).
    void client.invalidateQueries({ predicate: isOld }, { cancelRefetch: false });
  };
  session.revision.subscribe(() => renew(() => true));
  session.latest.subscribe(() => renew(followsMetadata));
  session.notes.subscribe(() => renew(followsMetadata));
  session.annotations.subscribe(() => renew(() => true));
  session.ledger.subscribe(() => {
    if (session.ledger.get().kind !== 'open') client.clear();
  });
  client.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    // What is written between an answer's return and its arrival finds the question running, and asks it no more.
    if (type === 'updated' && event.action.type === 'success' && isLate(session, query))
      void client.invalidateQueries({ predicate: (other) => other === query });
    if (type !== 'observerRemoved' || !isUnused(query)) return;
    const { status, isInvalidated } = query.state;
    // Answers that follow metadata (coverage) may depend on the time as well: they are asked anew.
    const isKept = status === 'success' && !isInvalidated && !followsMetadata(query);
    client.removeQueries({
      predicate: (other) =>
        (isKept ? placeOf(other) === placeOf(query) && other !== query : other === query) && isUnused(other),
    });
  });
  return client;
}

/** What was written when an answer was asked for. */
const stampOfAnswer = new WeakMap<object, Stamps>();

/** Whether something was written that an answer lacks, which was fresh when it was returned. */
function isLate(session: Session, query: Query): boolean {
  const { data } = query.state;
  const stamps = typeof data === 'object' && data !== null ? stampOfAnswer.get(data) : undefined;
  if (stamps === undefined) return false;
  const freshness = freshnessAt(session, placeOf(query));
  return stampsOf(session)[freshness] !== stamps[freshness];
}

/**
 * Asks for a place until nothing was written that the answer may lack. Many commits during a question cost one more, and its
 * answer is shown meanwhile: during a load the figures would stand still else. A failure is one only if nothing was written.
 */
export async function askUntilFresh<T extends object>(
  session: Session,
  place: string,
  ask: () => Promise<T>,
  { show, signal }: { readonly show: (answer: T) => void; readonly signal: AbortSignal },
): Promise<T> {
  for (;;) {
    const before = stampsOf(session);
    const isOver = (): boolean => {
      const freshness = freshnessAt(session, place);
      return signal.aborted || stampsOf(session)[freshness] === before[freshness];
    };
    try {
      const answer = await ask();
      if (isOver()) {
        stampOfAnswer.set(answer, before);
        return answer;
      }
      show(answer);
    } catch (error) {
      if (isOver()) throw error;
    }
  }
}

const MAX_TRIES = 6;

/** Answers of one revision: asked together, and again while a commit fell between them; after MAX_TRIES as they are. */
export async function readTogether<T extends readonly { readonly revision: number | null }[]>(
  ask: () => Promise<T>,
): Promise<T> {
  let answers = await ask();
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    const revision = answers[0]?.revision;
    if (answers.every((answer) => answer.revision === revision)) break;
    answers = await ask();
  }
  return answers;
}
