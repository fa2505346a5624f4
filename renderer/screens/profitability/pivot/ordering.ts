import type { SortOrder } from '#renderer/data/api.ts';
import {
  compareParts,
  type FigurePair,
  type Part,
  partIn,
} from '#renderer/screens/profitability/figures/figures.ts';
import { type Measure, measureId, measureOf } from '#renderer/screens/profitability/figures/measures.ts';

/** What a pivot's column shows. `band`: null for the row's own figures; else the value of the dimension across. */
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

/** Column of the names of the groups. */
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

/** What the worker can be asked for first: the greatest or least by a sum. Null where only all groups would tell. */
export function askedOrder(sort: SortOrder | null): SortOrder | null {
  if (sort === null) return { column: 'Ventas', direction: 'descending' };
  const column = columnOfId(sort.column);
  if (column === null || column.band.kind !== 'own' || column.part !== 'value') return null;
  const { measure, part } = column;
  return measure.kind === 'sum' && part === 'value'
    ? { column: measure.column, direction: sort.direction }
    : null;
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
