import { QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { AccountsState, Connection, SyncStatus } from '#shared/contract/app.ts';
import type { HostInfo } from '#shared/contract/host-info.ts';
import type { DataReader } from './data-calls.ts';
import { useIsInSight } from './kept-in-sight.tsx';
import { askUntilFresh, createQueryClient, queryKey, readerFor } from './queries.ts';
import type { LedgerView, LostCopy, Session, Store } from './session.ts';
import type { PagesSource } from './table-rows.ts';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider(props: { readonly session: Session; readonly children: ReactNode }) {
  const [client] = useState(() => createQueryClient(props.session));
  return (
    <SessionContext.Provider value={props.session}>
      <QueryClientProvider client={client}>{props.children}</QueryClientProvider>
    </SessionContext.Provider>
  );
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

function useIsOpen(): boolean {
  const { ledger } = useSession();
  return useSyncExternalStore(ledger.subscribe, () => ledger.get().kind === 'open');
}

/**
 * Asks a list that is read by the page (table-rows.ts), and again at every commit: of what is shown, or, where the list is
 * of what commits bring, also while the figures are frozen. Null asks nothing.
 */
export function usePages<Query>(
  source: Pick<PagesSource<Query, unknown, unknown>, 'ask' | 'refresh'>,
  query: Query | null,
  follows: 'revision' | 'latest' = 'revision',
): void {
  const { [follows]: commits, annotations } = useSession();
  const isOpen = useIsOpen();
  useEffect(() => source.ask(isOpen ? query : null), [source, isOpen, query]);
  useEffect(() => commits.subscribe(source.refresh), [commits, source]);
  useEffect(() => annotations.subscribe(source.refresh), [annotations, source]);
}

/** The last whole answer to a query, and how it stands to what is asked now. */
export type LiveAnswer<I, O> = {
  readonly output: O | null;
  readonly input: I | null;
  /** True while `output` is not the answer to what is asked now; out of sight nothing is. */
  readonly isStale: boolean;
  /** Why the newest question has no answer; null once one came. */
  readonly error: unknown;
  readonly refresh: () => void;
};

const NO_ANSWER = { output: null, input: null, error: null } as const;

/**
 * Asks the worker, and again whenever the answer becomes old (queries.ts). The last whole answer stays until the next one
 * is whole, also over a failure; an input that was given up is not answered. Null asks nothing and forgets the answer.
 * `place`: where on the screen it is asked; it keeps its last answer while that is true. `read` asks in the slot it is given,
 * where a newer question shall supersede an older one.
 */
export function useLiveQuery<I, O>(
  place: string,
  input: I | null,
  read: (call: DataReader, input: I, slot: string) => Promise<O>,
): LiveAnswer<I, O> {
  const session = useSession();
  const isOpen = useIsOpen();
  const isInSight = useIsInSight();
  const asked = isOpen ? input : null;
  const key = useMemo(() => queryKey(place, asked), [place, asked]);
  const { data, error, isPending, isFetching, refetch } = useQuery<{ readonly input: I; readonly output: O }>(
    {
      queryKey: key,
      queryFn:
        asked === null
          ? skipToken
          : ({ signal, client }) =>
              askUntilFresh(
                session,
                place,
                async () => ({
                  input: asked,
                  output: await read(readerFor(session, place), asked, place),
                }),
                { show: (answer) => client.setQueryData(key, answer), signal },
              ),
    },
  );
  const last = useRef<Omit<LiveAnswer<I, O>, 'isStale' | 'refresh'>>(NO_ANSWER);
  const shown = asked === null ? NO_ANSWER : isPending ? last.current : { ...(data ?? last.current), error };
  useEffect(() => {
    last.current = shown;
  });
  return {
    ...shown,
    isStale: isInSight && asked !== null && (isFetching || error !== null),
    refresh: () => {
      if (asked !== null) void refetch({ cancelRefetch: false });
    },
  };
}
