/** Exact decimals: canonical text (`Decimal`) or units / 10^scale (`Scaled`). No floats; rounding only where said. */

declare const decimalBrand: unique symbol;

/** Canonical decimal text: optional minus, digits without leading zeros, optional fraction. Never "-0". */
export type Decimal = string & { readonly [decimalBrand]: true };

/** An exact number: `units` divided by 10 to the power of `scale` (decimal places). */
export type Scaled = { readonly units: bigint; readonly scale: number };

/** A decimal string with a dot as the API writes numbers (spec 2.2). No exponent, no grouping, no plus sign. */
const WIRE_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Longer input is no amount: it stays unreadable text. What is computed from accepted values is never refused. */
const MAX_INPUT_DIGITS = 60;

export const ZERO: Scaled = { units: 0n, scale: 0 };

/** Reads a wire value or typed input; undefined for no plain decimal ("", "1,5", "1e3") or more than 60 digits. */
export function parseDecimal(text: string): Scaled | undefined {
  // The sign and the dot come on top of the digits.
  if (text.length > MAX_INPUT_DIGITS + 2) return undefined;
  const value = readFigure(text);
  const digits = text.length - (text.startsWith('-') ? 1 : 0) - (text.includes('.') ? 1 : 0);
  return digits > MAX_INPUT_DIGITS ? undefined : value;
}

/** Reads a text that may have been computed here, of whatever length. Undefined where it is not a plain decimal. */
export function readFigure(text: string): Scaled | undefined {
  const match = WIRE_DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const magnitude = BigInt(whole + fraction);
  return { units: sign === '-' ? -magnitude : magnitude, scale: fraction.length };
}

/** The same number at a larger scale. Throws if that would lose digits. */
export function rescale(value: Scaled, scale: number): Scaled {
  if (scale < value.scale) throw new RangeError('A smaller scale would lose digits.');
  return scale === value.scale ? value : { units: value.units * 10n ** BigInt(scale - value.scale), scale };
}

/** The same number with as few decimal places as tell it: how many a figure is held with says nothing of it. */
export function shortest({ units, scale }: Scaled): Scaled {
  let [own, places] = [units, scale];
  while (places > 0 && own % 10n === 0n) {
    own /= 10n;
    places -= 1;
  }
  return { units: own, scale: places };
}

/** Exact sum. */
export function add(left: Scaled, right: Scaled): Scaled {
  const scale = Math.max(left.scale, right.scale);
  return { units: rescale(left, scale).units + rescale(right, scale).units, scale };
}

/** Exact difference. */
export function subtract(left: Scaled, right: Scaled): Scaled {
  return add(left, { units: -right.units, scale: right.scale });
}

/** Exact sum of any number of values; zero for none. */
export function sum(values: Iterable<Scaled>): Scaled {
  let total = ZERO;
  for (const value of values) total = add(total, value);
  return total;
}

/** Negative, zero or positive as left is less than, equal to or greater than right, whatever their scales. */
export function compare(left: Scaled, right: Scaled): -1 | 0 | 1 {
  const difference = subtract(left, right).units;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Canonical text, keeping the scale's decimal places ("12.50" stays "12.50"). */
export function toDecimal(value: Scaled): Decimal {
  const negative = value.units < 0n;
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + 1, '0');
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = value.scale === 0 ? '' : `.${digits.slice(digits.length - value.scale)}`;
  return `${negative ? '-' : ''}${whole}${fraction}` as Decimal;
}

/** The text of as few decimal places as tell the number. */
export const toShortestDecimal = (value: Scaled): Decimal => toDecimal(shortest(value));

/** The exact sum of decimals; «0» of none. */
export const sumOf = (amounts: Iterable<Decimal>): Decimal =>
  toDecimal(sum(Array.from(amounts, fromDecimal)));

/** After minus before, exact; one that is not there counts as nothing. */
export function differenceBetween(before: Decimal | undefined, after: Decimal | undefined): Decimal {
  const scaled = (text: Decimal | undefined) => (text === undefined ? ZERO : fromDecimal(text));
  return toDecimal(subtract(scaled(after), scaled(before)));
}

/** Reads text known to be a Decimal (made by `toDecimal`), of whatever length. Throws on anything else. */
export function fromDecimal(text: Decimal): Scaled {
  const value = readFigure(text);
  if (value === undefined) throw new RangeError('Not a decimal.');
  return value;
}

/** Integer division rounded half away from zero. The divisor must not be zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const top = dividend < 0n ? -dividend : dividend;
  const bottom = divisor < 0n ? -divisor : divisor;
  const quotient = (2n * top + bottom) / (2n * bottom);
  return negative ? -quotient : quotient;
}

/** Rounds half away from zero to the given decimal places; pads when there are fewer. */
export function round(value: Scaled, places: number): Scaled {
  if (places >= value.scale) return rescale(value, places);
  return { units: divideRounded(value.units, 10n ** BigInt(value.scale - places)), scale: places };
}

/** part / whole × 100 with the given decimal places, rounded once; undefined when whole is zero (spec 2.5.2). */
export function percentOf(part: Scaled, whole: Scaled, places = 2): Scaled | undefined {
  if (whole.units === 0n) return undefined;
  const dividend = part.units * 10n ** BigInt(2 + places + whole.scale);
  const divisor = whole.units * 10n ** BigInt(part.scale);
  return { units: divideRounded(dividend, divisor), scale: places };
}
