import { useEffect, useEffectEvent, useState } from 'react';
import type { GridProps } from './grid-types.ts';

/** So long a column stays marked that somebody was led to. */
export const MARKED_MS = 2500;

/**
 * The column that is marked, once the table and its lines are there; null after a moment. It is brought into view, and
 * again while it is marked: its neighbours become wider with what they hold.
 */
export function usePointedColumn(
  { columns, pointAt = null, rowCount, loading }: GridProps,
  reveal: (index: number) => void,
  widthPx: number,
): string | null {
  const [over, setOver] = useState<string | null>(null);
  const index = pointAt === null ? -1 : columns.findIndex(({ id }) => id === pointAt);
  const isThere = index >= 0 && widthPx > 0 && rowCount > 0 && loading !== true;
  const marked = isThere && pointAt !== over ? pointAt : null;
  const show = useEffectEvent(() => reveal(index));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever moves the column
  useEffect(() => {
    if (marked !== null) show();
  }, [marked, columns, widthPx]);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setOver(marked), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);
  return marked;
}
