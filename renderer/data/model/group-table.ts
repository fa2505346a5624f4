import type { Decimal } from '#shared/domain/decimal.ts';
import { rateOf, type Sums } from '#shared/domain/profitability.ts';
import type { ColumnTotal, SheetKind, Table, TableCell, TableColumn, TableLine } from './sheet-table.ts';

/** Groups of rows as a table of a file: a line each, with sums and with rates of those sums. Pure. */

/** Figures of a group, or of all rows. */
export type GroupFigures = {
  readonly rows: number;
  readonly orders: number;
  readonly sums: Sums;
  readonly ventasWithProductCost: Decimal;
};

type NamedGroup = { readonly value: string; readonly caption: string | null; readonly totals: GroupFigures };

export type GroupColumn = { readonly name: string } & (
  | { readonly of: 'sum'; readonly column: string; readonly kind: SheetKind }
  /** Ventas of the rows whose product cost is known. */
  | { readonly of: 'covered' }
  | { readonly of: 'rows' | 'orders' }
  /** In percent; both are places among the columns. */
  | { readonly of: 'rate'; readonly part: number; readonly base: number }
);

/** How groups are laid out: plain data, so that it can be told to where the groups are. */
export type GroupLayout = {
  readonly name: string;
  /** Over the groups' values, and over what explains them; null where nothing does. */
  readonly value: string;
  readonly caption: string | null;
  /** Labels of values that are not their own name. */
  readonly names: { readonly [value: string]: string };
  /** Values that come after all others, in this order. */
  readonly last: readonly string[];
  readonly columns: readonly GroupColumn[];
};

/** @param whole what the totals are of; null: there are none */
export function groupTable(
  groups: readonly NamedGroup[],
  whole: GroupFigures | null,
  { name, value, caption, names, last, columns }: GroupLayout,
): Table {
  const keys = caption === null ? 1 : 2;
  const text = (heading: string): TableColumn => ({ name: heading, kind: 'text', total: null });
  const cell = (figures: GroupFigures, column: GroupColumn): TableCell => {
    const figure = figureOf(figures, column, columns);
    if (column.of !== 'rate' || figure === null) return figure;
    const formula = {
      kind: 'rate',
      part: keys + column.part,
      base: keys + column.base,
      baseLine: null,
    } as const;
    return { value: figure, formula };
  };
  const ordered = [
    ...groups.filter((group) => !last.includes(group.value)),
    ...last.flatMap((each) => groups.filter((group) => group.value === each)),
  ];
  const line = (group: NamedGroup): TableLine => ({
    cells: [
      names[group.value] ?? group.value,
      ...(caption === null ? [] : [group.caption]),
      ...columns.map((column) => cell(group.totals, column)),
    ],
  });
  return {
    name,
    keyColumns: keys,
    columns: [
      text(value),
      ...(caption === null ? [] : [text(caption)]),
      ...columns.map((column) => ({
        name: column.name,
        kind: kindOf(column),
        total: whole === null ? null : totalOf(figureOf(whole, column, columns), column, keys),
      })),
    ],
    lineCount: ordered.length,
    isGrouped: false,
    read: (offset, limit) => ordered.slice(offset, offset + limit).map(line),
  };
}

function figureOf(
  figures: GroupFigures,
  column: GroupColumn,
  columns: readonly GroupColumn[],
): Decimal | null {
  switch (column.of) {
    case 'sum':
      return figures.sums[column.column] ?? null;
    case 'covered':
      return figures.ventasWithProductCost;
    case 'rows':
    case 'orders':
      return String(figures[column.of]) as Decimal;
    case 'rate': {
      const sum = (at: number): Decimal | undefined => {
        const each = columns[at];
        return each === undefined || each.of === 'rate'
          ? undefined
          : (figureOf(figures, each, columns) ?? undefined);
      };
      return rateOf(sum(column.part), sum(column.base), 6);
    }
  }
}

/** An order may be of several groups: their counts do not add up. */
function totalOf(value: Decimal | null, column: GroupColumn, keys: number): ColumnTotal {
  if (column.of === 'rate')
    return { kind: 'rate', value, part: keys + column.part, base: keys + column.base };
  return { kind: column.of === 'orders' ? 'value' : 'sum', value };
}

function kindOf(column: GroupColumn): SheetKind {
  switch (column.of) {
    case 'sum':
      return column.kind;
    case 'covered':
      return 'money';
    case 'rows':
    case 'orders':
      return 'count';
    case 'rate':
      return 'percent';
  }
}
