import type { Formats } from '#renderer/ui/formats.tsx';

/** «32.983.087 ÷ 240.065.081 (Rentabilidad Total ÷ Ventas)»: what a rate's title says. */
export function division(part: string, base: string, formats: Formats, name: string): string {
  return `${formats.exact(part)} ÷ ${formats.exact(base)} (${name} ÷ Ventas)`;
}
