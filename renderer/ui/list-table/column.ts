import type { ComponentProps, ReactNode } from 'react';
import type { ColumnTotal, SheetKind, TableCell } from '#renderer/data/model/sheet-table.ts';
import type { Figure, FigureKind } from '#renderer/ui/figure.tsx';

type Data = { readonly [name: `data-${string}`]: string | number | boolean | null | undefined };
export type CellAttributes = ComponentProps<'td'> & Data;
export type LineAttributes = ComponentProps<'tr'> & Data;
/** How a figure is drawn; its `kind` where that is another than its column's. */
export type FigureLook = Omit<Partial<ComponentProps<typeof Figure>>, 'value'>;

/** How a line stands in its table. */
export type Line = { readonly at: number; readonly isOpen: boolean; readonly toggle: () => void };

/** A value to draw, to copy and to export: null is a dash among figures, undefined an empty cell. */
export type ColumnValue = string | number | null | undefined;

/** Keys of a row's plain values. */
type ValueKey<Row> = keyof {
  [Key in keyof Row as Row[Key] extends ColumnValue ? Key : never]: Key;
} &
  string;

/**
 * A column of a small table: said once, it draws the heading and the cells, gives what is copied, and is a column of the
 * table for files. Figures (every kind but `text` and `end`) align right and carry their exact value; `end` is text that
 * aligns right as they do.
 */
export type Column<Row> = {
  /** Absent: what of the row it is, or its heading. */
  readonly id?: string;
  readonly heading: ReactNode;
  /** Only screen readers read it. */
  readonly isHeadingHidden?: boolean;
  /** On the heading's cell; `colSpan` covers the columns after it, whose headings are not drawn. */
  readonly head?: ComponentProps<'th'>;
  readonly kind?: 'text' | 'end' | FigureKind;
  readonly value?: ValueKey<Row> | ((row: Row) => ColumnValue);
  /** In place of the value. */
  readonly draw?: (row: Row, line: Line) => ReactNode;
  /** On the cell; `colSpan` covers the cells after it, which are not drawn. */
  readonly cell?: CellAttributes | ((row: Row) => CellAttributes);
  readonly signed?: boolean;
  /** Of its figures. */
  readonly testId?: string;
  readonly figure?: FigureLook | ((row: Row) => FigureLook);
  /** A long text is cut, and whole in its title. */
  readonly isCut?: boolean;
  /** Not drawn while a row's panel stands beside the list, which says it too. */
  readonly givesWay?: boolean;
  /** Its cells name their lines. */
  readonly isRowHeading?: boolean;
  /** A press on the heading sorts by it; these go on the button. */
  readonly sort?: ComponentProps<'button'> & Data;
  /** Absent: both. */
  readonly only?: 'screen' | 'file';
  /** The total over it in a file. */
  readonly total?: 'sum' | ColumnTotal;
  /** Differences in a file: its name where the heading is no text, its kind, its value. */
  readonly sheet?: {
    readonly name?: string;
    readonly kind?: SheetKind;
    readonly value?: (row: Row) => TableCell | number;
  };
};

/** A column that only files have. */
export function sheetColumn<Row>(
  heading: string,
  value: NonNullable<Column<Row>['value']>,
  { kind = 'text', ...more }: { readonly kind?: SheetKind } & Pick<Column<Row>, 'total'> = {},
): Column<Row> {
  return { heading, value, sheet: { kind }, only: 'file', ...more };
}

export function columnId<Row>({ id, value, heading }: Column<Row>): string {
  return id ?? (typeof value === 'string' ? value : String(heading));
}

export function columnValue<Row>({ value }: Column<Row>, row: Row): ColumnValue {
  // A key in `value` leads to a plain value: its type says so.
  return typeof value === 'string' ? (row[value] as ColumnValue) : value?.(row);
}
