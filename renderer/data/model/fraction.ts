import { type Decimal, fromDecimal, round, type Scaled, toDecimal } from '#shared/domain/decimal.ts';

/**
 * Exact fractions of integers: what a rate, a share or a difference of both is before anything is rounded. Two of them
 * are compared by cross-multiplying, so that no sort ever depends on a rounded figure.
 */
export type Fraction = {
  readonly top: bigint;
  /** Always above 0. */
  readonly bottom: bigint;
};

function fractionOf({ units, scale }: Scaled): Fraction {
  return { top: units, bottom: 10n ** BigInt(scale) };
}

export function wholeNumber(value: number): Fraction {
  return { top: BigInt(value), bottom: 1n };
}

export function divide(left: Fraction, right: Fraction): Fraction | null {
  if (right.top === 0n) return null;
  const top = left.top * right.bottom;
  const bottom = left.bottom * right.top;
  return bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom };
}

export function minus(left: Fraction, right: Fraction): Fraction {
  return { top: left.top * right.bottom - right.top * left.bottom, bottom: left.bottom * right.bottom };
}

export function times(value: Fraction, factor: bigint): Fraction {
  return { top: value.top * factor, bottom: value.bottom };
}

export function sizeOf(value: Fraction): Fraction {
  return value.top < 0n ? { top: -value.top, bottom: value.bottom } : value;
}

export function compareFractions(left: Fraction, right: Fraction): -1 | 0 | 1 {
  const difference = left.top * right.bottom - right.top * left.bottom;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Decimal text of a fraction, rounded half away from zero to `places`. */
export function roundedTo(value: Fraction, places: number): Decimal {
  // Cut after one digit more than is kept: that digit alone says which way the half goes.
  const scale = places + 1;
  const shifted = sizeOf(value).top * 10n ** BigInt(scale);
  const units = shifted / value.bottom;
  const signed = value.top < 0n ? -units : units;
  return toDecimal(round({ units: signed, scale }, places));
}

/** The fraction of a sum as it is written: null where there is none. */
export function fractionOfDecimal(text: Decimal | undefined): Fraction | null {
  return text === undefined ? null : fractionOf(fromDecimal(text));
}
