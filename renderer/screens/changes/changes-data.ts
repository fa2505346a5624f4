import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChangesQuery } from '#renderer/data/api.ts';
import {
  type ChangesSource,
  type ChangesView,
  createChangesSource,
} from '#renderer/data/client/change-rows.ts';
import { useLiveQuery, usePages, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import {
  addressedRows,
  type ChangesRows,
  type ChangesTable,
  INITIAL_ROWS,
  INITIAL_TABLE,
  isInitial,
  ROWS_PART,
  rowsSchema,
  sinceKey,
  sinceSchema,
  TABLE_PART,
  tableSchema,
} from '#renderer/features/changes/changes-state.ts';
import { useScreenParts, useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { readStored, writeStored } from '#renderer/features/preferences/stored.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import type { UndoStep } from '#renderer/features/undo/undo-stack.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useAnnounce } from '#renderer/ui/live-region.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';

type ChangesSettings = {
  readonly rows: ChangesRows;
  /** Other changes: one step of what can be undone. */
  readonly change: (part: Partial<ChangesRows>) => void;
  readonly table: ChangesTable;
  readonly changeTable: (part: Partial<ChangesTable>) => void;
  /** The day one asked for last; null where one never did. */
  readonly since: LocalDate | null;
};

/** What the screen lists and how: what its address asks for, else what it was set to, by hand or by a saved view. */
export function useChangesState(detail: string | null, accountId: string): ChangesSettings {
  const text = useText();
  const { set } = useScreenParts();
  const { remember } = useUndo();
  const [kept] = useScreenState(ROWS_PART, rowsSchema, INITIAL_ROWS);
  const [table, setTable] = useScreenState(TABLE_PART, tableSchema, INITIAL_TABLE);
  const [since, setSince] = useState(() => readStored(sinceKey(accountId), sinceSchema, { day: null }).day);
  const [addressed, setAddressed] = useState(() => addressedRows(detail, since));
  const rows = addressed ?? kept;

  // As it begins there is nothing to keep: a view that asks for nothing else is then the one in use.
  const keep = useCallback(
    (next: ChangesRows) => set({ [ROWS_PART]: isInitial(next) ? undefined : next }),
    [set],
  );
  useEffect(() => {
    if (addressed === null) return;
    keep(addressed);
    setAddressed(null);
  }, [addressed, keep]);

  return {
    rows,
    change: (part) => {
      if (part.span?.kind === 'since') {
        setSince(part.span.day);
        writeStored(sinceKey(accountId), { day: part.span.day });
      }
      const { search } = part;
      const label =
        search === undefined
          ? text('undo.selection')
          : text(search === '' ? 'undo.search-none' : 'undo.search', { text: search });
      // Letters of a search, and days that a date passes through while it is typed, are no steps of their own.
      const step: UndoStep['part'] =
        search !== undefined
          ? { of: 'changes-search', goesOn: rows.search !== '' }
          : part.span?.kind === 'since'
            ? { of: 'changes-since', goesOn: rows.span.kind === 'since' }
            : null;
      remember(label, () => keep(rows), { part: step });
      keep({ ...rows, ...part });
    },
    table,
    changeTable: (part) => setTable({ ...table, ...part }),
    since,
  };
}

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
