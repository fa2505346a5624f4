import { groupedDigits } from '#shared/base/grouped-digits.ts';
import { type Decimal, readFigure, round, toDecimal } from '#shared/domain/decimal.ts';

/** Figures are written from their decimal digits, never through a float: exact, or rounded half away from zero. */

export type NumberStyle = {
  readonly group: string;
  readonly decimal: string;
  /** Accountants may want (1.234) for −1.234. */
  readonly negatives: 'minus' | 'parentheses';
};

const MINUS = '−';
/** Before the percent sign, so that a figure and its sign stay on one line. */
export const NO_BREAK_SPACE = ' ';

/** All the digits of a value, grouped. Undefined for text that is not a decimal. */
export function formatExact(text: string, style: NumberStyle): string | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const body = groupedDigits(whole, style.group) + (fraction === '' ? '' : style.decimal + fraction);
  if (sign === '' || !/[1-9]/.test(whole + fraction)) return body;
  return style.negatives === 'parentheses' ? `(${body})` : MINUS + body;
}

/** No business has amounts of more digits before the dot: one mistyped amount must not take the room of all others. */
const MAX_WHOLE_DIGITS = 18;
const SHORT_PLACES = 3;

/** Rounded to `places`; over 18 whole digits as "3,889e57". Undefined for text that is not a decimal. */
export function formatRounded(text: string, places: number, style: NumberStyle): string | undefined {
  const value = readFigure(text);
  if (value === undefined) return undefined;
  const size = value.units < 0n ? -value.units : value.units;
  const exponent = size.toString().length - value.scale - 1;
  if (exponent < MAX_WHOLE_DIGITS) return formatExact(toDecimal(round(value, places)), style);
  const mantissa = round({ units: value.units, scale: value.scale + exponent }, SHORT_PLACES);
  return formatExact(toDecimal(mantissa), style)?.replace(/\)?$/, (end) => `e${exponent}${end}`);
}

/** From here on a tick is written by its power of ten: "5e21". */
const LONGEST_TICK = 1e15;

/** A figure short enough for an axis: in thousands or millions with at most one decimal. Only for ticks. */
export function formatTick(value: number, unit: number, style: NumberStyle): string {
  const scaled = value / unit;
  if (Math.abs(scaled) >= LONGEST_TICK) {
    return scaled.toExponential().replace('+', '').replace('-', MINUS).replace('.', style.decimal);
  }
  const text = Number.isInteger(scaled) ? scaled.toFixed(0) : scaled.toFixed(1);
  return formatExact(text, style) ?? '';
}

/** Whole numbers of the program's own (rows, pages, seconds). */
export function formatCount(count: number, style: NumberStyle): string {
  return formatExact(String(Math.trunc(count)), style) ?? '';
}

export function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

export function isNegative(text: string): boolean {
  return text.startsWith('-') && !isZero(text);
}

export function isWhole(text: string): boolean {
  return !/\.\d*[1-9]/.test(text);
}

/** Decimal places for the money of a screen: none where every sum is whole, else those of its currency. */
export function moneyPlaces(sums: readonly (Decimal | undefined)[], currencyPlaces: number): number {
  return sums.every((value) => value === undefined || isWhole(value)) ? 0 : currencyPlaces;
}

/** Marks of a chart are computed with: sums and differences of some of them must stay finite. */
const GREATEST_PLOTTED = 1e300;

/** A decimal as a plain, finite number for the height of a mark on a chart, never for a figure. */
export function toPlotNumber(value: Decimal | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  return Math.max(-GREATEST_PLOTTED, Math.min(GREATEST_PLOTTED, Number(value)));
}
