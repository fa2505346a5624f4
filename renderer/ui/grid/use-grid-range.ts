import { useCallback, useEffect, useRef, useState } from 'react';
import type { CellRange, GridColumn } from './grid-types.ts';

/**
 * What is chosen in the table, and the way to choose. A range speaks of rows and columns by their place: it ends when
 * `lines` (which lines there are, in which order) or the columns change. The active cell stays with its column.
 */
export function useGridRange(
  columns: readonly GridColumn[],
  lines: string,
  onRange: ((range: CellRange | null) => void) | undefined,
): readonly [CellRange | null, (range: CellRange | null) => void] {
  const [range, setRange] = useState<CellRange | null>(null);
  const select = useCallback(
    (next: CellRange | null) => {
      setRange(next);
      onRange?.(next);
    },
    [onRange],
  );
  const order = columns.map(({ id }) => id).join('\n');
  const active = useRef<{ readonly row: number; readonly id: string; readonly lines: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two are what it depends on
  useEffect(() => {
    const column = columns.findIndex(({ id }) => id === active.current?.id);
    const at = active.current?.lines === lines && column >= 0 ? { row: active.current.row, column } : null;
    select(at === null ? null : { from: at, to: at });
  }, [lines, order, select]);
  const activeColumn = columns[range?.to.column ?? -1];
  useEffect(() => {
    active.current =
      range === null || activeColumn === undefined ? null : { row: range.to.row, id: activeColumn.id, lines };
  });
  return [range, select];
}
