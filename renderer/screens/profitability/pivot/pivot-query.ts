import type { SortOrder } from '#renderer/data/api.ts';
import { groupByOf } from '#renderer/features/dimensions/dimensions.ts';
import {
  measureId,
  measuresInView,
  ofScope,
  summedFor,
} from '#renderer/screens/profitability/figures/measures.ts';
import type { PivotView } from '#renderer/screens/profitability/state/view-state.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { columnOfId, NAME_COLUMN } from './ordering.ts';
import type { PivotInput } from './pivot-data.ts';

/** What was asked, with how it was to be shown: the table follows the answer that it shows. */
export type PivotQuery = PivotInput & { readonly view: Omit<PivotView, 'heat'> };

/** The sort's column as it is in view: of the scope that is looked at. */
function sortInView(sort: SortOrder | null, scope: Scope | null): SortOrder | null {
  const column = sort === null ? null : columnOfId(sort.column);
  if (sort === null || column === null || scope === null) return sort;
  return {
    ...sort,
    column: sort.column.replace(measureId(column.measure), measureId(ofScope(column.measure, scope))),
  };
}

/** The question that a view is, with the groups opened by hand. */
export function askOf(
  selection: Selection,
  { heat: _, ...view }: PivotView,
  opened: readonly string[],
): PivotQuery {
  const { first, second, place, against, all } = view;
  const measures = measuresInView(view.measures, view.scope);
  return {
    selection,
    first: groupByOf(first, selection.periodColumn),
    second: second === null ? null : groupByOf(second, selection.periodColumn),
    place,
    columns: summedFor(measures),
    against,
    sort: sortInView(view.sort, view.scope),
    all,
    open: view.open === 'all' ? 'all' : opened,
    view,
  };
}

/** The order that the table is in, said by its column also where it is the usual one. */
export function sortShown(sort: SortOrder | null, view: PivotQuery['view']): SortOrder {
  if (sort !== null) return sort;
  return view.first.unit === null
    ? { column: 'sum:Ventas', direction: 'descending' }
    : { column: NAME_COLUMN, direction: 'descending' };
}

/** Which lines there are, but for those opened by hand. */
export function linesKeyOf({ selection, view, sort, all }: PivotQuery): string {
  return JSON.stringify([selection, view.first, view.second, view.place, view.open, sort, all]);
}
