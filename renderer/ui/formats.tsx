import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { placesOfCurrency } from '#renderer/data/model/currency-places.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { DateStyle } from './date-format.ts';
import {
  formatCount,
  formatExact,
  formatRounded,
  formatTick,
  isWhole,
  moneyPlaces,
  NO_BREAK_SPACE,
  type NumberStyle,
} from './number-format.ts';

/** How people write figures and dates where they live, whatever they read; `percentApart`: a space before %. */
export const FORMATS_OF = {
  'es-CL': { group: '.', decimal: ',', dates: 'day-month-dashes', percentApart: true },
  'es-AR': { group: '.', decimal: ',', dates: 'day-month-slashes', percentApart: true },
  'es-MX': { group: ',', decimal: '.', dates: 'day-month-slashes', percentApart: true },
  'pt-BR': { group: '.', decimal: ',', dates: 'day-month-slashes', percentApart: false },
  'en-US': { group: ',', decimal: '.', dates: 'month-day-slashes', percentApart: false },
} as const satisfies {
  readonly [name: string]: Pick<NumberStyle, 'group' | 'decimal'> & {
    readonly dates: DateStyle;
    readonly percentApart: boolean;
  };
};
export type LocaleName = keyof typeof FORMATS_OF;
export const LOCALE_NAMES = Object.keys(FORMATS_OF) as [LocaleName, ...LocaleName[]];

type FormatChoices = {
  readonly locale: LocaleName;
  readonly negatives: NumberStyle['negatives'];
  /** auto: none where a screen's sums are whole, else as many as the currency has. */
  readonly decimals: 'auto' | 'none' | 'two';
  /** ISO 4217; null: the currency in view has no name. */
  readonly currency: string | null;
  /** Said of an amount with a fraction in a currency without: it is shown rounded. */
  readonly roundedNote: string;
  /** Amounts and buyers are covered: the screen is shared with someone. */
  readonly hidesAmounts: boolean;
};

/** How figures and dates are written on this screen. */
export type Formats = {
  readonly numbers: NumberStyle;
  readonly dates: DateStyle;
  readonly hidesAmounts: boolean;
  /** The text in place of an amount that is covered, or of a buyer. */
  readonly cover: string;
  readonly money: (text: string, places: number) => string;
  /** An amount with all the decimals it has. */
  readonly exact: (text: string) => string;
  /** The same as the title of an amount that is shown rounded: where its currency has no fractions, that is said. */
  readonly title: (text: string) => string;
  /** A figure that is no amount (units, points), with all the decimals it has or rounded to `places`. */
  readonly figure: (text: string, places?: number) => string;
  readonly percent: (text: string, places?: number) => string;
  readonly count: (count: number) => string;
  readonly tick: (value: number, unit: number) => string;
  /** Decimal places for the money of a screen with these sums. */
  readonly places: (sums: readonly (Decimal | undefined)[]) => number;
};

const MASK = '•••••';

export function formatsOf(choices: FormatChoices): Formats {
  const { locale, negatives, decimals, hidesAmounts, roundedNote } = choices;
  const { group, decimal, dates, percentApart } = FORMATS_OF[locale];
  const numbers: NumberStyle = { group, decimal, negatives };
  const gap = percentApart ? NO_BREAK_SPACE : '';
  const figure = (text: string, places?: number): string =>
    (places === undefined ? formatExact(text, numbers) : formatRounded(text, places, numbers)) ?? text;
  const percent = (text: string, places = 1): string => {
    const shown = figure(text, places);
    return shown.endsWith(')') ? `${shown.slice(0, -1)}${gap}%)` : `${shown}${gap}%`;
  };
  const currencyPlaces = placesOfCurrency(choices.currency);
  const isCut = decimals === 'auto' && currencyPlaces === 0;
  const exact = (text: string): string => figure(text);
  return {
    numbers,
    dates,
    hidesAmounts,
    cover: MASK,
    money: hidesAmounts ? () => MASK : figure,
    exact: hidesAmounts ? () => MASK : exact,
    title: hidesAmounts
      ? () => MASK
      : (text) => (isCut && !isWhole(text) ? `${exact(text)} · ${roundedNote}` : exact(text)),
    figure,
    percent,
    count: (count) => formatCount(count, numbers),
    tick: hidesAmounts ? () => '' : (value, unit) => formatTick(value, unit, numbers),
    places: (sums) => (decimals === 'auto' ? moneyPlaces(sums, currencyPlaces) : decimals === 'none' ? 0 : 2),
  };
}

/** The same with amounts to be read, for what leaves the screen by the user's own word. */
export function withAmounts(formats: Formats): Formats {
  const { figure } = formats;
  return { ...formats, hidesAmounts: false, money: figure, exact: (text) => figure(text) };
}

export const DEFAULT_CHOICES: FormatChoices = {
  locale: 'es-CL',
  negatives: 'minus',
  decimals: 'auto',
  currency: null,
  roundedNote: '',
  hidesAmounts: false,
};

const FormatsContext = createContext<Formats>(formatsOf(DEFAULT_CHOICES));

export function FormatsProvider(props: FormatChoices & { readonly children: ReactNode }) {
  const { locale, negatives, decimals, currency, roundedNote, hidesAmounts } = props;
  const formats = useMemo(
    () => formatsOf({ locale, negatives, decimals, currency, roundedNote, hidesAmounts }),
    [locale, negatives, decimals, currency, roundedNote, hidesAmounts],
  );
  return <FormatsContext.Provider value={formats}>{props.children}</FormatsContext.Provider>;
}

export function useFormats(): Formats {
  return useContext(FormatsContext);
}
