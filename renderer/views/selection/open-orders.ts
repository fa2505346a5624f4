import { useCallback } from 'react';
import { useNavigation } from '../frame/navigation.tsx';
import { useSelection } from './selection-context.tsx';
import type { SelectionAction } from './selection-state.ts';

/** Every mark of the panel leads to the orders behind it: the selection narrowed to them, on the screen of orders. */
export function useOpenOrders(): (...narrowing: readonly SelectionAction[]) => void {
  const { change } = useSelection();
  const { go } = useNavigation();
  return useCallback(
    (...narrowing) => {
      for (const action of narrowing) change(action);
      go('orders');
    },
    [change, go],
  );
}

/** Narrows to one value of a column. */
export function only(column: string, value: string): SelectionAction {
  return { type: 'set-filter', column, values: [value] };
}
