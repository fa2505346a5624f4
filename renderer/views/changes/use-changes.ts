import { useEffect, useState } from 'react';
import { type ChangesSource, type ChangesView, createChangesSource } from '../../link/change-lines.ts';
import type { ChangesQuery } from '../../link/data-contract.ts';
import type { Session } from '../../link/session.ts';
import { useLedger, useLive, useSession, useStore } from '../../link/session-context.tsx';

async function readLastRuns(session: Session) {
  return session.data.call.readRuns({ offset: 0, limit: 3, onlyNoted: false });
}
const NOTHING = {};

/** The changes of a query, whole views only; asked again at every commit. */
export function useChanges(query: ChangesQuery | null): readonly [ChangesView, ChangesSource] {
  const session = useSession();
  const [source] = useState(() => createChangesSource(session.data.call));
  const open = useLedger().kind === 'open';
  useEffect(() => source.ask(open ? query : null), [source, open, query]);
  useEffect(() => session.revision.subscribe(source.refresh), [session, source]);
  return [useStore(source.store), source];
}

/** The newest runs, so that «the last sync» can be told. */
export function useLastRuns() {
  return useLive(readLastRuns, NOTHING, 'commits-and-notes');
}
