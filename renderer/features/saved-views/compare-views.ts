import type { ScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import type { Period } from '#shared/domain/selection.ts';
import type { BuiltInView } from './built-in-views.ts';
import type { SavedView, ViewRows } from './view.ts';
import { sameDays } from './view-period.ts';

/** Whether a screen still shows what its view says. Pure. */

/** What a screen shows at this moment. */
export type Shown = {
  readonly period: Period | null;
  readonly rows: ViewRows;
  readonly parts: ScreenParts;
  readonly currency: string | null;
};

export type AnyView = BuiltInView | SavedView;

export function isOwn(view: AnyView): view is SavedView {
  return 'screen' in view;
}

/** The same text for values that mean the same, whatever the order of their keys; what is undefined is not there. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** Conditions have no order of their own. */
function unordered(rows: ViewRows): ViewRows {
  const byText = (one: unknown, other: unknown): number => (canonical(one) < canonical(other) ? -1 : 1);
  return {
    ...rows,
    filters: rows.filters
      .map(({ column, values }) => ({ column, values: values.toSorted() }))
      .toSorted(byText),
    numberFilters: rows.numberFilters.toSorted(byText),
    dateFilters: rows.dateFilters.toSorted(byText),
  };
}

export function sameRows(one: ViewRows, other: ViewRows): boolean {
  return canonical(unordered(one)) === canonical(unordered(other));
}

/**
 * True where the screen no longer shows the view. `days` are those the view meant when it was chosen: days told from
 * the last purchase move on by themselves, and that is no change of the user's.
 */
export function isChanged(view: AnyView, days: Period | null, shown: Shown): boolean {
  if (!sameRows(view.rows, shown.rows)) return true;
  if (view.period !== null && !sameDays(days, shown.period)) return true;
  if (!isOwn(view)) {
    const { parts = {} } = view;
    return Object.keys(parts).some((part) => canonical(parts[part]) !== canonical(shown.parts[part]));
  }
  return (
    (view.currency !== null && view.currency !== shown.currency) ||
    canonical(view.parts) !== canonical(shown.parts)
  );
}
