import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';

/** Orders and statements for the tests of matching. */

export type Row = { readonly [column: string]: Cell };

export const MATCH_COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'Nro. Paquete',
  'N° de Liquidación',
  'SKU Producto',
  'Tipo de Dato',
  'Producto',
  'Fecha de compra',
  'Fecha de Pago',
  'Estado de Pago',
  'Ventas',
  'Rentabilidad Marketplace',
];

export function storeOf(rows: readonly Row[], segments = 2, columns = MATCH_COLUMNS): ColumnStore {
  const store = createColumnStore();
  const size = Math.ceil(rows.length / segments);
  for (let from = 0; from < rows.length; from += size) {
    const cells = rows.slice(from, from + size).map((row) => columns.map((column) => row[column] ?? null));
    const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
    store.addSegment(from + 1, decodeSomewhere(bytes, headerLength), null);
  }
  store.raiseRevision();
  return store;
}

/** Rows that come with the next commit. */
export function addRows(store: ColumnStore, rows: readonly Row[], columns = MATCH_COLUMNS): void {
  const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
  const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
  store.addSegment(1000 + store.segments.length, decodeSomewhere(bytes, headerLength), null);
  store.raiseRevision();
}

export function rowOf(cells: Row): Row {
  return {
    Canal: 'Falabella',
    Cuenta: 'Uno',
    'Nro. suborden': `${cells.Orden ?? ''}-1`,
    'SKU Producto': 'S1',
    'Tipo de Dato': 'Orden',
    'Fecha de compra': '2026-10-05T10:00:00.000',
    'Estado de Pago': 'Pagado',
    Ventas: '0',
    ...cells,
  };
}

type LineParts = Partial<Omit<MatchLine, 'net' | 'line' | 'date' | 'released'>> & { readonly day?: string };

export function lineOf(net: string, parts: LineParts = {}): MatchLine {
  const { day = null, ...texts } = parts;
  return {
    line: 0,
    movement: null,
    settlement: null,
    order: null,
    suborder: null,
    sku: null,
    operation: null,
    currency: null,
    description: null,
    date: day === null ? null : { day: day as LocalDate },
    released: null,
    net: net as Decimal,
    ...texts,
  };
}

export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
