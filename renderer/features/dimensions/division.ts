import type { Formats } from '#renderer/ui/formats.tsx';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';

/** «32.983.087 ÷ 240.065.081», with what the two are in brackets where it is given. */
export function quotient(part: string, base: string, formats: Formats, label?: string): string {
  const figures = `${formats.exact(part)} ÷ ${formats.exact(base)}`;
  return label === undefined ? figures : `${figures} (${label})`;
}

/** «32.983.087 ÷ 240.065.081 (Rentabilidad Total ÷ Ventas)»: what a rate's title says. */
export function division(part: string, base: string, formats: Formats, name: string): string {
  return quotient(part, base, formats, `${name} ÷ ${RATE_BASE_COLUMN}`);
}
