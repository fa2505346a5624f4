import { isEqual } from 'es-toolkit/predicate';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { ordersDetail, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { type UndoStep, useUndo } from '#renderer/features/undo/undo.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { requiredContext } from '#renderer/ui/hooks.ts';
import type { BeyondDay, Selection } from '#shared/domain/selection.ts';
import {
  changeSelection,
  INITIAL_SELECTION,
  ownDateFilter,
  type SelectionAction,
} from './selection-state.ts';

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
      remember(stepMessage(steps, next, text), back, { part });
      set(next);
    },
    [remember, set, text],
  );
  const held = useMemo(
    () => ({ selection: { ...chosen, scope }, change, restore: set }),
    [chosen, scope, change, set],
  );
  return <Provider value={held}>{props.children}</Provider>;
}

/**
 * Where a mark leads: the rows it is of, and the column it is a sum of, the greatest first; or `at`: the column that it is
 * about, the lines as they are sorted.
 */
type OrdersBehind = {
  readonly only?: readonly SelectionAction[];
  readonly by?: string | null;
  readonly at?: string | null;
};

/** Every mark of every chart leads to the orders behind it, on their screen; undone, it leads back to where it was. */
export function useOpenOrders(): (behind?: OrdersBehind) => void {
  const { change } = useSelection();
  const { address, go } = useNavigation();
  return useCallback(
    ({ only = [], by = null, at = null } = {}) => {
      change(only, () => go(address.screen, address.detail));
      go('orders', ordersDetail({ column: by ?? at, isSorted: by !== null }));
    },
    [change, go, address],
  );
}

/** Narrows to one value of a column. */
export function onlyWith(column: string, value: string): SelectionAction {
  return { type: 'set-filter', column, values: [value] };
}

/** «Sin fecha», «Fecha fuera de rango (< 2000)»: what stands beside the months of a date. */
export function besideName(beyond: BeyondDay | null, text: Text): string {
  if (beyond === null) return text('pivot.no-date');
  return text('pivot.out-of-range', { side: beyond.side, year: beyond.day.slice(0, 4) });
}

/** The same where the date is named before it: «Fecha de Pago: sin fecha». */
export function besideMessage(beyond: BeyondDay | null, text: Text): string {
  if (beyond === null) return text('filter.undated');
  return text('filter.beyond', { side: beyond.side, year: beyond.day.slice(0, 4) });
}

/** What of its date's calendar a selection holds: days, all of it, or what lies beside it. */
export function describeHeld(selection: Selection, text: Text): string {
  const beside = selection.period === null ? ownDateFilter(selection) : null;
  return beside === null ? describePeriod(selection.period, text) : besideName(beside.beyond, text);
}

function actionMessage(action: SelectionAction, next: Selection, text: Text): string {
  switch (action.type) {
    case 'set-period':
      return text('undo.period', { period: describePeriod(next.period, text) });
    case 'set-period-column':
      return text('undo.period-column', { column: action.column });
    case 'set-dates':
      return action.filter === null || action.column !== next.periodColumn
        ? text('undo.filter', { column: action.column })
        : text('undo.period', { period: besideName(action.filter.beyond, text) });
    case 'set-filter':
    case 'set-numbers':
      return text('undo.filter', { column: action.column });
    case 'set-preset':
      return text('undo.preset', { preset: text('preset.name') });
    case 'search':
      return action.text === '' ? text('undo.search-none') : text('undo.search', { text: action.text });
    case 'set-all':
      return text('undo.selection');
    case 'clear':
      return text('undo.clear');
  }
}

/** «período oct 2026»; of several actions together, that the selection changed. */
export function stepMessage(actions: readonly SelectionAction[], next: Selection, text: Text): string {
  const [only] = actions;
  return actions.length === 1 && only !== undefined
    ? actionMessage(only, next, text)
    : text('undo.selection');
}

/** A search is one step from its first letter on; one that begins anew is another. */
export function stepPart(action: SelectionAction, before: Selection): UndoStep['part'] {
  return action.type === 'search' ? { of: 'search', goesOn: before.search !== '' } : null;
}
