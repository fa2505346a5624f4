import { changeSelection, type SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** What of a selection could be let go where it finds no row. Pure. */

export type SelectionPart = 'period' | 'search' | 'preset' | 'filters';

export type Way = {
  readonly part: SelectionPart;
  /** The selection without that part. */
  readonly selection: Selection;
  readonly actions: readonly SelectionAction[];
};

/** Each part that is set, with what is left without it; the likeliest to be let go first. */
export function waysOut(selection: Selection): readonly Way[] {
  const { filters, numberFilters, dateFilters } = selection;
  const ways: readonly (Way | null)[] = [
    selection.search === ''
      ? null
      : {
          part: 'search',
          selection: { ...selection, search: '' },
          actions: [{ type: 'search', text: '' }],
        },
    selection.period === null
      ? null
      : {
          part: 'period',
          selection: changeSelection(selection, { type: 'set-period', period: null }),
          actions: [{ type: 'set-period', period: null }],
        },
    filters.length + numberFilters.length + dateFilters.length === 0
      ? null
      : {
          part: 'filters',
          selection: { ...selection, filters: [], numberFilters: [], dateFilters: [] },
          actions: [
            ...filters.map(({ column }) => ({ type: 'set-filter' as const, column, values: [] })),
            ...[...new Set(numberFilters.map(({ column }) => column))].map((column) => ({
              type: 'set-numbers' as const,
              column,
              filters: [],
            })),
            ...dateFilters.map(({ column }) => ({ type: 'set-dates' as const, column, filter: null })),
          ],
        },
    selection.dashboardPreset
      ? {
          part: 'preset',
          selection: { ...selection, dashboardPreset: false },
          actions: [{ type: 'set-preset', on: false }],
        }
      : null,
  ];
  return ways.filter((way) => way !== null);
}
