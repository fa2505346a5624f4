import { useEffect, useMemo, useState } from 'react';
import { IDENTITY_COLUMNS } from '#shared/orders/identity.ts';
import { SEARCH_COLUMNS } from '#shared/selection/selection.ts';
import type { Grouping, SortOrder } from '../../../link/data-contract.ts';
import { createLinesSource, type LinesQuery, type LinesSource, type LinesView } from '../../../link/lines.ts';
import { useLedger, useSession } from '../../../link/session-context.tsx';
import { useLastAnswers } from '../../last-answers.ts';
import { useSelection } from '../../selection/selection-context.tsx';
import { askedColumns, totalledColumns } from '../orders-state.ts';

const PLACE = 'orders';

/**
 * The lines of the current selection, whole views only; with what tells orders apart, and what is searched in. Who comes
 * back with the same question finds them there, as long as no commit came in between.
 */
export function useOrderLines(
  shown: readonly string[],
  grouping: Grouping,
  sort: SortOrder | null,
): LinesSource {
  const session = useSession();
  const { selection } = useSelection();
  const question = useMemo<LinesQuery>(() => {
    const searched = selection.search.trim() === '' ? [] : SEARCH_COLUMNS;
    const columns = [...new Set([...askedColumns(shown), ...IDENTITY_COLUMNS, ...searched])];
    return { rows: { selection, grouping, sort, columns }, totalColumns: totalledColumns(shown) };
  }, [selection, grouping, sort, shown]);
  const last = useLastAnswers();
  const [source] = useState(() =>
    createLinesSource(session.data.call, last.recall(PLACE, question) as LinesView | null),
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
