import type { GroupBy } from '#renderer/data/model/groups.ts';
import { COLUMNS, isSummable } from '#shared/domain/column-catalogue.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import type { Queries } from '#test/renderer/data/engine/queries.ts';

/** What every contestant is asked, described once. */

/** Exact sums of columns of the rows of a selection, by one or two dimensions. */
export type SumsQuestion = {
  readonly kind: 'sums';
  readonly id: string;
  readonly selection: Selection;
  /** Text columns, and the month of Fecha de compra. */
  readonly by: readonly [GroupDimension, ...GroupDimension[]];
  readonly columns: readonly string[];
};
export type GroupDimension = Extract<GroupBy, string>;

/** All rows in the order of a column of decimals, greatest first: the whole order, as a table scrolls to any place. */
export type SortQuestion = { readonly kind: 'sort'; readonly id: string; readonly column: string };

export type Question = SumsQuestion | SortQuestion;

/** Every column that can be added up: 85. */
export const MEASURES: readonly string[] = COLUMNS.filter(isSummable).map(({ key }) => key);
/** The storage targets speak of thirty. */
export const THIRTY: readonly string[] = MEASURES.slice(0, 30);

/** Text columns that the questions filter or group by. */
export const DIMENSIONS = [
  'Canal',
  'SKU Producto',
  'Marca',
  'Tipo de Dato',
  'Estado de Orden',
  'Estado de Pago',
] as const;

/** Words of products that are looked for: most occur. */
export const SEARCHED_WORDS = [
  'negro',
  'camiseta',
  'azul',
  'pack',
  'set',
  'gris',
  'rojo',
  'auricular',
  'kit',
  'bolso',
  'mesa',
] as const;

/** Ranks of a sorted table whose values are compared, as shares of its length. */
export const COMPARED_RANKS = [0, 0.001, 0.25, 0.5, 0.75, 0.999] as const;

export type Selections = { readonly [name in 'broad' | 'medium' | 'narrow']: Selection };

/** The preset's rows, which are most of them; some 30 % of all rows; some 1.5 % (the shares are in the JSON). */
export function selectionsOf(queries: Queries): Selections {
  const broad: Selection = { ...EVERYTHING, dashboardPreset: true };
  // Known by its place, not its name: one brand of several, neither the largest nor the least.
  const marca = queries.values(EVERYTHING, 'Marca').values[3]?.value ?? '';
  return {
    broad,
    medium: { ...broad, period: { from: '2026-03-15' as LocalDate, to: '2026-11-15' as LocalDate } },
    narrow: {
      ...broad,
      filters: [{ column: 'Marca', values: [marca] }],
      period: { from: '2026-08-01' as LocalDate, to: '2026-11-15' as LocalDate },
    },
  };
}

export function questionsOf({ broad, medium, narrow }: Selections): readonly Question[] {
  const byMonthAndCanal = { kind: 'sums', by: ['month', 'Canal'], columns: THIRTY } as const;
  return [
    { ...byMonthAndCanal, id: 'sums-broad', selection: broad },
    { ...byMonthAndCanal, id: 'sums-medium', selection: medium },
    { ...byMonthAndCanal, id: 'sums-narrow', selection: narrow },
    { kind: 'sums', id: 'sums-by-sku', selection: broad, by: ['SKU Producto'], columns: THIRTY },
    { ...byMonthAndCanal, id: 'sums-all-measures', selection: broad, columns: MEASURES },
    { kind: 'sort', id: 'sort-measure', column: 'Ventas' },
  ];
}
