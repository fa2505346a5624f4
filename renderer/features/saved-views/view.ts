import { isEqual } from 'es-toolkit/predicate';
import { z } from 'zod';
import { INITIAL_ROWS, ROWS_PART } from '#renderer/features/changes/changes-state.ts';
import { JUST_ABOVE_ZERO, JUST_BELOW_ZERO } from '#renderer/features/filters/number-filter.ts';
import { type NamedPeriod, periodSchema } from '#renderer/features/period/named-period.ts';
import type { ScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import { ALL_ROWS, rowsSchema, type SelectionRows } from '#renderer/features/selection/selection-rows.ts';
import type { MessageId } from '#renderer/i18n/text.tsx';
import { shownName } from '#shared/base/shown-name.ts';
import { currencyCodeSchema } from '#shared/contract/currencies.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period } from '#shared/domain/selection.ts';

/** A saved view: a screen's rows and how it shows them. Read from files of others, so every part is checked. */

export const VIEW_SCREENS = ['panel', 'orders', 'profitability', 'changes'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

export function isViewScreen(screen: string): screen is ViewScreen {
  return (VIEW_SCREENS as readonly string[]).includes(screen);
}

/** Whether a screen shows the selection that all share; Cambios has a question of its own, which is one of its parts. */
export function showsSelection(screen: ViewScreen): boolean {
  return screen !== 'changes';
}

const MAX_NAME = 120;
export const nameSchema = z.string().transform(shownName).pipe(z.string().min(1).max(MAX_NAME));

/** The parts of a screen's state that are its own: «orders», «orders.columns». */
export function partsOf(parts: ScreenParts, screen: ViewScreen): ScreenParts {
  return Object.fromEntries(
    Object.entries(parts).filter(
      ([part, state]) => state !== undefined && (part === screen || part.startsWith(`${screen}.`)),
    ),
  );
}

/** A view as it is shared. Parts of other screens are left out; what the screen cannot use, it does not take. */
export const contentSchema = z
  .object({
    name: nameSchema,
    screen: z.enum(VIEW_SCREENS),
    period: periodSchema,
    rows: rowsSchema,
    parts: z.record(z.string(), z.json()),
    currency: currencyCodeSchema.nullable(),
  })
  .transform((content) => ({ ...content, parts: partsOf(content.parts, content.screen) }));
export type ViewContent = Omit<z.infer<typeof contentSchema>, 'parts'> & { readonly parts: ScreenParts };

export type SavedView = ViewContent & { readonly id: string };

const savedSchema = z.object({ id: z.string().min(1) }).and(contentSchema);

/** The views that are remembered; one that cannot be read costs only itself. */
export function readSavedViews(stored: unknown): readonly SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((view) => {
    const read = savedSchema.safeParse(view);
    return read.success ? [read.data] : [];
  });
}

/** `name`, or «name (2)» where it is taken. Capitals make no other name. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()));
  if (!known.has(name.toLowerCase())) return name;
  for (let count = 2; ; count += 1) {
    const ending = ` (${count})`;
    const next = `${name.slice(0, MAX_NAME - ending.length).trimEnd()}${ending}`;
    if (!known.has(next.toLowerCase())) return next;
  }
}

/** Views that are always there. They say which rows or changes, and leave columns, grouping and currency as they are. */
type BuiltInView = {
  readonly id: string;
  readonly name: MessageId;
  readonly note: MessageId | null;
  /** Null: the days stay as they are. */
  readonly period: NamedPeriod | null;
  readonly rows: SelectionRows;
  /** The parts of the screen's state that it sets; one without a state goes back to how the screen begins. */
  readonly parts?: ScreenParts;
  readonly screens: readonly ViewScreen[];
};

const EVERYWHERE: readonly ViewScreen[] = ['panel', 'orders', 'profitability'];
const NOTHING = '0' as Decimal;

/** A view that leaves the days as they are and shows all rows, but for what is said of it. */
function builtIn(
  id: string,
  name: MessageId,
  screens: readonly ViewScreen[],
  what: Partial<Omit<BuiltInView, 'rows'>> & { readonly rows?: Partial<SelectionRows> } = {},
): BuiltInView {
  return { id, name, screens, note: null, period: null, ...what, rows: { ...ALL_ROWS, ...what.rows } };
}

/** The first view of every screen of figures: all rows of the last complete month. */
const LAST_MONTH_VIEW = builtIn('last-close', 'period.month-before', EVERYWHERE, {
  note: 'views.last-close-note',
  period: { kind: 'preset', preset: 'month-before' },
});

const ALL_ROWS_VIEW = builtIn('all-rows', 'views.all-rows', EVERYWHERE, { period: { kind: 'all' } });

/** The changes of the last sync: what Cambios begins with. */
const LAST_SYNC_VIEW = builtIn('last-sync', 'changes.span-last', ['changes'], {
  parts: { [ROWS_PART]: undefined },
});

export const BUILT_IN_VIEWS: readonly BuiltInView[] = [
  LAST_MONTH_VIEW,
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
  return screen === 'changes' ? LAST_SYNC_VIEW : LAST_MONTH_VIEW;
}

/** Those that a screen may begin with, where it remembers what was looked at: the user's own, then the first ones. */
export function beginningsOf(screen: ViewScreen, own: readonly SavedView[]): readonly AnyView[] {
  const first = screen === 'changes' ? [LAST_SYNC_VIEW] : [LAST_MONTH_VIEW, ALL_ROWS_VIEW];
  return [...own.filter((view) => view.screen === screen), ...first];
}

export function builtInViewsOf(screen: ViewScreen): readonly BuiltInView[] {
  return BUILT_IN_VIEWS.filter(({ screens }) => screens.includes(screen));
}

type ViewsOfScreen = { readonly screen: ViewScreen; readonly views: readonly AnyView[] };

/** Every view of the other screens, by screen: of those that are always there, the ones this screen does not have. */
export function viewsElsewhere(here: ViewScreen | null, own: readonly SavedView[]): readonly ViewsOfScreen[] {
  const ownBuiltIn = new Set(here === null ? [] : builtInViewsOf(here).map(({ id }) => id));
  return VIEW_SCREENS.filter((screen) => screen !== here)
    .map((screen): ViewsOfScreen => {
      const builtIn = builtInViewsOf(screen).filter(({ id }) => !ownBuiltIn.has(id));
      for (const { id } of builtIn) ownBuiltIn.add(id);
      return { screen, views: [...builtIn, ...own.filter((view) => view.screen === screen)] };
    })
    .filter(({ views }) => views.length > 0);
}

export type Shown = {
  readonly period: Period | null;
  readonly rows: SelectionRows;
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
function unordered(rows: SelectionRows): SelectionRows {
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

export function sameRows(one: SelectionRows, other: SelectionRows): boolean {
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
