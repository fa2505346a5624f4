import { type Cell, cellReader, type RowTable } from './row-table.ts';

/** Identity of orders and rows (rule 4). Rows themselves have no key and are never deduplicated. */

declare const orderBrand: unique symbol;

/** Identity of an order, or of a group of rows without order number. JSON text, so that no separator can clash. */
export type OrderKey = string & { readonly [orderBrand]: true };

const ORDER_COLUMNS = ['Canal', 'Cuenta', 'Orden'] as const;

/** Columns of a row that cannot change: they group rows whose `Orden` is blank, so that no group erases another. */
const BLANK_ORDER_COLUMNS = [
  'Canal',
  'Cuenta',
  'Tipo de Dato',
  'Producto',
  'SKU Producto',
  'SKU Marketplace',
  'SKU Variante',
  'Nro. suborden',
  'Nro. Paquete',
  'Fecha de compra',
] as const;

/** Every column that the identity of an order may speak of. */
export const IDENTITY_COLUMNS: readonly string[] = [...new Set([...ORDER_COLUMNS, ...BLANK_ORDER_COLUMNS])];

/** The columns of a row's item, whenever it was bought. */
export const ITEM_COLUMNS = [
  'Nro. suborden',
  'SKU Producto',
  'SKU Marketplace',
  'SKU Variante',
  'Tipo de Dato',
] as const;

/** Columns by which a stored row finds its counterpart among the rows of a newer answer (rule 5). */
export const COUNTERPART_COLUMNS = [...ITEM_COLUMNS, 'Fecha de compra'] as const;

type RowText = (row: readonly Cell[]) => string;

function textOf(table: Pick<RowTable, 'columns'>, columns: readonly string[]): RowText {
  const readers = columns.map((column) => cellReader({ columns: table.columns, rows: [] }, column));
  return (row) => JSON.stringify(readers.map((read) => read(row)));
}

/** Makes the function that gives a row's order identity: (Canal, Cuenta, Orden), or the blank-order group. */
export function orderKeyReader(table: Pick<RowTable, 'columns'>): (row: readonly Cell[]) => OrderKey {
  const readOrden = cellReader({ columns: table.columns, rows: [] }, 'Orden');
  const readOrder = textOf(table, ORDER_COLUMNS);
  const readBlank = textOf(table, BLANK_ORDER_COLUMNS);
  return (row) => {
    const isBlank = (readOrden(row) ?? '').trim() === '';
    return (isBlank ? readBlank(row) : readOrder(row)) as OrderKey;
  };
}

/** Whether a key is of rows without order number. */
export function isBlankOrder(key: OrderKey): boolean {
  return (JSON.parse(key) as readonly Cell[]).length !== ORDER_COLUMNS.length;
}

/** The cells that a key was made of, by column. */
export function cellsOfKey(key: OrderKey): { readonly [column: string]: Cell } {
  const cells = JSON.parse(key) as readonly Cell[];
  const columns = cells.length === ORDER_COLUMNS.length ? ORDER_COLUMNS : BLANK_ORDER_COLUMNS;
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null]));
}

/** Makes the function that gives the key by which rows of one order are matched across answers. */
export function counterpartReader(table: Pick<RowTable, 'columns'>): RowText {
  return textOf(table, COUNTERPART_COLUMNS);
}

/** Makes the function that gives what a row is about: a row that moved to another purchase date keeps it. */
export function itemReader(table: Pick<RowTable, 'columns'>): RowText {
  return textOf(table, ITEM_COLUMNS);
}
