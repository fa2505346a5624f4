import { parseDecimal, type Scaled, ZERO } from '#shared/domain/decimal.ts';

/** A number as a program wrote it: 0.29 may be 0.28999999999999998. */
export function numberOf(text: string): Scaled {
  const plain = text.length <= 15 ? parseDecimal(text) : undefined;
  return plain ?? parseDecimal(shortestDecimal(Number(text))) ?? ZERO;
}

/** Writes a double without an exponent. */
function shortestDecimal(value: number): string {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const power = Number(exponent);
  if (power === 0) return digits;
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const sign = value < 0 ? '-' : '';
  if (power > 0) return `${sign}${whole}${fraction.padEnd(power, '0')}`;
  return `${sign}0.${'0'.repeat(-power - whole.length)}${whole}${fraction}`;
}
