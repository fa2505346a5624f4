import { useCallback } from 'react';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from './selection-context.tsx';
import type { SelectionAction } from './selection-state.ts';

/** Where a mark leads: the rows it is of, and the column it is a sum of, the greatest first. */
export type OrdersBehind = { readonly only?: readonly SelectionAction[]; readonly by?: string | null };

/** Every mark of every chart leads to the orders behind it, on their screen; undone, it leads back to where it was. */
export function useOpenOrders(): (behind?: OrdersBehind) => void {
  const { change } = useSelection();
  const { address, go } = useNavigation();
  return useCallback(
    ({ only = [], by = null } = {}) => {
      change(only, () => go(address.screen, address.detail));
      go('orders', by);
    },
    [change, go, address],
  );
}

/** Narrows to one value of a column. */
export function onlyWith(column: string, value: string): SelectionAction {
  return { type: 'set-filter', column, values: [value] };
}
