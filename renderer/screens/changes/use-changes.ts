import { useEffect, useRef, useState } from 'react';
import type { ChangesQuery } from '#renderer/data/api.ts';
import {
  type ChangesSource,
  type ChangesView,
  createChangesSource,
} from '#renderer/data/client/change-rows.ts';
import { useLiveQuery, usePages, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useAnnounce } from '#renderer/ui/live-region.tsx';

const LAST_RUNS = { offset: 0, limit: 3, onlyNoted: false };

/** The changes of a query, whole views only; asked again at every commit. */
export function useChanges(query: ChangesQuery | null): readonly [ChangesView, ChangesSource] {
  const session = useSession();
  const [source] = useState(() => createChangesSource(session.data.call));
  usePages(source, query);
  return [useStore(source.store), source];
}

/** The newest runs, so that «the last sync» can be told. */
export function useLastRuns() {
  return useLiveQuery('last-runs', LAST_RUNS, (call, asked) => call.readRuns(asked));
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
