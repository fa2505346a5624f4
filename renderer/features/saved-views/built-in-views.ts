import { isEqual } from 'es-toolkit/predicate';
import { INITIAL_ROWS, ROWS_PART } from '#renderer/features/changes/changes-state.ts';
import type { ScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import { JUST_ABOVE_ZERO, JUST_BELOW_ZERO } from '#renderer/features/selection/filters/number-filter.tsx';
import type { MessageId } from '#renderer/i18n/text.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import type { SavedView, ViewPeriod, ViewRows, ViewScreen } from './view.ts';

/** Views that are always there. They say which rows or changes, and leave columns, grouping and currency as they are. */
type BuiltInView = {
  readonly id: string;
  readonly name: MessageId;
  readonly note: MessageId | null;
  /** Null: the days stay as they are. */
  readonly period: ViewPeriod | null;
  readonly rows: ViewRows;
  /** The parts of the screen's state that it sets; one without a state goes back to how the screen begins. */
  readonly parts?: ScreenParts;
  readonly screens: readonly ViewScreen[];
};

const { period: _period, scope: _scope, ...rows } = EVERYTHING;
export const ALL_ROWS: ViewRows = rows;
const EVERYWHERE: readonly ViewScreen[] = ['panel', 'orders', 'profitability'];
const NOTHING = '0' as Decimal;

/** A view that leaves the days as they are and shows all rows, but for what is said of it. */
function builtIn(
  id: string,
  name: MessageId,
  screens: readonly ViewScreen[],
  what: Partial<Omit<BuiltInView, 'rows'>> & { readonly rows?: Partial<ViewRows> } = {},
): BuiltInView {
  return { id, name, screens, note: null, period: null, ...what, rows: { ...ALL_ROWS, ...what.rows } };
}

/** What every screen of figures begins with. */
const ALL_ROWS_VIEW = builtIn('all-rows', 'views.all-rows', EVERYWHERE, { period: { kind: 'all' } });

/** The changes of the last sync: what Cambios begins with. */
const LAST_SYNC_VIEW = builtIn('last-sync', 'changes.span-last', ['changes'], {
  parts: { [ROWS_PART]: undefined },
});

export const BUILT_IN_VIEWS: readonly BuiltInView[] = [
  ALL_ROWS_VIEW,
  LAST_SYNC_VIEW,
  builtIn('all-different', 'views.all-different', ['changes'], {
    note: 'changes.only-different-title',
    parts: { [ROWS_PART]: { ...INITIAL_ROWS, span: { kind: 'all' }, onlyDifferent: true } },
  }),
  builtIn('all-removed', 'views.all-removed', ['changes'], {
    note: 'views.all-removed-note',
    parts: { [ROWS_PART]: { ...INITIAL_ROWS, span: { kind: 'all' }, kinds: ['removed'] } },
  }),
  builtIn('dashboard', 'preset.name', EVERYWHERE, {
    note: 'views.dashboard-note',
    rows: { dashboardPreset: true },
  }),
  builtIn('last-close', 'views.last-close', EVERYWHERE, {
    note: 'views.last-close-note',
    period: { kind: 'preset', preset: 'month-before' },
  }),
  builtIn('this-month', 'views.this-month', ['panel'], { period: { kind: 'preset', preset: 'month' } }),
  builtIn('twelve-months', 'views.twelve-months', ['profitability'], {
    period: { kind: 'preset', preset: 'twelve-months' },
  }),
  builtIn('losses', 'views.losses', ['orders'], {
    note: 'views.losses-note',
    rows: { numberFilters: [{ column: 'Rentabilidad Total', from: null, to: JUST_BELOW_ZERO }] },
  }),
  builtIn('no-product-cost', 'views.no-product-cost', ['orders'], {
    note: 'views.no-product-cost-note',
    rows: {
      numberFilters: [
        { column: 'Costo de Producto', from: NOTHING, to: NOTHING },
        { column: 'Ventas', from: JUST_ABOVE_ZERO, to: null },
      ],
    },
  }),
  builtIn('no-payment-information', 'views.no-payment-information', ['orders'], {
    rows: { filters: [{ column: 'Estado de Pago', values: ['Sin Información'] }] },
  }),
];

/** The view that a screen begins with. */
export function firstViewOf(screen: ViewScreen): BuiltInView {
  return screen === 'changes' ? LAST_SYNC_VIEW : ALL_ROWS_VIEW;
}

export function builtInViewsOf(screen: ViewScreen): readonly BuiltInView[] {
  return BUILT_IN_VIEWS.filter(({ screens }) => screens.includes(screen));
}

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

/** True where the screen no longer shows the view. `days`: those the view meant when it was chosen. */
export function isChanged(view: AnyView, days: Period | null, shown: Shown): boolean {
  if (!sameRows(view.rows, shown.rows)) return true;
  if (view.period !== null && !isEqual(days, shown.period)) return true;
  if (!isOwn(view)) {
    const { parts = {} } = view;
    return Object.keys(parts).some((part) => canonical(parts[part]) !== canonical(shown.parts[part]));
  }
  return (
    (view.currency !== null && view.currency !== shown.currency) ||
    canonical(view.parts) !== canonical(shown.parts)
  );
}
