import type { DateStyle } from './date-format.ts';
import type { NumberStyle } from './number-format.ts';

/** How figures and dates are written where people live; apart from the language they read. */
export type Locale = Pick<NumberStyle, 'group' | 'decimal'> & {
  readonly dates: DateStyle;
  /** Whether the percent sign stands apart from its figure. */
  readonly percentApart: boolean;
};

export const LOCALE_NAMES = ['es-CL', 'es-AR', 'es-MX', 'pt-BR', 'en-US'] as const;
export type LocaleName = (typeof LOCALE_NAMES)[number];

export const FORMATS_OF: { readonly [name in LocaleName]: Locale } = {
  'es-CL': { group: '.', decimal: ',', dates: 'day-month-dashes', percentApart: true },
  'es-AR': { group: '.', decimal: ',', dates: 'day-month-slashes', percentApart: true },
  'es-MX': { group: ',', decimal: '.', dates: 'day-month-slashes', percentApart: true },
  'pt-BR': { group: '.', decimal: ',', dates: 'day-month-slashes', percentApart: false },
  'en-US': { group: ',', decimal: '.', dates: 'month-day-slashes', percentApart: false },
};
