import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { daysOf, type NamedPeriod } from '#renderer/features/period/named-period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { useScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import { changeStored, followStored, readStoredJson } from '#renderer/features/preferences/stored.ts';
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

/**
 * Holds the saved views of one account; give it the account's id as its key. Long: every step of the views reads and
 * gives back the same state.
 */
export function ViewsProvider(props: { readonly accountId: string; readonly children: ReactNode }) {
  const { accountId } = props;
  const text = useText();
  const { remember, say } = useUndo();
  const { selection, meaning, restore } = useSelection();
  const { parts, set: setParts } = useScreenParts();
  const currency = useCurrency();
  const { present } = usePresent();
  const [own, setOwn] = useState(() => readSavedViews(readStoredJson(keyOf(accountId))));
  const [chosen, setChosen] = useState<ChosenByScreen>({});
  const latest = useRef({ own, chosen });
  useEffect(
    () =>
      followStored(keyOf(accountId), () => {
        latest.current = { ...latest.current, own: readSavedViews(readStoredJson(keyOf(accountId))) };
        setOwn(latest.current.own);
      }),
    [accountId],
  );

  const views = useMemo<Views>(() => {
    // Other tabs have views of their own to write: each writes what it changed, and undoes that alone.
    const keep = ({ from, to }: Change): void => {
      const kept = readSavedViews(changeStored(keyOf(accountId), from, to));
      latest.current = { ...latest.current, own: kept };
      setOwn(kept);
    };
    const point = (next: ChosenByScreen): void => {
      latest.current = { ...latest.current, chosen: next };
      setChosen(next);
    };
    const step = (
      label: string,
      to: readonly SavedView[],
      { act, isOffered = false }: { readonly act?: () => void; readonly isOffered?: boolean } = {},
    ): void => {
      const { chosen: before } = latest.current;
      remember(
        label,
        () => {
          keep({ from: to, to: own });
          point(before);
        },
        { isOffered },
      );
      keep({ from: own, to });
      act?.();
    };
    const shownOn = (screen: ViewScreen): Shown => ({
      ...(showsSelection(screen)
        ? { period: selection.period, rows: rowsOf(selection) }
        : { period: null, rows: ALL_ROWS }),
      parts: partsOf(parts, screen),
      currency: currency.code,
    });
    const choose: Views['choose'] = (screen, view) => {
      const before = { selection, meaning, parts: partsOf(parts, screen), chosen: latest.current.chosen };
      const days = view.period === null ? shownOn(screen).period : daysOf(view.period, present);
      const code = isOwn(view) && currency.codes.includes(view.currency ?? '') ? view.currency : null;
      // A view of the user's own is the screen whole: parts that it does not have go back to how the screen begins.
      const touched = isOwn(view)
        ? Object.keys(partsOf({ ...parts, ...view.parts }, screen))
        : Object.keys(view.parts ?? {});
      const setTouched = (next: Shown['parts']): void =>
        setParts(Object.fromEntries(touched.map((part) => [part, next[part]])));
      remember(text('undo.view-chosen', { name: viewName(view, text) }), () => {
        if (showsSelection(screen)) restore(before.selection, before.meaning);
        setTouched(before.parts);
        if (code !== null && currency.code !== null) currency.restore(currency.code);
        point(before.chosen);
      });
      if (showsSelection(screen))
        restore(
          selectionOf(view.rows, { period: days, scope: null, currency: null }),
          view.period ?? meaning,
        );
      setTouched(view.parts ?? {});
      if (code !== null) currency.restore(code);
      point({ ...latest.current.chosen, [screen]: { view, days } });
      const isGone = isOwn(view) && view.currency !== null && code === null;
      if (isGone && currency.code !== null)
        say(text('views.currency-gone', { code: view.currency ?? '', shown: currency.code }));
    };
    return {
      own,
      inUse: (screen) => {
        const shown = shownOn(screen);
        const using = (view: AnyView, days: Period | null): ViewInUse => ({
          view,
          isChanged: isChanged(view, days, shown),
        });
        const now = chosen[screen];
        if (now !== undefined) return using(now.view, now.days);
        // None was chosen since the page began: it is the one that what was remembered comes to.
        const begun = beginningsOf(screen, own).map((view) =>
          using(view, view.period === null ? null : daysOf(view.period, present)),
        );
        return begun.find((use) => !use.isChanged) ?? using(firstViewOf(screen), null);
      },
      choose,
      save: (screen, name, period, replaced) => {
        const shown = shownOn(screen);
        const view: SavedView = { ...shown, id: replaced?.id ?? crypto.randomUUID(), name, screen, period };
        const next =
          replaced === null ? [...own, view] : own.map((other) => (other.id === replaced.id ? view : other));
        step(text('undo.view-saved', { name }), next, {
          act: () => point({ ...latest.current.chosen, [screen]: { view, days: shown.period } }),
          isOffered: replaced !== null,
        });
      },
      rename: (view, name) => {
        const next = { ...view, name };
        const renamed = own.map((other) => (other.id === view.id ? next : other));
        step(text('undo.view-renamed', { name }), renamed, {
          act: () => {
            const now = latest.current.chosen[view.screen];
            if (now !== undefined && now.view.id === view.id)
              point({ ...latest.current.chosen, [view.screen]: { ...now, view: next } });
          },
        });
      },
      remove: (view) => {
        const others = own.filter(({ id }) => id !== view.id);
        step(text('undo.view-deleted', { name: view.name }), others, {
          act: () => {
            const { [view.screen]: now, ...rest } = latest.current.chosen;
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
  }, [
    own,
    chosen,
    accountId,
    remember,
    say,
    selection,
    meaning,
    restore,
    parts,
    setParts,
    currency,
    present,
    text,
  ]);
  return <Provider value={views}>{props.children}</Provider>;
}
