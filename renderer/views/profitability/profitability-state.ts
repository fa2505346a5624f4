import { compare, fromDecimal, parseDecimal } from '#shared/decimal.ts';
import { RATE_BASE_COLUMN, rateOf, SCOPE_COLUMNS, SCOPES, type Sums } from '#shared/profitability.ts';
import type { Text } from '../../i18n/text.tsx';
import type { Dimension, Group, Groups, SortOrder } from '../../link/data-contract.ts';
import { type CsvCell, type CsvSigns, csvHead, csvLines } from '../export/csv.ts';

/** The grouped table: its columns, its order, its file. One Groups result feeds all three. */

export const DIMENSIONS = [
  'month',
  'Canal',
  'Cuenta',
  'SKU Producto',
  'Marca',
  'Categoría',
] as const satisfies readonly Dimension[];

/** What a dimension is called: a column by its key. */
export function dimensionName(dimension: Dimension, text: Text): string {
  return dimension === 'month' ? text('group.month') : dimension;
}

/** Percentages of the grouped table are sum over sum of the group. */
export type FigureColumn = {
  readonly id: string;
  readonly kind: 'money' | 'count' | 'percent';
  readonly group: 'sale' | 'marketplace' | 'comercial' | 'total';
  readonly read: (sums: Sums) => string | null;
};

export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  { id: 'Ventas', kind: 'money', group: 'sale', read: (sums) => sums.Ventas ?? null },
  { id: 'Unidades', kind: 'count', group: 'sale', read: (sums) => sums.Unidades ?? null },
  ...SCOPES.flatMap((scope): FigureColumn[] => {
    const { profitability, cost } = SCOPE_COLUMNS[scope];
    return [
      { id: profitability, kind: 'money', group: scope, read: (sums) => sums[profitability] ?? null },
      {
        id: `% ${profitability}`,
        kind: 'percent',
        group: scope,
        read: (sums) => rateOf(sums[profitability], sums[RATE_BASE_COLUMN], 6),
      },
      { id: cost, kind: 'money', group: scope, read: (sums) => sums[cost] ?? null },
    ];
  }),
];

/** Column of the group's own value. */
export const VALUE_COLUMN = 'value';
/** Column of the text that explains the value (a SKU's product). */
export const CAPTION_COLUMN = 'caption';

/** Months in their order; anything else by sales, greatest first. */
export function defaultSort(dimension: Dimension): SortOrder {
  return dimension === 'month'
    ? { column: VALUE_COLUMN, direction: 'descending' }
    : { column: 'Ventas', direction: 'descending' };
}

/** Groups of texts shown at first: those with the most sales. */
export const FIRST_GROUPS = 200;

/** How many groups to ask for; null: all. Only by sales can the first be told without knowing the rest. */
export function groupsLimit(dimension: Dimension, sort: SortOrder, wantsAll: boolean): number | null {
  const usual = defaultSort(dimension);
  const isUsual = sort.column === usual.column && sort.direction === usual.direction;
  return dimension === 'month' || wantsAll || !isUsual ? null : FIRST_GROUPS;
}

/** Sorted without going through a float; groups without the value come last either way. */
export function sortGroups(groups: readonly Group[], sort: SortOrder): readonly Group[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const figure = FIGURE_COLUMNS.find((column) => column.id === sort.column);
  if (figure === undefined) {
    const read = (group: Group): string =>
      sort.column === CAPTION_COLUMN ? (group.caption ?? '') : group.value;
    return groups.toSorted((a, b) => sign * read(a).localeCompare(read(b), 'es'));
  }
  const keyed = groups.map((group) => ({ group, value: parseDecimal(figure.read(group.totals.sums) ?? '') }));
  return keyed
    .toSorted((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined);
      return sign * compare(a.value, b.value) || a.group.value.localeCompare(b.group.value, 'es');
    })
    .map(({ group }) => group);
}

/** The table as a file: the groups in their order with exact sums; no total, which would be added to itself. */
export function groupsCsv(
  groups: readonly Group[],
  heading: { readonly value: string; readonly caption: string | null },
  signs: CsvSigns,
): string {
  const head = [
    heading.value,
    ...(heading.caption === null ? [] : [heading.caption]),
    ...FIGURE_COLUMNS.map((column) => column.id),
  ];
  const rows = groups.map((group): CsvCell[] => [
    { text: group.value },
    ...(heading.caption === null ? [] : [{ text: group.caption ?? '' }]),
    ...FIGURE_COLUMNS.map((column) => ({ figure: column.read(group.totals.sums) })),
  ]);
  return csvHead(head, signs) + csvLines(rows, signs);
}

/** Money columns of the screen, for the decimals they are shown with. */
export function moneySums(groups: Groups): readonly (Sums[string] | undefined)[] {
  return FIGURE_COLUMNS.filter((column) => column.kind === 'money').map(
    (column) => groups.total.sums[column.id],
  );
}

/** «99 ÷ 100»: kept here so that a rate's division is told from the very sums it was made of. */
export function exactSums(
  sums: Sums,
  column: FigureColumn,
): { readonly part: string; readonly base: string } | null {
  if (column.kind !== 'percent') return null;
  const part = sums[column.id.slice(2)];
  const base = sums.Ventas;
  if (part === undefined || base === undefined) return null;
  fromDecimal(part);
  return { part, base };
}
