import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { GridColumn } from './grid-types.ts';

export type HeaderMenuPlace = { readonly column: GridColumn; readonly anchor: Element };

/** The menu of one column, under its header; `reveal` brings a column into view. */
export function useHeaderMenu(
  head: RefObject<HTMLDivElement | null>,
  columns: readonly GridColumn[],
  reveal: (index: number) => void,
): {
  readonly place: HeaderMenuPlace | null;
  /** The same function as long as the table lives. */
  readonly open: (id: string) => void;
  readonly close: () => void;
} {
  const [opened, setOpened] = useState<{ readonly id: string; readonly anchor: Element } | null>(null);
  const latest = useRef({ columns, reveal });
  useLayoutEffect(() => {
    latest.current = { columns, reveal };
  });
  const open = useCallback(
    (id: string): void => {
      const index = latest.current.columns.findIndex((column) => column.id === id);
      if (index < 0) return;
      latest.current.reveal(index);
      // The header may only now come into view.
      requestAnimationFrame(() => {
        const anchor = head.current?.querySelector(`[data-header="${CSS.escape(id)}"]`);
        if (anchor != null) setOpened({ id, anchor });
      });
    },
    [head],
  );
  const column = columns.find(({ id }) => id === opened?.id);
  return {
    place: opened === null || column === undefined ? null : { column, anchor: opened.anchor },
    open,
    close: () => setOpened(null),
  };
}
