import { useEffect, useMemo, useState } from 'react';
import type { Grouping, SortOrder } from '#renderer/data/api.ts';
import { useQueryCache } from '#renderer/data/client/query-cache.ts';
import { useLedger, useSession } from '#renderer/data/client/session-context.tsx';
import {
  createTableRowsSource,
  type TableRowsQuery,
  type TableRowsSource,
  type TableRowsView,
} from '#renderer/data/client/table-rows.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { askedColumns, totalledColumns } from '#renderer/screens/orders/state/orders-state.ts';
import { IDENTITY_COLUMNS } from '#shared/domain/order-identity.ts';
import { SEARCH_COLUMNS } from '#shared/domain/selection.ts';

const PLACE = 'orders';

/**
 * The lines of the current selection, whole views only; with what tells orders apart, and what is searched in. Who comes
 * back with the same question finds them there, as long as no commit came in between.
 */
export function useOrderRows(
  shown: readonly string[],
  grouping: Grouping,
  sort: SortOrder | null,
): TableRowsSource {
  const session = useSession();
  const { selection } = useSelection();
  const question = useMemo<TableRowsQuery>(() => {
    const searched = selection.search.trim() === '' ? [] : SEARCH_COLUMNS;
    const columns = [...new Set([...askedColumns(shown), ...IDENTITY_COLUMNS, ...searched])];
    return { rows: { selection, grouping, sort, columns }, totalColumns: totalledColumns(shown) };
  }, [selection, grouping, sort, shown]);
  const last = useQueryCache();
  const [source] = useState(() =>
    createTableRowsSource(session.data.call, last.recall(PLACE, question) as TableRowsView | null),
  );
  const open = useLedger().kind === 'open';
  useEffect(() => source.ask(open ? question : null), [source, open, question]);
  useEffect(() => session.revision.subscribe(source.refresh), [session, source]);
  useEffect(
    () =>
      source.store.subscribe(() => {
        const view = source.store.get();
        const isWhole = view.query !== null && !view.stale && view.error === null;
        if (isWhole) last.keep(PLACE, view.query, view.revision, view);
      }),
    [source, last],
  );
  return source;
}
