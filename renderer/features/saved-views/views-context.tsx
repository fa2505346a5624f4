import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { daysOf, type NamedPeriod } from '#renderer/features/period/named-period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { useScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import {
  changeStored,
  followStored,
  readStoredJson,
  takeStoredBack,
} from '#renderer/features/preferences/stored.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ALL_ROWS, rowsOf, selectionOf } from '#renderer/features/selection/selection-rows.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { requiredContext } from '#renderer/ui/hooks.ts';
import type { Period } from '#shared/domain/selection.ts';
import {
  type AnyView,
  beginningsOf,
  firstViewOf,
  isChanged,
  isOwn,
  partsOf,
  readSavedViews,
  type SavedView,
  type Shown,
  showsSelection,
  type ViewContent,
  type ViewScreen,
} from './view.ts';
import { renamedApart } from './view-file.ts';

type ViewInUse = { readonly view: AnyView; readonly isChanged: boolean };

export type Views = {
  readonly own: readonly SavedView[];
  readonly inUse: (screen: ViewScreen) => ViewInUse;
  /** Sets a screen to a view. One step of what can be undone, as is everything below. */
  readonly choose: (screen: ViewScreen, view: AnyView) => void;
  /** Keeps what a screen shows under a name, in the place of one of the views or as a new one. */
  readonly save: (screen: ViewScreen, name: string, period: NamedPeriod, replaced: SavedView | null) => void;
  readonly rename: (view: SavedView, name: string) => void;
  readonly remove: (view: SavedView) => void;
  /** Adds views that came in a file, renamed where their names are taken; answers those that are new. */
  readonly add: (views: readonly ViewContent[]) => readonly SavedView[];
};
const [Provider, useViews] = requiredContext<Views>('views');

export { useViews };

/** `days`: what the view's period meant when it was chosen. */
type Chosen = { readonly view: AnyView; readonly days: Period | null };
type Change = { readonly from: readonly SavedView[]; readonly to: readonly SavedView[] };
type ChosenByScreen = { readonly [screen in ViewScreen]?: Chosen };

function keyOf(accountId: string): string {
  return `cuadra.views.${accountId}`;
}

export function viewName(view: AnyView, text: Text): string {
  return isOwn(view) ? view.name : text(view.name);
}

/** The state of the views, and what they set: the account's views, the one chosen on each screen, and the screens. */
type ViewsState = {
  readonly own: readonly SavedView[];
  readonly chosen: ChosenByScreen;
  /** As it is by now, where a step is taken after another. */
  readonly chosenNow: () => ChosenByScreen;
  /** Other tabs have views of their own to write: each writes what it changed, and undoes that alone. */
  readonly keep: (change: Change) => void;
  /** False: nothing of the change stands as it was made. */
  readonly takeBack: (change: Change) => boolean;
  readonly point: (next: ChosenByScreen) => void;
  readonly undo: ReturnType<typeof useUndo>;
  readonly selected: Pick<ReturnType<typeof useSelection>, 'selection' | 'meaning' | 'restore'>;
  readonly screens: ReturnType<typeof useScreenParts>;
  readonly currency: ReturnType<typeof useCurrency>;
  readonly present: ReturnType<typeof usePresent>['present'];
  readonly text: Text;
};

/** Holds the saved views of one account; give it the account's id as its key. */
export function ViewsProvider(props: { readonly accountId: string; readonly children: ReactNode }) {
  const { accountId } = props;
  const text = useText();
  const undo = useUndo();
  const { selection, meaning, restore } = useSelection();
  const screens = useScreenParts();
  const currency = useCurrency();
  const { present } = usePresent();
  const [own, setOwn] = useState(() => readSavedViews(readStoredJson(keyOf(accountId))));
  const [chosen, setChosen] = useState<ChosenByScreen>({});
  const latest = useRef(chosen);
  useEffect(
    () => followStored(keyOf(accountId), () => setOwn(readSavedViews(readStoredJson(keyOf(accountId))))),
    [accountId],
  );
  const views = useMemo<Views>(() => {
    const state: ViewsState = {
      own,
      chosen,
      chosenNow: () => latest.current,
      keep: ({ from, to }) => setOwn(readSavedViews(changeStored(keyOf(accountId), from, to))),
      takeBack: ({ from, to }) => {
        const { now, isTaken } = takeStoredBack(keyOf(accountId), from, to);
        setOwn(readSavedViews(now));
        return isTaken;
      },
      point: (next) => {
        latest.current = next;
        setChosen(next);
      },
      undo,
      selected: { selection, meaning, restore },
      screens,
      currency,
      present,
      text,
    };
    return {
      own,
      inUse: (screen) => viewInUse(state, screen),
      choose: (screen, view) => chooseView(state, screen, view),
      ...editsOf(state),
    };
  }, [own, chosen, accountId, undo, selection, meaning, restore, screens, currency, present, text]);
  return <Provider value={views}>{props.children}</Provider>;
}

