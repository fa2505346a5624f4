import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import type { Below, CompareWith, Group, GroupBy, Groups } from '#renderer/data/model/groups.ts';
import { NO_SKU } from '#renderer/data/model/products.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { daysOf, groupByOf, overlap } from '#renderer/features/dimensions/dimensions.ts';
import { type FigurePair, pairOf } from '#renderer/screens/profitability/figures/figures.ts';
import {
  measureId,
  measuresInView,
  ofScope,
  summedFor,
} from '#renderer/screens/profitability/figures/measures.ts';
import type { PivotView } from '#renderer/screens/profitability/state/view-state.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { columnOfId, NAME_COLUMN, requestedOrder, sortGroups } from './pivot-columns.ts';

/** The pivot's query to the worker. Groups of a dimension are asked first; what stands within them, of those shown. */
export type PivotInput = {
  readonly selection: Selection;
  readonly first: Exclude<GroupBy, string>;
  readonly second: Exclude<GroupBy, string> | null;
  readonly place: 'nested' | 'across';
  readonly columns: readonly string[];
  readonly against: CompareWith | null;
  readonly sort: SortOrder | null;
  /** All groups, as far as a screen can hold them. */
  readonly all: boolean;
  /** Only the groups that lose; absent: all of them. */
  readonly below?: Below | null;
  /** Nested: the groups that are open. */
  readonly open: 'all' | readonly string[];
};

/** The query, with how it was to be shown: the table follows the answer that it shows. */
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

