import {
  type ColumnFilter,
  EVERYTHING,
  type NumberFilter,
  type Period,
  type PeriodColumn,
  type Selection,
} from '#shared/domain/selection.ts';

/** What people do to the selection. One selection serves every screen. */
export type SelectionAction =
  | { readonly type: 'set-period'; readonly period: Period | null }
  /** No values: the column filters nothing. */
  | { readonly type: 'set-filter'; readonly column: string; readonly values: readonly string[] }
  | { readonly type: 'set-preset'; readonly on: boolean }
  | { readonly type: 'search'; readonly text: string }
  /** Which date the period is of. */
  | { readonly type: 'set-period-column'; readonly column: PeriodColumn }
  /** The column's own number filters; none: the column's figures filter nothing. */
  | { readonly type: 'set-numbers'; readonly column: string; readonly filters: readonly NumberFilter[] }
  /** All of it at once, as a saved view has it. */
  | { readonly type: 'set-all'; readonly selection: Selection }
  | { readonly type: 'clear' };

/** It starts with every row: a default period or filter would hide rows without being asked to. */
export const INITIAL_SELECTION: Selection = EVERYTHING;

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
      return { ...selection, period: action.period };
    case 'set-filter':
      return { ...selection, filters: withFilter(selection.filters, action.column, action.values) };
    case 'set-period-column':
      return { ...selection, periodColumn: action.column };
    case 'set-numbers': {
      const others = selection.numberFilters.filter(({ column }) => column !== action.column);
      return { ...selection, numberFilters: [...others, ...action.filters] };
    }
    case 'set-all':
      return action.selection;
    case 'set-preset':
      return { ...selection, dashboardPreset: action.on };
    case 'search':
      return { ...selection, search: action.text };
    case 'clear':
      return EVERYTHING;
  }
}

/** True where nothing is left out of the currency in view. */
export function isEverything(selection: Selection): boolean {
  return (
    selection.period === null &&
    selection.filters.length === 0 &&
    selection.numberFilters.length === 0 &&
    !selection.dashboardPreset &&
    selection.search === ''
  );
}
