import { useCallback } from 'react';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import { kindOf, maskText } from '#renderer/features/columns/cells.ts';
import {
  describeNumbers,
  JUST_BELOW_ZERO,
  shapeOf,
} from '#renderer/features/selection/filters/number-filter.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { CellAction } from '#renderer/ui/grid/cell-menu.tsx';
import { isNegative } from '#renderer/ui/number-format.ts';
import { isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { parseDecimal, toDecimal } from '#shared/domain/decimal.ts';
import type { OpenedOrders } from './opened-orders.ts';
import { lineReader } from './order-rows.ts';

/**
 * What can be done to a cell of the orders: its order opened, its value filtered by. A figure is a filter's end where it
 * is a row's own, not the sum of several.
 */
export function useCellActions(
  view: TableRowsView,
  opened: OpenedOrders,
  open: (row: number) => void,
): (row: number, column: string) => readonly CellAction[] {
  const text = useText();
  const formats = useFormats();
  const { change } = useSelection();
  const numberActions = useCallback(
    (column: string, value: string): readonly CellAction[] => {
      const figure = isDecimalKind(kindOf(column)) ? parseDecimal(value) : undefined;
      if (figure === undefined || formats.hidesAmounts) return [];
      const exact = toDecimal(figure);
      const bounds = [
        ...(isNegative(exact) ? [{ column, from: null, to: JUST_BELOW_ZERO }] : []),
        { column, from: exact, to: null },
        { column, from: null, to: exact },
      ];
      return bounds.map((filter): CellAction => {
        const words = describeNumbers(filter, formats.numbers, text('number-filter.range-to'));
        return {
          id: `filter-${shapeOf(filter)}`,
          icon: 'filter',
          label: text('cell-menu.filter-number', { column, words }),
          run: () => change({ type: 'set-numbers', column, filters: [filter] }),
        };
      });
    },
    [change, formats, text],
  );
  return useCallback(
    (row, column) => {
      const line = opened.lineOf(row);
      if (line === undefined) return [];
      const value = lineReader(view, line)(column);
      const isFilter = kindOf(column) === 'text' && !line.mixed.includes(column);
      const shown = value === '' ? text('filter.blank') : maskText(column, value, formats);
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
        ...numberActions(column, line.rows === 1 ? value : ''),
      ];
    },
    [view, opened, open, change, text, formats, numberActions],
  );
}
