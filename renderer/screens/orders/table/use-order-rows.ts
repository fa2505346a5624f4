import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Grouping, SortOrder } from '#renderer/data/api.ts';
import { queryKey } from '#renderer/data/client/queries.ts';
import { usePages, useSession } from '#renderer/data/client/session-context.tsx';
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
  const answers = useQueryClient();
  const { selection } = useSelection();
  const question = useMemo<TableRowsQuery>(() => {
    const searched = selection.search.trim() === '' ? [] : SEARCH_COLUMNS;
    const columns = [...new Set([...askedColumns(shown), ...IDENTITY_COLUMNS, ...searched])];
    return { rows: { selection, grouping, sort, columns }, totalColumns: totalledColumns(shown) };
  }, [selection, grouping, sort, shown]);
  const [source] = useState(() => {
    const last = answers.getQueryData<TableRowsView>(queryKey('order-rows', question));
    return createTableRowsSource(session.data.call, last?.revision === session.revision.get() ? last : null);
  });
  usePages(source, question);
  useEffect(
    () =>
      source.store.subscribe(() => {
        const view = source.store.get();
        if (view.query === null || view.stale || view.error !== null) return;
        const key = queryKey('order-rows', view.query);
        answers.removeQueries({ queryKey: [key[0]], predicate: (other) => other.queryKey[1] !== key[1] });
        answers.setQueryData(key, view);
      }),
    [source, answers],
  );
  return source;
}
