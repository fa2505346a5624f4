import type { ComponentProps, ReactNode } from 'react';
import type { Figure, FigureKind } from '#renderer/ui/figure.tsx';
import type { ColumnTotal, SheetKind, TableCell } from '#shared/domain/sheet-table.ts';

type Data = { readonly [name: `data-${string}`]: string | number | boolean | null | undefined };
export type CellAttributes = ComponentProps<'td'> & Data;
export type LineAttributes = ComponentProps<'tr'> & Data;
/** How a figure is drawn; its `kind` where that is another than its column's. */
export type FigureLook = Omit<Partial<ComponentProps<typeof Figure>>, 'value'>;

/** How a line stands in its table. */
export type Line = { readonly at: number; readonly isOpen: boolean; readonly toggle: () => void };

/** A value to draw, to copy and to export: null is a dash among figures, undefined an empty cell. */
export type ColumnValue = string | number | null | undefined;

/**
 * A column of a small table: said once, it draws the heading and the cells, gives what is copied, and is a column of the
 * table for files. Figures (every kind but `text` and `end`) align right and carry their exact value; `end` is text that
 * aligns right as they do.
 */
export type Column<Row> = {
  readonly id: string;
  readonly heading: ReactNode;
  /** Only screen readers read it. */
  readonly isHeadingHidden?: boolean;
  /** On the heading's cell; `colSpan` covers the columns after it, whose headings are not drawn. */
  readonly head?: ComponentProps<'th'>;
  readonly kind?: 'text' | 'end' | FigureKind;
  readonly value?: (row: Row) => ColumnValue;
  /** In place of the value. */
  readonly draw?: (row: Row, line: Line) => ReactNode;
  /** On the cell; `colSpan` covers the cells after it, which are not drawn. */
  readonly cell?: CellAttributes | ((row: Row) => CellAttributes);
  readonly figure?: FigureLook | ((row: Row) => FigureLook);
  /** A long text is cut, and whole in its title. */
  readonly isCut?: boolean;
  /** Its cells name their lines. */
  readonly isRowHeading?: boolean;
  /** A press on the heading sorts by it; these go on the button. */
  readonly sort?: ComponentProps<'button'> & Data;
  /** Absent: both. */
  readonly only?: 'screen' | 'file';
  /** What a file has otherwise: its name where the heading is no text, its kind, its value, what stands over it. */
  readonly sheet?: {
    readonly name?: string;
    readonly kind?: SheetKind;
    readonly value?: (row: Row) => TableCell | number;
    readonly total?: 'sum' | ColumnTotal;
  };
};

/** A column that only files have. */
export function sheetColumn<Row>(
  heading: string,
  value: (row: Row) => ColumnValue,
  sheet: NonNullable<Column<Row>['sheet']> = {},
): Column<Row> {
  return { id: heading, heading, value, sheet, only: 'file' };
}
