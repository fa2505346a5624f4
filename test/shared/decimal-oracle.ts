/**
 * Arithmetic on digit strings, written apart from shared/domain/decimal.ts and sharing none of its code: every number
 * becomes an integer count of 10^-30, so that no scale has to be reconciled.
 */
const PLACES = 30;

/** Integer number of 10^-30 that a plain decimal text stands for. */
export function toGrains(text: string): bigint {
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  const dot = digits.indexOf('.');
  const whole = dot < 0 ? digits : digits.slice(0, dot);
  const fraction = dot < 0 ? '' : digits.slice(dot + 1);
  let grains = 0n;
  for (const digit of whole + fraction.padEnd(PLACES, '0'))
    grains = grains * 10n + BigInt('0123456789'.indexOf(digit));
  return negative ? -grains : grains;
}

/** The same as plain decimal text. */
export function fromGrains(grains: bigint): string {
  const digits = String(grains < 0n ? -grains : grains).padStart(PLACES + 1, '0');
  return `${grains < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** Exact sum of plain decimal texts, in 10^-30. */
export function sumOfGrains(texts: readonly string[]): bigint {
  let total = 0n;
  for (const text of texts) total += toGrains(text);
  return total;
}
