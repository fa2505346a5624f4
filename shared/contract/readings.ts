import { orderKeyReader } from '#shared/domain/order-identity.ts';
import { type Cell, cellReader, type RowTable, rowFingerprinter } from '#shared/domain/row-table.ts';
import type { PageMeta } from './page.ts';

/** Whether a window's pages can be believed (rule 3): rows may move between pages, one lost, another twice. */

/** One complete pass over the pages of a window, in page order. */
export type Reading = { readonly pages: readonly { readonly meta: PageMeta; readonly table: RowTable }[] };

export const DISAGREEMENTS = ['totals', 'rows-missing', 'equal-rows', 'sub-order-dates'] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];

type Totals = Pick<PageMeta, 'totalRows' | 'totalPages'>;

/** True while a page agrees with the first page of its reading: the reading is worth going on with. */
export function pageAgrees(first: Totals, next: Totals): boolean {
  return first.totalRows === next.totalRows && first.totalPages === next.totalPages;
}

/** Why a complete reading is not to be believed by itself, or null when nothing speaks against it. */
export function doubtOf(reading: Reading): Disagreement | null {
  const first = reading.pages[0]?.meta;
  if (first === undefined) return 'rows-missing';
  if (!reading.pages.every((page) => pageAgrees(first, page.meta))) return 'totals';
  const rowCount = reading.pages.reduce((count, page) => count + page.table.rows.length, 0);
  if (rowCount !== first.totalRows || reading.pages.length < first.totalPages) return 'rows-missing';
  if (reading.pages.length > 1) {
    const { onSeveralPages, ofSeveralDates } = suspectRows(reading);
    if (pagesShareAnEqualRow(onSeveralPages)) return 'equal-rows';
    if (pagesShareASubOrderWithOtherDates(ofSeveralDates)) return 'sub-order-dates';
  }
  return null;
}

type PagesOfRows = readonly { readonly table: RowTable }[];

/**
 * The rows, page by page, whose number of an order stands on several pages, or with several dates of update: the same rows, and
 * those of one sub-order, have the same. Mostly there are none, or few; all others need not be looked at. Rows of no number are
 * one lot.
 */
function suspectRows({ pages }: Reading): {
  readonly onSeveralPages: PagesOfRows;
  readonly ofSeveralDates: PagesOfRows;
} {
  type Seen = { readonly page: number; readonly update: Cell; isSpread: boolean; isDated: boolean };
  const seen = new Map<string, Seen>();
  const numberOf = pages.map(({ table }) => {
    const orden = cellReader(table, 'Orden');
    return (row: readonly Cell[]): string => (orden(row) ?? '').trim();
  });
  for (const [page, { table }] of pages.entries()) {
    const updated = cellReader(table, 'Fecha de actualización');
    for (const row of table.rows) {
      const number = numberOf[page]?.(row) ?? '';
      const update = updated(row);
      const first = seen.get(number);
      if (first === undefined) seen.set(number, { page, update, isSpread: false, isDated: false });
      else {
        if (first.page !== page) first.isSpread = true;
        if (first.update !== update) first.isDated = true;
      }
    }
  }
  const rowsOf = (isSuspect: (seen: Seen | undefined) => boolean): PagesOfRows =>
    pages.map(({ table: { columns, rows } }, page) => ({
      table: { columns, rows: rows.filter((row) => isSuspect(seen.get(numberOf[page]?.(row) ?? ''))) },
    }));
  return {
    onSeveralPages: rowsOf((each) => each?.isSpread === true),
    ofSeveralDates: rowsOf((each) => each?.isDated === true),
  };
}

/** Columns that tell most rows apart: only rows alike in these are compared in full. */
const FINGERPRINT_COLUMNS = [
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'SKU Marketplace',
  'Fecha de compra',
  'Fecha de actualización',
  'Costo de Marketplace',
] as const;

function pagesShareAnEqualRow(pages: PagesOfRows): boolean {
  type Place = { readonly page: number; readonly fingerprint: () => string };
  const alike = new Map<string, Place[]>();
  for (const [page, { table }] of pages.entries()) {
    const readers = FINGERPRINT_COLUMNS.map((column) => cellReader(table, column));
    const fingerprint = rowFingerprinter(table.columns);
    for (const row of table.rows) {
      const key = JSON.stringify(readers.map((read) => read(row)));
      const place: Place = { page, fingerprint: () => fingerprint(row) };
      const places = alike.get(key);
      if (places === undefined) {
        alike.set(key, [place]);
        continue;
      }
      const others = places.filter((other) => other.page !== page);
      if (others.length > 0) {
        const print = place.fingerprint();
        if (others.some((other) => other.fingerprint() === print)) return true;
      }
      places.push(place);
    }
  }
  return false;
}

function pagesShareASubOrderWithOtherDates(pages: PagesOfRows): boolean {
  const updateOf = new Map<string, string | null>();
  for (const { table } of pages) {
    const orderKey = orderKeyReader(table);
    const subOrder = cellReader(table, 'Nro. suborden');
    const updated = cellReader(table, 'Fecha de actualización');
    for (const row of table.rows) {
      const key = JSON.stringify([orderKey(row), subOrder(row)]);
      const update = updated(row);
      if (updateOf.has(key) && updateOf.get(key) !== update) return true;
      updateOf.set(key, update);
    }
  }
  return false;
}

/** True when two readings hold the same rows the same number of times, in any order. */
export function equalAsMultisets(left: Reading, right: Reading): boolean {
  const balance = new Map<string, number>();
  const count = (reading: Reading, by: 1 | -1) => {
    for (const { table } of reading.pages) {
      const fingerprint = rowFingerprinter(table.columns);
      for (const row of table.rows) {
        const print = fingerprint(row);
        balance.set(print, (balance.get(print) ?? 0) + by);
      }
    }
  };
  count(left, 1);
  count(right, -1);
  for (const difference of balance.values()) if (difference !== 0) return false;
  return true;
}

/** Of one window before it is halved. */
export const MAX_READINGS = 3;

export type Verdict =
  | { readonly kind: 'settled' }
  | { readonly kind: 'read-again'; readonly doubt: Disagreement }
  | { readonly kind: 'halve'; readonly doubt: Disagreement };

/**
 * Judges a window's readings, oldest first. One without doubt settles it; a doubtful one only when it equals the one
 * before as a multiset (twins are real); after MAX_READINGS the window is halved.
 */
export function judge(readings: readonly Reading[]): Verdict {
  const last = readings.at(-1);
  if (last === undefined) return { kind: 'read-again', doubt: 'rows-missing' };
  const doubt = doubtOf(last);
  if (doubt === null) return { kind: 'settled' };
  const before = readings.at(-2);
  const isWhole = doubt === 'equal-rows' || doubt === 'sub-order-dates';
  if (isWhole && before !== undefined && equalAsMultisets(before, last)) return { kind: 'settled' };
  return readings.length >= MAX_READINGS ? { kind: 'halve', doubt } : { kind: 'read-again', doubt };
}
