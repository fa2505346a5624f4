import type { Text } from '#renderer/i18n/text.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';

/** «32.983.087 ÷ 240.065.081», with what the two are in brackets where it is given. */
export function quotient(part: string, base: string, formats: Formats, label?: string): string {
  const figures = `${formats.exact(part)} ÷ ${formats.exact(base)}`;
  return label === undefined ? figures : `${figures} (${label})`;
}

/** «32.983.087 ÷ 240.065.081 (Rentabilidad Total ÷ Ventas)»: what a rate's title says. */
export function division(
  part: string,
  base: string,
  formats: Formats,
  text: Pick<Text, 'column'>,
  name: string,
): string {
  return quotient(part, base, formats, `${name} ÷ ${text.column(RATE_BASE_COLUMN)}`);
}
