import { isEqual } from 'es-toolkit/predicate';
import { fixedPeriod, type NamedPeriod } from '#renderer/features/period/named-period.ts';
import {
  type ColumnFilter,
  type DateFilter,
  EVERYTHING,
  type NumberFilter,
  type Period,
  type PeriodColumn,
  type Selection,
} from '#shared/domain/selection.ts';

/** Actions on the selection. One selection serves every screen. */
export type SelectionAction =
  /** `meaning`: what the days are meant as, where they have a name; else they stay. */
  | { readonly type: 'set-period'; readonly period: Period | null; readonly meaning?: NamedPeriod }
  /** No values: the column filters nothing. */
  | { readonly type: 'set-filter'; readonly column: string; readonly values: readonly string[] }
  | { readonly type: 'set-preset'; readonly on: boolean }
  /** Whether own costs count where the source has none; of which currency is told with the accounts in view. */
  | { readonly type: 'set-own-costs'; readonly on: boolean }
  | { readonly type: 'search'; readonly text: string }
  | { readonly type: 'set-period-column'; readonly column: PeriodColumn }
  /** The column's own number filters; none: the column's figures filter nothing. */
  | { readonly type: 'set-numbers'; readonly column: string; readonly filters: readonly NumberFilter[] }
  /** Null: whether rows have this date, and how far off it is, filters nothing. */
  | { readonly type: 'set-dates'; readonly column: string; readonly filter: DateFilter | null }
  | { readonly type: 'set-all'; readonly selection: Selection }
  /** `keepsPeriod`: of the same days, whatever else chose rows. */
  | { readonly type: 'clear'; readonly keepsPeriod?: boolean };

/** The condition on the date that the period is of, where there is one. */
export function ownDateFilter({ dateFilters, periodColumn }: Selection): DateFilter | null {
  return dateFilters.find(({ column }) => column === periodColumn) ?? null;
}

function withoutDates(selection: Selection, wanted: string): Selection['dateFilters'] {
  return selection.dateFilters.filter(({ column }) => column !== wanted);
}

function withFilter(
  filters: readonly ColumnFilter[],
  column: string,
  values: readonly string[],
): readonly ColumnFilter[] {
  const filter: ColumnFilter = { column, values };
  if (values.length === 0) return filters.filter((other) => other.column !== column);
  return filters.some((other) => other.column === column)
    ? filters.map((other) => (other.column === column ? filter : other))
    : [...filters, filter];
}

export function changeSelection(selection: Selection, action: SelectionAction): Selection {
  switch (action.type) {
    case 'set-period':
      // Days of a date, and rows beside its calendar, are two answers to one question.
      return {
        ...selection,
        period: action.period,
        dateFilters: withoutDates(selection, selection.periodColumn),
      };
    case 'set-filter':
      return { ...selection, filters: withFilter(selection.filters, action.column, action.values) };
    case 'set-period-column':
      // The days stay, and are of the other date from now on.
      return {
        ...selection,
        periodColumn: action.column,
        dateFilters:
          selection.period === null ? selection.dateFilters : withoutDates(selection, action.column),
      };
    case 'set-dates': {
      const { column, filter } = action;
      const dateFilters = [...withoutDates(selection, column), ...(filter === null ? [] : [filter])];
      const isOwn = filter !== null && column === selection.periodColumn;
      return { ...selection, dateFilters, period: isOwn ? null : selection.period };
    }
    case 'set-numbers': {
      const others = selection.numberFilters.filter(({ column }) => column !== action.column);
      return { ...selection, numberFilters: [...others, ...action.filters] };
    }
    case 'set-all':
      return action.selection;
    case 'set-preset':
      return { ...selection, dashboardPreset: action.on };
    case 'set-own-costs':
      return { ...selection, ownCosts: action.on ? { currency: null } : null };
    case 'search':
      return { ...selection, search: action.text };
    case 'clear':
      // Counting own costs is no condition on rows.
      return {
        ...EVERYTHING,
        ...(action.keepsPeriod === true
          ? { period: selection.period, periodColumn: selection.periodColumn }
          : {}),
        ownCosts: selection.ownCosts,
      };
  }
}

/** The meaning of the days after an action: they keep their name for as long as they are the same days. */
export function meaningAfter(
  meaning: NamedPeriod | null,
  before: Selection,
  action: SelectionAction,
): NamedPeriod | null {
  if (action.type === 'set-period') return action.meaning ?? fixedPeriod(action.period);
  if (action.type === 'clear') return action.keepsPeriod === true ? meaning : fixedPeriod(null);
  const next = changeSelection(before, action);
  const isKept = isEqual(next.period, before.period) && ownDateFilter(next) === null;
  return isKept ? meaning : fixedPeriod(next.period);
}

/** A selection, and what its days are meant as, after several actions: each is taken from what the one before left. */
export function afterSteps(
  before: { readonly selection: Selection; readonly meaning: NamedPeriod | null },
  steps: readonly SelectionAction[],
): { readonly selection: Selection; readonly meaning: NamedPeriod | null } {
  return steps.reduce<typeof before>(
    ({ selection, meaning }, action) => ({
      selection: changeSelection(selection, action),
      meaning: meaningAfter(meaning, selection, action),
    }),
    { selection: before.selection, meaning: before.meaning },
  );
}

/** True where nothing is left out of the currency in view. */
export function isEverything(selection: Selection): boolean {
  const { periodColumn, scope, ownCosts } = selection;
  return isEqual(selection, { ...EVERYTHING, periodColumn, scope, ownCosts });
}
