import { isEqual } from 'es-toolkit/predicate';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { ordersDetail, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { daysOf, type NamedPeriod, periodSchema } from '#renderer/features/period/named-period.ts';
import { describePeriod, type Present, presetPeriod } from '#renderer/features/period/period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { type UndoStep, useUndo } from '#renderer/features/undo/undo.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { requiredContext } from '#renderer/ui/hooks.ts';
import type { BeyondDay, Period, Selection } from '#shared/domain/selection.ts';
import { ALL_ROWS, rowsOf, rowsSchema, selectionOf } from './selection-rows.ts';
import { afterSteps, changeSelection, ownDateFilter, type SelectionAction } from './selection-state.ts';

type SelectionControl = {
  readonly selection: Selection;
  /** The meaning of its days; null: nobody has chosen them, and they are those that a new account begins with. */
  readonly meaning: NamedPeriod | null;
  /** False until it is known which days a name stands for now: nothing is worth asking before. */
  readonly isSettled: boolean;
  /** Several actions are one step of what can be undone; `andBack` is done too when it is. */
  readonly change: (actions: SelectionAction | readonly SelectionAction[], andBack?: () => void) => void;
  /** Sets all of it without a step that can be undone: it is part of another. */
  readonly restore: (selection: Selection, meaning: NamedPeriod | null) => void;
};
const [Provider, useSelection] = requiredContext<SelectionControl>('selection');

type AheadListener = (selection: Selection) => void;
const [AheadProvider, useAhead] = requiredContext<Set<AheadListener>>('selection ahead');

export { useSelection };

/**
 * Told of a changed selection of the account before the page is drawn with it: the worker answers while all that shows it is
 * drawn. What is told is the very object that `useSelection` gives then; not for what is within `WithPeriod`.
 */
export function useSelectionAhead(listener: AheadListener): void {
  const listeners = useAhead();
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listeners, listener]);
}

function isList(
  actions: SelectionAction | readonly SelectionAction[],
): actions is readonly SelectionAction[] {
  return Array.isArray(actions);
}

/** The part of the account's state that remembers it. Days have a name, or stay; what cannot be read is the default. */
const SELECTION_PART = 'selection';
const storedSchema = z.object({
  period: periodSchema.nullable().catch(null),
  rows: rowsSchema.catch(ALL_ROWS),
});
type StoredSelection = z.infer<typeof storedSchema>;
const NEW_ACCOUNT: StoredSelection = { period: null, rows: ALL_ROWS };

/** `isFixed`: its days stay until someone chooses others; else they follow what their name comes to stand for. */
type ShownSelection = {
  readonly selection: Selection;
  readonly meaning: NamedPeriod | null;
  readonly isFixed: boolean;
};

/** It is not a selection's own. */
const NO_CURRENCY = { scope: null, currency: null } as const;

function selectionFrom({ period, rows }: StoredSelection): ShownSelection {
  const isFixed = period !== null && (period.kind === 'all' || period.kind === 'days');
  const days = isFixed ? daysOf(period, null) : null;
  return { selection: selectionOf(rows, { period: days, ...NO_CURRENCY }), meaning: period, isFixed };
}

/** The period that a new account shows: the last complete month; undefined while there is none, and everything is shown. */
function beginningOf({ meaning }: ShownSelection, present: Present | null): Period | null | undefined {
  if (present === null) return undefined;
  if (meaning !== null) return daysOf(meaning, present);
  return present.complete === null ? undefined : presetPeriod('month-before', present);
}

/**
 * One selection for all screens of an account: what Órdenes lists is what Rentabilidad sums. It is remembered; days with a
 * name are told anew where the account is opened, and stay from then on, so that nothing moves under a reader's hands. Long,
 * for each of its actions is a step of the same undo.
 */
