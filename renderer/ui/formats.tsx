import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { DateStyle } from './date-format.ts';
import {
  formatCount,
  formatExact,
  formatRounded,
  NO_BREAK_SPACE,
  NUMBER_STYLES,
  type NumberStyle,
} from './number-format.ts';

export type NumberStyleName = keyof typeof NUMBER_STYLES;

/** How figures and dates are written on this screen. */
export type Formats = {
  readonly numbers: NumberStyle;
  readonly numberStyle: NumberStyleName;
  readonly dates: DateStyle;
  readonly money: (text: string, places: number) => string;
  /** With the sign, and as many decimals as it has. */
  readonly exact: (text: string) => string;
  readonly percent: (text: string, places?: number) => string;
  readonly count: (count: number) => string;
};

function formatsOf(numberStyle: NumberStyleName, dates: DateStyle): Formats {
  const numbers = NUMBER_STYLES[numberStyle];
  // Spanish sets the sign apart, English and Portuguese do not.
  const gap = numberStyle === 'es-CL' ? NO_BREAK_SPACE : '';
  return {
    numbers,
    numberStyle,
    dates,
    money: (text, places) => formatRounded(text, places, numbers) ?? text,
    exact: (text) => formatExact(text, numbers) ?? text,
    percent: (text, places = 1) => `${formatRounded(text, places, numbers) ?? text}${gap}%`,
    count: (count) => formatCount(count, numbers),
  };
}

const FormatsContext = createContext<Formats>(formatsOf('es-CL', 'es'));

export function FormatsProvider(props: {
  readonly numberStyle: NumberStyleName;
  readonly dates: DateStyle;
  readonly children: ReactNode;
}) {
  const formats = useMemo(() => formatsOf(props.numberStyle, props.dates), [props.numberStyle, props.dates]);
  return <FormatsContext.Provider value={formats}>{props.children}</FormatsContext.Provider>;
}

export function useFormats(): Formats {
  return useContext(FormatsContext);
}
