import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react';
import type { AccountsState, Connection, HostInfo, SyncStatus } from '#shared/contract/app.ts';
import { createLiveQuery, type LiveAnswer } from './live-query.ts';
import type { LedgerView, LostCopy, Session } from './session.ts';
import type { Store } from './store.ts';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider(props: { readonly session: Session; readonly children: ReactNode }) {
  return <SessionContext.Provider value={props.session}>{props.children}</SessionContext.Provider>;
}

/** The page's session. Throws outside a SessionProvider. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('No session here.');
  return session;
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

export function useAccounts(): AccountsState | null {
  return useStore(useSession().accounts);
}

export function useSyncStatus(): SyncStatus | null {
  return useStore(useSession().status);
}

export function useConnection(): Connection {
  return useStore(useSession().connection);
}

export function useHostInfo(): HostInfo | null {
  return useStore(useSession().host);
}

export function useLedger(): LedgerView {
  return useStore(useSession().ledger);
}

export function useLostCopy(): LostCopy | null {
  return useStore(useSession().lostCopy);
}

/** What makes an answer old: a commit; or a commit and whatever else was written (runs, controls, checkpoints). */
type Freshness = 'commits' | 'commits-and-metadata';

/**
 * Asks the worker and keeps the last whole answer; asked again at every commit. `fetch` must not change while the
 * component lives (define it outside, or memoise it). It gets a slot of the component's own: questions asked in it are
 * given up by the worker as soon as a newer input is asked.
 */
export function useLive<I, O>(
  fetch: (session: Session, input: I, slot: string) => Promise<O>,
  input: I | null,
  freshness: Freshness = 'commits',
): LiveAnswer<I, O> & { readonly refresh: () => void } {
  const session = useSession();
  const slot = useId();
  const [query] = useState(() => createLiveQuery<I, O>((asked) => fetch(session, asked, slot)));
  const open = useStore(session.ledger).kind === 'open';
  useEffect(() => query.ask(open ? input : null), [query, input, open]);
  useEffect(() => session.revision.subscribe(query.refresh), [query, session]);
  useEffect(() => {
    return freshness === 'commits' ? undefined : session.notes.subscribe(query.refresh);
  }, [query, session, freshness]);
  return { ...useStore(query.store), refresh: query.refresh };
}