export function SelectionProvider(props: { readonly children: ReactNode }) {
  const text = useText();
  const { remember } = useUndo();
  const { scope, code: currency } = useCurrency();
  const [stored, store] = useScreenState(SELECTION_PART, storedSchema, NEW_ACCOUNT);
  // The currency is not the selection's own: it is kept apart, and no step of the selection changes it.
  const [held, setHeld] = useState(() => selectionFrom(stored));
  // A selection changed twice before the page is drawn again is changed from what it has become.
  const latest = useRef(held);
  const [listeners] = useState(() => new Set<AheadListener>());
  const inCurrency = useMemo(() => {
    const known = new WeakMap<Selection, Selection>();
    return (own: Selection): Selection => {
      const made = known.get(own) ?? selectionOf(rowsOf(own), { period: own.period, scope, currency });
      known.set(own, made);
      return made;
    };
  }, [scope, currency]);
  const set = useCallback(
    (selection: Selection, meaning: NamedPeriod | null, isFixed = true): void => {
      const own = selectionOf(rowsOf(selection), { period: selection.period, ...NO_CURRENCY });
      latest.current = { selection: own, meaning, isFixed };
      for (const listener of listeners) listener(inCurrency(own));
      setHeld(latest.current);
      store({ period: meaning, rows: rowsOf(selection) });
    },
    [store, listeners, inCurrency],
  );
  const change = useCallback<SelectionControl['change']>(
    (actions, andBack) => {
      const steps = isList(actions) ? actions : [actions];
      const before = latest.current;
      const next = afterSteps(before, steps);
      const last = steps.at(-1);
      const isSame = isEqual(next.selection, before.selection);
      // Who was led somewhere by rows that were selected already has a way back all the same.
      if (isSame && andBack !== undefined) remember(text('undo.orders'), andBack);
      if (last === undefined || (isSame && before.isFixed && isEqual(next.meaning, before.meaning))) return;
      if (!isSame) {
        const part = steps.length === 1 ? stepPart(last, before.selection) : null;
        const back = (): void => {
          set(before.selection, before.meaning);
          andBack?.();
        };
        remember(stepMessage(steps, next.selection, text), back, { part });
      }
      set(next.selection, next.meaning);
    },
    [remember, set, text],
  );
  const { present, isKnown } = usePresent(!held.isFixed);
  const beginning = held.isFixed ? undefined : beginningOf(held, present);
  useEffect(() => {
    if (beginning === undefined || !isKnown || latest.current.isFixed) return;
    latest.current = {
      ...latest.current,
      selection: changeSelection(latest.current.selection, { type: 'set-period', period: beginning }),
      isFixed: true,
    };
    setHeld(latest.current);
  }, [beginning, isKnown]);
  const isSettledNow = held.isFixed || (isKnown && beginning === undefined);
  // Once it is, screens stand: the days that the first complete month brings move figures, and take no screen away.
  const [wasSettled, setWasSettled] = useState(isSettledNow);
  useEffect(() => {
    if (isSettledNow) setWasSettled(true);
  }, [isSettledNow]);
  const isSettled = isSettledNow || wasSettled;
  const { selection, meaning } = held;
  const control = useMemo<SelectionControl>(
    () => ({
      selection: inCurrency(selection),
      meaning,
      isSettled,
      change,
      restore: set,
    }),
    [selection, inCurrency, meaning, isSettled, change, set],
  );
  return (
    <AheadProvider value={listeners}>
      <Provider value={control}>{props.children}</Provider>
    </AheadProvider>
  );
}

/** What is within shows, while it is held, what was selected before: it is out of sight, and nothing is asked anew for it. */
export function HeldSelection(props: { readonly isHeld: boolean; readonly children: ReactNode }) {
  const control = useSelection();
  const [held, setHeld] = useState(control);
  if (!props.isHeld && held !== control) setHeld(control);
  return <Provider value={props.isHeld ? held : control}>{props.children}</Provider>;
}

/**
 * What is within shows the rows bought in these days, whatever days are chosen elsewhere; what it changes, it changes of
 * these. Filters are those of all screens.
 */
export function WithPeriod(props: { readonly period: Period; readonly children: ReactNode }) {
  const control = useSelection();
  const { from, to } = props.period;
  const held = useMemo<SelectionControl>(() => {
    const days: readonly SelectionAction[] = [
      { type: 'set-period-column', column: 'Fecha de compra' },
      { type: 'set-period', period: { from, to } },
    ];
    const selection = days.reduce(changeSelection, control.selection);
    if (isEqual(selection, control.selection)) return control;
    return {
      ...control,
      selection,
      change: (actions, andBack) => {
        const all = isList(actions) ? actions : [actions];
        // Whether own costs count is of no days.
        const isOfDays = all.some(({ type }) => type !== 'set-own-costs');
        control.change(isOfDays ? [...days, ...all] : all, andBack);
      },
    };
  }, [control, from, to]);
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
      const to = {
        screen: 'orders',
        detail: ordersDetail({ column: by ?? at, isSorted: by !== null }),
      } as const;
      const isThere = address.screen === to.screen && address.detail === to.detail;
      change(only, isThere ? undefined : () => go(address.screen, address.detail));
      go(to.screen, to.detail);
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

/** The days of a selection's date: some, all of them, or those beside the calendar. */
export function describeSelection(selection: Selection, text: Text): string {
  const beside = selection.period === null ? ownDateFilter(selection) : null;
  return beside === null ? describePeriod(selection.period, text) : besideName(beside.beyond, text);
}

function actionMessage(action: SelectionAction, next: Selection, text: Text): string {
  switch (action.type) {
    case 'set-period':
      return text('undo.period', { period: describePeriod(next.period, text) });
    case 'set-period-column':
      return text('undo.period-column', { column: text.column(action.column) });
    case 'set-dates':
      return action.filter === null || action.column !== next.periodColumn
        ? text('undo.filter', { column: text.column(action.column) })
        : text('undo.period', { period: besideName(action.filter.beyond, text) });
    case 'set-filter':
    case 'set-numbers':
      return text('undo.filter', { column: text.column(action.column) });
    case 'set-preset':
      return text('undo.preset', { preset: text('preset.name') });
    case 'search':
      return action.text === '' ? text('undo.search-none') : text('undo.search', { text: action.text });
    case 'set-own-costs':
      return text(action.on ? 'undo.own-costs-on' : 'undo.own-costs-off');
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
