import { INITIAL_ROWS, ROWS_PART } from '#renderer/features/changes/changes-state.ts';
import type { ScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import { JUST_ABOVE_ZERO, JUST_BELOW_ZERO } from '#renderer/features/selection/filters/number-filter.ts';
import type { MessageId } from '#renderer/i18n/text.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import type { ViewPeriod, ViewRows, ViewScreen } from './view.ts';

/** Views that are always there. They say which rows or changes, and leave columns, grouping and currency as they are. */
export type BuiltInView = {
  readonly id: string;
  readonly name: MessageId;
  /** What it counts, said where it stands. */
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
