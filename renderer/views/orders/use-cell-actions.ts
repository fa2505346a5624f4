import { useCallback } from 'react';
import { useText } from '../../i18n/text.tsx';
import type { LinesView } from '../../link/lines.ts';
import { useFormats } from '../../ui/formats.tsx';
import type { CellAction } from '../../ui/grid/cell-menu.tsx';
import { coveredText, kindOf } from '../columns/cells.ts';
import { useSelection } from '../selection/selection-context.tsx';
import { lineReader } from './orders-state.ts';
import type { OpenedOrders } from './use-opened-orders.ts';

/** What can be done to a cell of the orders: its order opened, its value filtered by. */
export function useCellActions(
  view: LinesView,
  opened: OpenedOrders,
  open: (row: number) => void,
): (row: number, column: string) => readonly CellAction[] {
  const text = useText();
  const formats = useFormats();
  const { change } = useSelection();
  return useCallback(
    (row, column) => {
      const line = opened.lineOf(row);
      if (line === undefined) return [];
      const value = lineReader(view, line)(column);
      const isFilter = kindOf(column) === 'text' && !line.mixed.includes(column);
      const shown = value === '' ? text('filter.blank') : coveredText(column, value, formats);
      return [
        { id: 'open', icon: 'orders', label: text('cell-menu.open'), keys: 'Enter', run: () => open(row) },
        ...(isFilter
          ? [
              {
                id: 'filter',
                icon: 'filter' as const,
                label: text('cell-menu.filter', { column, value: shown }),
                run: () => change({ type: 'set-filter', column, values: [value] }),
              },
            ]
          : []),
      ];
    },
    [view, opened, open, change, text, formats],
  );
}