/** The state of a screen, as a view of it would keep it. */
function shownOn({ selected, screens, currency }: ViewsState, screen: ViewScreen): Shown {
  const { selection } = selected;
  return {
    ...(showsSelection(screen)
      ? { period: selection.period, rows: rowsOf(selection) }
      : { period: null, rows: ALL_ROWS }),
    parts: partsOf(screens.parts, screen),
    currency: currency.code,
  };
}

function viewInUse(state: ViewsState, screen: ViewScreen): ViewInUse {
  const shown = shownOn(state, screen);
  const using = (view: AnyView, days: Period | null): ViewInUse => ({
    view,
    isChanged: isChanged(view, days, shown),
  });
  const now = state.chosen[screen];
  if (now !== undefined) return using(now.view, now.days);
  // None was chosen since the page began: it is the one that what was remembered comes to.
  const begun = beginningsOf(screen, state.own).map((view) =>
    using(view, view.period === null ? null : daysOf(view.period, state.present)),
  );
  return begun.find((use) => !use.isChanged) ?? using(firstViewOf(screen), null);
}

function chooseView(state: ViewsState, screen: ViewScreen, view: AnyView): void {
  const { undo, currency, text, point } = state;
  const { selection, meaning, restore } = state.selected;
  const { parts, set: setParts } = state.screens;
  const before = { parts: partsOf(parts, screen), chosen: state.chosenNow() };
  const days = view.period === null ? shownOn(state, screen).period : daysOf(view.period, state.present);
  const code = isOwn(view) && currency.codes.includes(view.currency ?? '') ? view.currency : null;
  // A view of the user's own is the screen whole: parts that it does not have go back to how the screen begins.
  const touched = isOwn(view)
    ? Object.keys(partsOf({ ...parts, ...view.parts }, screen))
    : Object.keys(view.parts ?? {});
  const setTouched = (next: Shown['parts']): void =>
    setParts(Object.fromEntries(touched.map((part) => [part, next[part]])));
  undo.remember(text('undo.view-chosen', { name: viewName(view, text) }), () => {
    if (showsSelection(screen)) restore(selection, meaning);
    setTouched(before.parts);
    if (code !== null && currency.code !== null) currency.restore(currency.code);
    point(before.chosen);
  });
  if (showsSelection(screen))
    restore(selectionOf(view.rows, { period: days, scope: null, currency: null }), view.period ?? meaning);
  setTouched(view.parts ?? {});
  if (code !== null) currency.restore(code);
  point({ ...state.chosenNow(), [screen]: { view, days } });
  const isGone = isOwn(view) && view.currency !== null && code === null;
  if (isGone && currency.code !== null)
    undo.say(text('views.currency-gone', { code: view.currency ?? '', shown: currency.code }));
}

/** Edits of the list of views: each one step of what can be undone. */
function editsOf(state: ViewsState): Pick<Views, 'save' | 'rename' | 'remove' | 'add'> {
  const { own, chosenNow, keep, takeBack, point, text } = state;
  const step = (
    label: string,
    to: readonly SavedView[],
    { act, isOffered = false }: { readonly act?: () => void; readonly isOffered?: boolean } = {},
  ): void => {
    const before = chosenNow();
    const back = () => {
      if (!takeBack({ from: own, to })) return 'changed-since';
      point(before);
      return 'taken-back';
    };
    state.undo.remember(label, back, { isOffered });
    keep({ from: own, to });
    act?.();
  };
  return {
    save: (screen, name, period, replaced) => {
      const shown = shownOn(state, screen);
      const view: SavedView = { ...shown, id: replaced?.id ?? crypto.randomUUID(), name, screen, period };
      const next =
        replaced === null ? [...own, view] : own.map((other) => (other.id === replaced.id ? view : other));
      step(text('undo.view-saved', { name }), next, {
        act: () => point({ ...chosenNow(), [screen]: { view, days: shown.period } }),
        isOffered: replaced !== null,
      });
    },
    rename: (view, name) => {
      const next = { ...view, name };
      const renamed = own.map((other) => (other.id === view.id ? next : other));
      step(text('undo.view-renamed', { name }), renamed, {
        act: () => {
          const now = chosenNow()[view.screen];
          if (now !== undefined && now.view.id === view.id)
            point({ ...chosenNow(), [view.screen]: { ...now, view: next } });
        },
      });
    },
    remove: (view) => {
      const others = own.filter(({ id }) => id !== view.id);
      step(text('undo.view-deleted', { name: view.name }), others, {
        act: () => {
          const { [view.screen]: now, ...rest } = chosenNow();
          if (now?.view.id === view.id) point(rest);
        },
        isOffered: true,
      });
    },
    add: (contents) => {
      const added = renamedApart(contents, own).map(
        (view): SavedView => ({ ...view, id: crypto.randomUUID() }),
      );
      step(text('undo.views-imported', { count: added.length }), [...own, ...added]);
      return added;
    },
  };
}
