import { useEffect, useRef, useState } from 'react';
import type { ChangesQuery } from '#renderer/data/api.ts';
import {
  type ChangesSource,
  type ChangesView,
  createChangesSource,
} from '#renderer/data/client/change-rows.ts';
import type { Session } from '#renderer/data/client/session.ts';
import { useLedger, useLive, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useAnnounce } from '#renderer/ui/live-region.tsx';

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
  return useLive(readLastRuns, NOTHING, 'commits-and-metadata');
}

/** Says how many orders another question left; the first answer, and what commits bring, are not asked for. */
export function useSaidCount({ query, head, stale }: ChangesView): void {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const heard = useRef<ChangesQuery | null>(null);
  useEffect(() => {
    if (query === null || head === null || stale || heard.current === query) return;
    const isFirst = heard.current === null;
    heard.current = query;
    if (!isFirst) announce(text('count.orders', { count: head.total, shown: formats.count(head.total) }));
  }, [query, head, stale, text, formats, announce]);
}
