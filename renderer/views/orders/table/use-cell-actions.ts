import { useCallback } from 'react';
import { isDecimalKind } from '#shared/columns/catalogue.ts';
import { parseDecimal, toDecimal } from '#shared/decimal.ts';
import { useText } from '../../../i18n/text.tsx';
import type { LinesView } from '../../../link/lines.ts';
import { useFormats } from '../../../ui/formats.tsx';
import type { CellAction } from '../../../ui/grid/cell-menu.tsx';
import { isNegative } from '../../../ui/number-format.ts';
import { coveredText, kindOf } from '../../columns/cells.ts';
import { describeNumbers, JUST_BELOW_ZERO, shapeOf } from '../../selection/filters/number-filter.ts';
import { useSelection } from '../../selection/selection-context.tsx';
import { lineReader } from '../orders-state.ts';
import type { OpenedOrders } from './use-opened-orders.ts';

/**
 * What can be done to a cell of the orders: its order opened, its value filtered by. A figure is a filter's end where it
 * is a row's own, not the sum of several.
 */
export function useCellActions(
  view: LinesView,
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
        ...numberActions(column, line.rows === 1 ? value : ''),
      ];
    },
    [view, opened, open, change, text, formats, numberActions],
  );
}
