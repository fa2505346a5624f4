import { type Decimal, parseDecimal, toDecimal } from '#shared/domain/decimal.ts';
import type { Readings } from './column-reading.ts';

/** Amounts as people and programs write them: `1.234.567`, `1,234.56`, `(2.500)`, `2.500-`, `$3,000,000`, `CLP 12`. */

export const DECIMAL_SIGNS = ['.', ','] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** Marks without width, and every kind of space; a figure may be grouped by some of them. */
const MARKS = /[\u200e\u200f\u2060\ufeff]/g;
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g;
const MINUS = /[\u2212\u2012\u2013\u2010\u2011\ufe63\uff0d]/g;
/** A sign of a currency or its code; `US$`, `R$`, `S/`. */
const CODES = 'ARS|BOB|BRL|CLP|COP|EUR|MXN|PEN|PYG|USD|UYU';
const CURRENCY = new RegExp(
  `^(?:U\\$[SD]|(?:${CODES}|US|MX|AR|CL|R)? ?\\$|${CODES}|[€£¥₡₲₱]|S/\\.?|Bs\\.?)`,
  'i',
);
const CURRENCY_AFTER = new RegExp(` ?(?:${CODES}|[€£¥$₡₲₱])$`, 'i');

/** The digits with their signs, and whether they are of a negative; undefined for what is no figure. */
function bare(text: string): { readonly digits: string; readonly isNegative: boolean } | undefined {
  let rest = text.replace(MARKS, '').replace(MINUS, '-').replace(SPACES, ' ').trim();
  let minuses = 0;
  const inParentheses = /^([A-Z$€£]{0,4}) ?\((.*)\)$/i.exec(rest);
  if (inParentheses !== null) {
    rest = `${inParentheses[1]}${inParentheses[2]}`.trim();
    minuses += 1;
  }
  const takeSign = (): void => {
    const sign = /^[+-] ?/.exec(rest)?.[0];
    if (sign === undefined) return;
    rest = rest.slice(sign.length);
    // A plus in parentheses, or two signs, is no way to write an amount: told by the count.
    minuses += sign.startsWith('-') ? 1 : 10;
  };
  takeSign();
  rest = rest.replace(CURRENCY, '').trimStart();
  takeSign();
  rest = rest.replace(CURRENCY_AFTER, '');
  if (/ ?[-]$/.test(rest)) {
    rest = rest.replace(/ ?-$/, '');
    minuses += 1;
    rest = rest.replace(CURRENCY_AFTER, '');
  }
  const isPlus = minuses === 10;
  if (minuses > 1 && !isPlus) return undefined;
  return /^[\d.,]/.test(rest) && /\d$/.test(rest) ? { digits: rest, isNegative: minuses === 1 } : undefined;
}

/** Groups of three, or none; a zero never leads a group. */
const wholeBy = (group: string): string => `(?:\\d+|[1-9]\\d{0,2}(?:(?:${group})\\d{3})+)`;
const figureBy = (sign: string, groups: readonly string[]): RegExp =>
  new RegExp(`^(?:${groups.map(wholeBy).join('|')})?(?:${sign}(\\d+))?$`);
const FIGURE: { readonly [sign in DecimalSign]: RegExp } = {
  '.': figureBy('\\.', [',', ' ', "['’]"]),
  ',': figureBy(',', ['\\.', ' ', "['’]"]),
};

/** Reads a text as an amount, by either decimal sign. */
export function readWrittenNumber(text: string): Readings<DecimalSign, Decimal> {
  const found = bare(text);
  const read = (sign: DecimalSign): Decimal | undefined => {
    if (found === undefined) return undefined;
    const fraction = FIGURE[sign].exec(found.digits);
    if (fraction === null) return undefined;
    const places = fraction[1] ?? '';
    const cut = places === '' ? found.digits.length : found.digits.length - places.length - 1;
    const whole = found.digits.slice(0, cut).replace(/\D/g, '');
    const plain = `${found.isNegative ? '-' : ''}${whole === '' ? '0' : whole}${places === '' ? '' : `.${places}`}`;
    const value = parseDecimal(plain);
    return value === undefined ? undefined : toDecimal(value);
  };
  return { '.': read('.'), ',': read(',') };
}
