import { readTyped } from '#renderer/features/filters/number-filter.ts';
import type { NumberStyle } from '#renderer/ui/number-format.ts';
import { type Decimal, parseDecimal, toDecimal } from '#shared/domain/decimal.ts';

/**
 * An amount as it was typed or pasted: in the user's own format, or as programs write it (1234567.89). Where a text is
 * both, the user's format counts. Undefined where it is neither.
 */
export function readAmount(text: string, style: NumberStyle): Decimal | undefined {
  const plain = text
    .replace(/[\s\u200e\u200f]/g, '')
    .replace('−', '-')
    .replace(/^(-?)\$/, '$1');
  const typed = readTyped(plain, style);
  if (typed !== undefined) return typed;
  const value = parseDecimal(plain);
  return value === undefined ? undefined : toDecimal(value);
}
