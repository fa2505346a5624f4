import { isEqual } from 'es-toolkit/predicate';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { requiredContext } from '#renderer/ui/hooks.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { stepMessage, stepPart } from './selection-messages.ts';
import { changeSelection, INITIAL_SELECTION, type SelectionAction } from './selection-state.ts';

type SelectionControl = {
  readonly selection: Selection;
  /** Several actions are one step of what can be undone; `andBack` is done too when it is. */
  readonly change: (actions: SelectionAction | readonly SelectionAction[], andBack?: () => void) => void;
  /** Sets all of it without a step that can be undone: it is part of another. */
  readonly restore: (selection: Selection) => void;
};
const [Provider, useSelection] = requiredContext<SelectionControl>('selection');

export { useSelection };

function isList(
  actions: SelectionAction | readonly SelectionAction[],
): actions is readonly SelectionAction[] {
  return Array.isArray(actions);
}

/** One selection for all screens of an account: what Órdenes lists is what Rentabilidad sums. */
export function SelectionProvider(props: { readonly children: ReactNode }) {
  const text = useText();
  const words = usePeriodMessages();
  const { remember } = useUndo();
  const scope = useCurrency().scope;
  // The currency is not the selection's own: it is kept apart, and no step of the selection changes it.
  const [chosen, setChosen] = useState(INITIAL_SELECTION);
  // What is changed twice before the page is drawn again is changed from what it has become.
  const latest = useRef(chosen);
  const set = useCallback((next: Selection): void => {
    latest.current = { ...next, scope: null };
    setChosen(latest.current);
  }, []);
  const change = useCallback<SelectionControl['change']>(
    (actions, andBack) => {
      const steps = isList(actions) ? actions : [actions];
      const before = latest.current;
      const next = steps.reduce(changeSelection, before);
      const last = steps.at(-1);
      if (last === undefined || isEqual(next, before)) return;
      const part = steps.length === 1 ? stepPart(last, before) : null;
      const back = (): void => {
        set(before);
        andBack?.();
      };
      remember(stepMessage(steps, next, text, words), back, { part });
      set(next);
    },
    [remember, set, text, words],
  );
  const held = useMemo(
    () => ({ selection: { ...chosen, scope }, change, restore: set }),
    [chosen, scope, change, set],
  );
  return <Provider value={held}>{props.children}</Provider>;
}

/** Where a mark leads: the rows it is of, and the column it is a sum of, the greatest first. */
type OrdersBehind = { readonly only?: readonly SelectionAction[]; readonly by?: string | null };

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
