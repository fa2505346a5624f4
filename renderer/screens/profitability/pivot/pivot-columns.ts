import { without } from 'es-toolkit/array';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { netOrGross } from '#renderer/features/columns/column-note.tsx';
import { sectionOf, shortName } from '#renderer/features/columns/column-sections.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import {
  compareParts,
  type FigurePair,
  type Part,
  partIn,
} from '#renderer/screens/profitability/figures/figures.ts';
import {
  differsInPoints,
  type Measure,
  type MeasureId,
  measureId,
  measureOf,
  scopeOf,
} from '#renderer/screens/profitability/figures/measures.ts';
import type { ColumnActions } from '#renderer/ui/grid/grid-types.ts';

/** A figure column of a pivot. `band`: null for the row's own figures; else the value of the dimension across. */
export type FigureColumn = {
  readonly id: string;
  readonly measure: Measure;
  readonly part: Part;
  readonly band: Band;
};
export type Band =
  | { readonly kind: 'own' }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'others' };

export const OWN: Band = { kind: 'own' };

export const NAME_COLUMN = 'name';

/** «sum:Ventas», «sum:Ventas/change», «sum:Ventas/value/=2026-09». */
export function columnId(measure: Measure, part: Part, band: Band): string {
  const id = measureId(measure);
  if (band.kind === 'own') return part === 'value' ? id : `${id}/${part}`;
  return `${id}/${part}/${band.kind === 'others' ? '*' : `=${band.value}`}`;
}

const COLUMN_ID = /^([^/]*)(?:\/(value|difference|change))?(?:\/(\*|=[\s\S]*))?$/;

/** The column that an id names; null of an id that names none. */
export function columnOfId(id: string): FigureColumn | null {
  const [, name = '', part = 'value', band] = COLUMN_ID.exec(id) ?? [];
  const measure = measureOf(name);
  if (measure === null) return null;
  return {
    id,
    measure,
    part: part as Part,
    band:
      band === undefined ? OWN : band === '*' ? { kind: 'others' } : { kind: 'value', value: band.slice(1) },
  };
}

/**
 * The order that the worker can be asked for first: the greatest or least by a sum. Null where only all groups would
 * tell.
 */
export function requestedOrder(sort: SortOrder | null): SortOrder | null {
  if (sort === null) return { column: 'Ventas', direction: 'descending' };
  const column = columnOfId(sort.column);
  if (column === null || column.band.kind !== 'own' || column.part !== 'value') return null;
  const { measure } = column;
  return measure.kind === 'sum' ? { column: measure.column, direction: sort.direction } : null;
}

/**
 * Groups in the order asked for, exactly. By default parts of the calendar newest first, others by Ventas, greatest
 * first; ties by name, and what has no value last either way.
 */
export function sortGroups<T extends { readonly value: string }>(
  groups: readonly T[],
  sort: SortOrder | null,
  isTime: boolean,
  read: (group: T) => FigurePair,
  whole: FigurePair,
): readonly T[] {
  const sign = sort?.direction === 'ascending' ? 1 : -1;
  const byName = (a: T, b: T): number => a.value.localeCompare(b.value, 'es', { numeric: true });
  if (sort?.column === NAME_COLUMN) return groups.toSorted((a, b) => sign * byName(a, b));
  if (sort === null && isTime) return groups.toSorted((a, b) => byName(b, a));
  const column = columnOfId(sort?.column ?? 'sum:Ventas');
  if (column === null) return groups;
  return groups
    .map((group) => ({ group, value: partIn(column.measure, column.part, read(group), whole) }))
    .toSorted((a, b) => compareParts(a.value, b.value, sign) || byName(a.group, b.group))
    .map(({ group }) => group);
}

/** The parts shown of each measure: its value; compared, also how it differs. */
function partsOf(measure: Measure, isCompared: boolean): readonly Part[] {
  if (!isCompared) return ['value'];
  return differsInPoints(measure) ? ['value', 'difference'] : ['value', 'difference', 'change'];
}

type ColumnsInput = {
  readonly measures: readonly Measure[];
  readonly isCompared: boolean;
  readonly bands: readonly string[] | null;
  /** The rest of the values: of time, those before them. */
  readonly rest: 'before' | 'after' | null;
};

