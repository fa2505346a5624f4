import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import type { Session } from './session.ts';

/**
 * Every question that the screens ask the data worker, with what makes its answers old: a commit, where figures are not
 * frozen; or a commit, frozen or not, and whatever else is written (runs, control totals, checkpoints). What the user says
 * beside the rows makes all of them old. A name is the first part of the query's key and the slot it is asked in: the worker
 * gives a question up as soon as a newer one of the same name is asked.
 */
const QUERIES = {
  /** The active account, whatever is selected. */
  'channel-count': 'commits',
  'seller-accounts': 'commits',
  annotations: 'commits-and-metadata',
  coverage: 'commits-and-metadata',
  'selection-news': 'commits',
  'latest-totals': 'commits-and-metadata',
  'changed-orders': 'commits-and-metadata',
  'preset-rows': 'commits',
  'palette-orders': 'commits',
  'palette-products': 'commits',
  'filter-values': 'commits',
  'period-days': 'commits',
  'period-months': 'commits',
  'ways-out': 'commits',
  'panel-figures': 'commits',
  'panel-details': 'commits',
  'order-rows': 'commits',
  pivot: 'commits',
  statement: 'commits',
  'section-bridges': 'commits',
  'equal-coverage': 'commits',
  'profitability-months': 'commits',
  'since-seen': 'commits',
  'last-runs': 'commits-and-metadata',
  runs: 'commits-and-metadata',
  'run-windows': 'commits-and-metadata',
  order: 'commits',
  'order-history': 'commits',
  explanation: 'commits',
  'row-proof': 'commits',
  'failure-groups': 'commits',
  'failing-rows': 'commits',
  'missing-costs': 'commits',
  rates: 'commits',
  'rate-deviations': 'commits',
  anomalies: 'commits',
  'anomalous-orders': 'commits',
  'own-costs': 'commits',
  'own-costs-used': 'commits',
  'own-cost-trial': 'commits',
  exceptions: 'commits-and-metadata',
  bridge: 'commits',
  'explained-rows': 'commits',
  closes: 'commits-and-metadata',
  drift: 'commits-and-metadata',
  statements: 'commits-and-metadata',
  matches: 'commits',
  settlements: 'commits',
  'settlements-then': 'commits',
  // Statements, too, say when money comes.
  releases: 'commits-and-metadata',
  chain: 'commits',
  'order-chain': 'commits',
  'month-match': 'commits',
  'month-proof': 'commits',
  'month-costs': 'commits',
} as const satisfies { readonly [name: string]: 'commits' | 'commits-and-metadata' };

export type QueryName = keyof typeof QUERIES;

/** Equal inputs (as JSON) are one question. */
type QueryKey = readonly [QueryName, string];

export const queryKey = (name: QueryName, input: unknown): QueryKey => [name, JSON.stringify(input)];

const nameOf = (query: Query): QueryName => (query.queryKey as QueryKey)[0];
const isUnused = (query: Query): boolean => query.getObserversCount() === 0;
const followsMetadata = (query: Query): boolean => QUERIES[nameOf(query)] === 'commits-and-metadata';

/** Changes with everything that makes the answers of a query old. */
export function freshnessOf(name: QueryName, { revision, latest, notes, annotations }: Session): string {
  const written = QUERIES[name] === 'commits' ? `${revision.get()}` : `${latest.get()}/${notes.get()}`;
  return `${written}/${annotations.get()}`;
}

/** What is on the screen is asked again when it is old; else the last answer of each name is kept while it is true. */
export function createQueryClient(session: Session): QueryClient {
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
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || !isUnused(query)) return;
    const { status, isInvalidated } = query.state;
    // What follows metadata may tell the time as well (coverage): it is asked anew.
    const isKept = status === 'success' && !isInvalidated && !followsMetadata(query);
    client.removeQueries({
      predicate: (other) =>
        (isKept ? nameOf(other) === nameOf(query) && other !== query : other === query) && isUnused(other),
    });
  });
  return client;
}

/**
 * Asks until nothing was written that the answer may lack. Many commits during a question cost one more, and its answer is
 * shown meanwhile: during a load the figures would stand still else. A failure is one only if nothing was written.
 */
export async function askUntilFresh<T>(
  ask: () => Promise<T>,
  freshness: () => string,
  show: (answer: T) => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    const before = freshness();
    const isOver = (): boolean => signal.aborted || freshness() === before;
    try {
      const answer = await ask();
      if (isOver()) return answer;
      show(answer);
    } catch (error) {
      if (isOver()) throw error;
    }
  }
}

const MAX_TRIES = 6;

/** Answers of one revision: asked together, and again while a commit fell between them; after MAX_TRIES as they are. */
export async function readTogether<T extends readonly { readonly revision: number }[]>(
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