/** The groups that a view is of alone; what is no product is none that loses. */
function belowOf({ losing, first }: Omit<PivotView, 'heat'>): Below | null {
  return losing === undefined
    ? null
    : {
        column: SCOPE_COLUMNS[losing].profitability,
        except: first.column === 'SKU Producto' ? NO_SKU : [],
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
  const below = belowOf(view);
  return {
    selection,
    first: groupByOf(first, selection.periodColumn),
    second: second === null ? null : groupByOf(second, selection.periodColumn),
    place,
    columns: [...new Set([...summedFor(measures), ...(below === null ? [] : [below.column])])],
    below,
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
export function linesKeyOf({ selection, view, sort, all, below }: PivotQuery): string {
  return JSON.stringify([selection, view.first, view.second, view.place, view.open, sort, all, below]);
}

export type PivotResult = {
  readonly revision: number;
  readonly rows: Groups;
  /** Those that are shown, in their order. */
  readonly shown: readonly Group[];
  readonly leftOut: number;
  /** The order is only true among this many, those with the most Ventas; null: among all. */
  readonly orderedAmong: number | null;
  /** Groups of the second dimension over the whole selection: the columns of a pivot across. */
  readonly bands: Groups | null;
  /** Groups of the second dimension within those shown, by the first one's value. */
  readonly within: ReadonlyMap<string, Group>;
};

/** Groups shown until one wants all. */
export const FIRST_GROUPS = 200;
/** Groups of a group shown until one wants all. */
const FIRST_WITHIN = 25;
/** As many as a screen, and the way to it, can hold. */
const MAX_GROUPS = 20_000;
const MAX_GROUPS_WITH_SECOND = 2_000;
const MAX_WITHIN = 500;
/** Figures that a message to the screen, and the screen, can hold without being felt. */
const MAX_FIGURES = 250_000;
/** Groups among which an order is looked for that the worker cannot give. */
const ORDERED_AMONG = 5_000;
/** Values of the second dimension that become columns. */
const MAX_BANDS = 24;
const MAX_TIME_BANDS = 62;

/** The figures of all groups. */
export const wholeOf = (groups: Groups): FigurePair => ({
  now: groups.total,
  before: groups.compared?.total ?? null,
});

/** The selection with only the groups shown; those of the calendar by the days they span, where these are its own. */
function narrowed(
  selection: Selection,
  by: Exclude<GroupBy, string>,
  values: readonly string[],
  isCompared: boolean,
): Selection {
  const { column, unit } = by;
  if (unit === null) {
    const filters = selection.filters.filter((filter) => filter.column !== column);
    return { ...selection, filters: [...filters, { column, values }] };
  }
  // A shorter period would be held against another one.
  if (isCompared || column !== selection.periodColumn || values.includes('')) return selection;
  const days = values.flatMap((value) => daysOf(unit, value) ?? []);
  const [from] = days.map((each) => each.from).toSorted();
  const to = days
    .map((each) => each.to)
    .toSorted()
    .at(-1);
  const period = from === undefined || to === undefined ? null : overlap(selection.period, { from, to });
  return period === null ? selection : { ...selection, period };
}

/** The columns across: the newest parts of the calendar, as time goes; texts by their sales. */
export function shownBands(bands: Groups, isTime: boolean): readonly Group[] {
  return isTime ? bands.groups.slice(-MAX_TIME_BANDS) : bands.groups;
}

export async function readPivot(call: DataReader, input: PivotInput, slot: string): Promise<PivotResult> {
  let result: PivotResult | null = null;
  await readTogether(async () => {
    result = await readOnce(call, input, slot);
    return [result.rows, ...(result.bands === null ? [] : [result.bands]), { revision: result.revision }];
  });
  if (result === null) throw new Error('Nothing was asked.');
  return result;
}
/** Long, as one sequence: what is asked next follows from what the answers before left out. */
async function readOnce(call: DataReader, input: PivotInput, slot: string): Promise<PivotResult> {
  const { selection, first, second, place, columns, against, sort } = input;
  const { readGroups } = call;
  const compareWith = against === null ? {} : { compareWith: against };
  const bandOfSort = sort === null ? null : (columnOfId(sort.column)?.band ?? null);
  const isByBand = bandOfSort !== null && bandOfSort.kind !== 'own';
  const order = isByBand ? requestedOrder(null) : requestedOrder(sort);
  const isTime = first.unit !== null;
  const isDeep = second !== null && (place === 'across' || input.open === 'all');
  const most = isDeep ? MAX_GROUPS_WITH_SECOND : MAX_GROUPS;
  const count = input.all ? most : FIRST_GROUPS;
  const limit = order === null ? Math.max(count, Math.min(most, ORDERED_AMONG)) : count;
  const [rows, bands] = await Promise.all([
    readGroups({
      ...{ selection, dimension: first, columns, order, limit, slot: `${slot}-rows` },
      ...(input.below == null ? {} : { below: input.below }),
      ...compareWith,
    }),
    second !== null && place === 'across'
      ? readGroups({
          selection,
          dimension: second,
          columns,
          limit: MAX_BANDS,
          slot: `${slot}-bands`,
          ...compareWith,
        })
      : null,
  ]);
  const whole = wholeOf(rows);
  const sorted = sortGroups(rows.groups, isByBand ? null : sort, isTime, pairOf, whole);
  // So many rows as their cells can be held; never fewer than are shown at first.
  const bandCount = bands === null ? null : Math.min(bands.groups.length, MAX_TIME_BANDS);
  const besideEach = (bandCount ?? (isDeep ? FIRST_WITHIN : 1)) * columns.length;
  const room = Math.max(FIRST_GROUPS, Math.floor(MAX_FIGURES / besideEach));
  const shownCount = Math.min(count, room);
  const shown = isTime ? sorted : sorted.slice(0, shownCount);
  const leftOut = (rows.groupsLeftOut ?? 0) + sorted.length - shown.length;
  // What does not lose was not asked for: the order does not miss it.
  const isCut = (rows.losers?.count ?? rows.groups.length + (rows.groupsLeftOut ?? 0)) > rows.groups.length;
  const orderedAmong = isCut && (order === null || isByBand) ? rows.groups.length : null;
  const wanted =
    second === null
      ? []
      : place === 'across' || input.open === 'all'
        ? shown
        : shown.filter(({ value }) => (input.open as readonly string[]).includes(value));
  const base = { revision: rows.revision, rows, shown, leftOut, orderedAmong, bands, within: new Map() };
  if (second === null || wanted.length === 0) return base;
  const isAll = leftOut === 0 && wanted.length === shown.length;
  let asked = isAll
    ? selection
    : narrowed(
        selection,
        first,
        wanted.map(({ value }) => value),
        against !== null,
      );
  const across = bands === null ? [] : shownBands(bands, second.unit !== null);
  if (bands !== null && across.length < bands.groups.length + (bands.groupsLeftOut ?? 0))
    asked = narrowed(
      asked,
      second,
      across.map(({ value }) => value),
      against !== null,
    );
  // An order that no sum tells is true among all of a group only.
  const hasManyWithin = input.all || (order === null && input.open !== 'all');
  const cells = await readGroups({
    selection: asked,
    dimension: first,
    within: second,
    columns,
    order: place === 'nested' ? order : null,
    ...(place === 'across'
      ? { withinLimit: null }
      : { withinLimit: hasManyWithin ? MAX_WITHIN : FIRST_WITHIN }),
    slot: `${slot}-within`,
    ...compareWith,
  });
  return {
    ...base,
    // Another revision in between: `readTogether` asks again.
    revision: cells.revision,
    within: new Map(cells.groups.map((group) => [group.value, group])),
  };
}
