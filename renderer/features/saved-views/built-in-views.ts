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

/** What every screen of figures begins with. */
const ALL_ROWS_VIEW: BuiltInView = {
  id: 'all-rows',
  name: 'views.all-rows',
  note: null,
  period: { kind: 'all' },
  rows: ALL_ROWS,
  screens: EVERYWHERE,
};

/** The changes of the last sync: what Cambios begins with. */
const LAST_SYNC_VIEW: BuiltInView = {
  id: 'last-sync',
  name: 'changes.span-last',
  note: null,
  period: null,
  rows: ALL_ROWS,
  parts: { [ROWS_PART]: undefined },
  screens: ['changes'],
};

export const BUILT_IN_VIEWS: readonly BuiltInView[] = [
  ALL_ROWS_VIEW,
  LAST_SYNC_VIEW,
  {
    id: 'all-different',
    name: 'views.all-different',
    note: 'changes.only-different-title',
    period: null,
    rows: ALL_ROWS,
    parts: { [ROWS_PART]: { ...INITIAL_ROWS, span: { kind: 'all' }, onlyDifferent: true } },
    screens: ['changes'],
  },
  {
    id: 'all-removed',
    name: 'views.all-removed',
    note: 'views.all-removed-note',
    period: null,
    rows: ALL_ROWS,
    parts: { [ROWS_PART]: { ...INITIAL_ROWS, span: { kind: 'all' }, kinds: ['removed'] } },
    screens: ['changes'],
  },
  {
    id: 'dashboard',
    name: 'preset.name',
    note: 'views.dashboard-note',
    period: null,
    rows: { ...ALL_ROWS, dashboardPreset: true },
    screens: EVERYWHERE,
  },
  {
    id: 'last-close',
    name: 'views.last-close',
    note: 'views.last-close-note',
    period: { kind: 'preset', preset: 'month-before' },
    rows: ALL_ROWS,
    screens: EVERYWHERE,
  },
  {
    id: 'this-month',
    name: 'views.this-month',
    note: null,
    period: { kind: 'preset', preset: 'month' },
    rows: ALL_ROWS,
    screens: ['panel'],
  },
  {
    id: 'twelve-months',
    name: 'views.twelve-months',
    note: null,
    period: { kind: 'preset', preset: 'twelve-months' },
    rows: ALL_ROWS,
    screens: ['profitability'],
  },
  {
    id: 'losses',
    name: 'views.losses',
    note: 'views.losses-note',
    period: null,
    rows: { ...ALL_ROWS, numberFilters: [{ column: 'Rentabilidad Total', from: null, to: JUST_BELOW_ZERO }] },
    screens: ['orders'],
  },
  {
    id: 'no-product-cost',
    name: 'views.no-product-cost',
    note: 'views.no-product-cost-note',
    period: null,
    rows: {
      ...ALL_ROWS,
      numberFilters: [
        { column: 'Costo de Producto', from: NOTHING, to: NOTHING },
        { column: 'Ventas', from: JUST_ABOVE_ZERO, to: null },
      ],
    },
    screens: ['orders'],
  },
  {
    id: 'no-payment-information',
    name: 'views.no-payment-information',
    note: null,
    period: null,
    rows: { ...ALL_ROWS, filters: [{ column: 'Estado de Pago', values: ['Sin Información'] }] },
    screens: ['orders'],
  },
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