/**
 * The row's own figures; where a dimension stands across, each value's, then these as their total at the right end. One value
 * that is all there is has no total beside it: that would be the same once more.
 */
export function figureColumns({ measures, isCompared, bands, rest }: ColumnsInput): readonly FigureColumn[] {
  const of = (band: Band): FigureColumn[] =>
    measures.flatMap((measure) =>
      partsOf(measure, isCompared).map((part) => ({
        id: columnId(measure, part, band),
        measure,
        part,
        band,
      })),
    );
  if (bands === null) return of(OWN);
  const across = bands.flatMap((value) => of({ kind: 'value', value }));
  if (bands.length === 1 && rest === null) return across;
  const others = rest === null ? [] : of({ kind: 'others' });
  return rest === 'before' ? [...others, ...across, ...of(OWN)] : [...across, ...others, ...of(OWN)];
}

/** «Rentabilidad Total, % de Ventas», in full: for titles, copies and files. */
export function measureName(measure: Measure, text: Text): string {
  switch (measure.kind) {
    case 'sum':
      return text.column(measure.column);
    case 'rate':
      return `${text.column(measure.column)} ${text('measure.of-rate')}`;
    case 'share':
      return `${text.column(measure.column)} ${text('measure.of-share')}`;
    case 'per-unit':
      return `${text.column(measure.column)} ${text('measure.of-unit')}`;
    default:
      return text(`measure.${measure.kind}`);
  }
}

/** In full, and whether a cost is before or after what is given back and taken in. */
export function measureTitle(measure: Measure, text: Text): string {
  const name = measureName(measure, text);
  const note = measure.column === null ? null : netOrGross(measure.column);
  return note === null ? name : `${name} (${text(`columns.net-${note}`)})`;
}

/** The measure under the name of its section: «Costo», «%», «% del total», «por unidad». */
export function measureLabel(measure: Measure, text: Text): string {
  if (measure.column === null) return text(`measure.${measure.kind}`);
  const short =
    scopeOf(measure) === null
      ? shortName(measure.column, text)
      : measure.column.startsWith('Rentabilidad')
        ? text('measure.profit')
        : text('measure.cost');
  switch (measure.kind) {
    case 'sum':
      return short;
    case 'rate':
      return scopeOf(measure) === null || short !== text('measure.profit') ? `${short} %` : '%';
    case 'share':
      return `${short} ${text('measure.of-share')}`;
    case 'per-unit':
      return `${short} ${text('measure.of-unit')}`;
  }
}

export function partLabel(measure: Measure, part: Part, text: Text): string {
  if (part === 'change') return text('pivot.change');
  return text(differsInPoints(measure) ? 'pivot.points' : 'pivot.difference');
}

/** The group that a measure's column stands under where none stands across: its scope, its section, or the set. */
export function measureGroup(measure: Measure): string {
  const scope = scopeOf(measure);
  if (scope !== null) return `scope:${scope}`;
  return measure.column === null ? 'set' : `section:${sectionOf(measure.column)}`;
}

/** Measures keep one order in all their columns: moving and hiding a column is done to its measure. The last one stays. */
export function measureActions(
  actions: ColumnActions,
  measures: readonly Measure[],
  onChange: (ids: readonly MeasureId[]) => void,
): ColumnActions {
  const ids = measures.map(measureId);
  const idOf = (columnId: string): MeasureId | null => {
    const column = columnOfId(columnId);
    return column === null ? null : measureId(column.measure);
  };
  return {
    ...actions,
    hide: (columnId) => {
      const id = idOf(columnId);
      if (id === null) actions.hide(columnId);
      else if (ids.length > 1) onChange(without(ids, id));
    },
    nudge: (columnId, direction) => {
      const id = idOf(columnId);
      if (id === null) return actions.nudge(columnId, direction);
      const to = ids.indexOf(id) + direction;
      if (to >= 0 && to < ids.length) onChange(without(ids, id).toSpliced(to, 0, id));
    },
    move: (columnId, before, isPinned) => {
      const id = idOf(columnId);
      if (id === null || isPinned) return actions.move(columnId, before, isPinned);
      const target = before === null ? null : idOf(before);
      if (target === id) return;
      const others = without(ids, id);
      const at = target === null ? -1 : others.indexOf(target);
      onChange(others.toSpliced(at < 0 ? others.length : at, 0, id));
    },
  };
}
