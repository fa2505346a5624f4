import { useEffect, useState } from 'react';
import { type LiveAnswer, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { Totals } from '#renderer/data/model/totals.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { Selection } from '#shared/domain/selection.ts';

/** The screens have asked for their own figures by then. */
const AFTER_SCREENS_MS = 600;

/** The selection once it has rested, with its sums as they are shown. */
export function useSettledFigures(): {
  readonly selection: Selection | null;
  /** It is the selection of now. */
  readonly hasRested: boolean;
  readonly shown: LiveAnswer<Selection, Totals>;
} {
  const { selection } = useSelection();
  const [settled, setSettled] = useState<Selection | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(selection), AFTER_SCREENS_MS);
    return () => clearTimeout(timer);
  }, [selection]);
  const shown = useLiveQuery('selection-news', settled, (call, asked, slot) =>
    call.readTotals({ selection: asked, columns: AMOUNT_COLUMNS, slot }),
  );
  return { selection: settled, hasRested: settled === selection, shown };
}
