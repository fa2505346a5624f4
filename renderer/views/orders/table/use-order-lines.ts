import { useEffect, useState } from 'react';
import { IDENTITY_COLUMNS } from '#shared/orders/identity.ts';
import { SEARCH_COLUMNS } from '#shared/selection/selection.ts';
import type { Grouping, SortOrder } from '../../../link/data-contract.ts';
import { createLinesSource, type LinesSource, type LinesView } from '../../../link/lines.ts';
import { useLedger, useSession, useStore } from '../../../link/session-context.tsx';
import { useSelection } from '../../selection/selection-context.tsx';
import { askedColumns, totalledColumns } from '../orders-state.ts';

/** The lines of the current selection, whole views only; with what tells orders apart, and what is searched in. */
export function useOrderLines(
  shown: readonly string[],
  grouping: Grouping,
  sort: SortOrder | null,
): readonly [LinesView, LinesSource] {
  const session = useSession();
  const { selection } = useSelection();
  const [source] = useState(() => createLinesSource(session.data.call));
  const open = useLedger().kind === 'open';
  useEffect(() => {
    const searched = selection.search.trim() === '' ? [] : SEARCH_COLUMNS;
    source.ask(
      open
        ? {
            rows: {
              selection,
              grouping,
              sort,
              columns: [...new Set([...askedColumns(shown), ...IDENTITY_COLUMNS, ...searched])],
            },
            totalColumns: totalledColumns(shown),
          }
        : null,
    );
  }, [source, open, selection, grouping, sort, shown]);
  useEffect(() => session.revision.subscribe(source.refresh), [session, source]);
  return [useStore(source.store), source];
}
