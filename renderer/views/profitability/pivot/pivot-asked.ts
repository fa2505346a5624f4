import type { Scope } from '#shared/columns/catalogue.ts';
import type { Selection } from '#shared/selection/selection.ts';
import type { SortOrder } from '../../../link/data-contract.ts';
import { groupByOf } from '../dimensions.ts';
import type { PivotView } from '../view-state.ts';
import { measureId, measuresInView, ofScope, summedFor } from './measures.ts';
import { columnOfId, NAME_COLUMN } from './ordering.ts';
import { type PivotInput, type PivotResult, readPivot } from './pivot-data.ts';

/** What was asked, with how it was to be shown: the table follows the answer that it shows. */
export type Asked = PivotInput & { readonly view: Omit<PivotView, 'heat'> };

export const readAsked = (
  session: Parameters<typeof readPivot>[0],
  { view: _, ...input }: Asked,
  slot: string,
): Promise<PivotResult> => readPivot(session, input, slot);

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
): Asked {
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
export function sortShown(sort: SortOrder | null, view: Asked['view']): SortOrder {
  if (sort !== null) return sort;
  return view.first.unit === null
    ? { column: 'sum:Ventas', direction: 'descending' }
    : { column: NAME_COLUMN, direction: 'descending' };
}

/** Which lines there are, but for those opened by hand. */
export function linesKeyOf({ selection, view, sort, all }: Asked): string {
  return JSON.stringify([selection, view.first, view.second, view.place, view.open, sort, all]);
}
