import { DAY_MS } from '#shared/domain/dates.ts';

/** How files write amounts and days. Amounts are cents, days are counted from 1970-01-01. */

const grouped = (digits: string, sign: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, sign);

function parts(cents: number): readonly [minus: string, whole: string, places: string] {
  const all = String(Math.abs(cents)).padStart(3, '0');
  return [cents < 0 ? '-' : '', all.slice(0, -2), all.slice(-2)];
}

/** 1234567.89 */
export function plain(cents: number): string {
  const [minus, whole, places] = parts(cents);
  return `${minus}${whole}.${places}`;
}

/** 1,234,567.89 */
export function withCommas(cents: number): string {
  const [minus, whole, places] = parts(cents);
  return `${minus}${grouped(whole, ',')}.${places}`;
}

/** 1.234.567,89 */
export function withPoints(cents: number): string {
  const [minus, whole, places] = parts(cents);
  return `${minus}${grouped(whole, '.')},${places}`;
}

/** 1234567, of a currency without decimals. */
export function whole(cents: number): string {
  const [minus, digits] = parts(cents);
  return `${minus}${digits}`;
}

/** 1.234.567, of a currency without decimals. */
export function wholeWithPoints(cents: number): string {
  const [minus, digits] = parts(cents);
  return `${minus}${grouped(digits, '.')}`;
}

/** 2026-10-31 */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 31/10/2026 */
export const slashed = (day: number): string => isoDay(day).split('-').toReversed().join('/');

export const monthOfDay = (day: number): string => isoDay(day).slice(0, 7);

/** Rows as a delimited file; cells that hold its signs are quoted. */
export function delimited(
  rows: readonly (readonly string[])[],
  delimiter: string,
  { newline = '\r\n', quotesAll = false }: { readonly newline?: string; readonly quotesAll?: boolean } = {},
): string {
  const cell = (text: string): string =>
    quotesAll || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(delimiter) + newline).join('');
}

/** A row of the columns of a header; those that are not given stay empty. */
export const rowOf = (
  header: readonly string[],
  cells: { readonly [column: string]: string },
): readonly string[] => header.map((column) => cells[column] ?? '');
