import {
  type ColumnTotal,
  cellText,
  type SheetKind,
  type TableCell,
  type TableColumn,
  type TableLine,
  type WholeTable,
} from '#renderer/data/model/sheet-table.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';
import { type Column, columnValue } from './column.ts';

const SHEET_KINDS: { readonly [kind in NonNullable<Column<never>['kind']>]: SheetKind } = {
  text: 'text',
  end: 'text',
  money: 'money',
  count: 'count',
  percent: 'percent',
  points: 'percent',
};

/** The same columns as a file has them: those of the screen alone left out, values exact. Pure. */
export function sheetOf<Row>(of: {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyColumns: number;
  readonly line?: (row: Row) => Omit<TableLine, 'cells'>;
}): WholeTable {
  const columns = of.columns.filter(({ only }) => only !== 'screen');
  const cells = columns.map((column) =>
    of.rows.map((row) =>
      cellOf(column.sheet?.value === undefined ? columnValue(column, row) : column.sheet.value(row)),
    ),
  );
  return {
    name: of.name,
    keyColumns: of.keyColumns,
    columns: columns.map(
      ({ heading, kind = 'text', sheet = {}, total = null }, at): TableColumn => ({
        name: sheet.name ?? String(heading),
        kind: sheet.kind ?? SHEET_KINDS[kind],
        total: total === 'sum' ? totalOf(cells[at] ?? []) : total,
      }),
    ),
    lines: of.rows.map((row, at) => ({
      ...of.line?.(row),
      cells: cells.map((column) => column[at] ?? null),
    })),
  };
}

const cellOf = (value: TableCell | number | undefined): TableCell =>
  typeof value === 'number' ? String(value) : (value ?? null);

function totalOf(cells: readonly TableCell[]): ColumnTotal {
  const values = cells.flatMap((cell) => cellText(cell) ?? []) as Decimal[];
  return { kind: 'sum', value: sumOf(values) };
}
