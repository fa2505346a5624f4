import type { ReactElement } from 'react';
import { differenceTone, type FigureKind, figureText, figureTone } from './figure-text.ts';
import { type Formats, useFormats } from './formats.tsx';
import './figure.css';

type FigureProps = {
  /** Exact decimal text; null where there is no value. */
  readonly value: string | null;
  readonly kind: FigureKind;
  /** Decimal places shown; the exact value stays in data-value and in the title. */
  readonly places?: number;
  readonly testId?: string;
  /** Replaces the exact value as the title (a rate says its division). */
  readonly title?: string;
  readonly className?: string;
  /** A difference: its sign is always written, and its colour says favourable or not. */
  readonly signed?: boolean;
};

const CLASSES = {
  none: 'none',
  zero: 'zero',
  plain: 'plain',
  negative: 'negative',
  lost: 'negative',
  gained: 'pos',
} as const;

/** A figure: what is read is formatted, what is copied by programs is the exact text in `data-value`. */
export function Figure(props: FigureProps) {
  return drawFigure(props, useFormats());
}

/** The same where hundreds stand in one table, which knows the formats: a component each would cost more than the figure. */
export function drawFigure(props: FigureProps, formats: Formats): ReactElement {
  const { value, kind } = props;
  const places = props.places ?? (kind === 'percent' ? 1 : 0);
  const shown = value === null ? '—' : figureText(value, kind, places, formats);
  const exact = kind === 'money' ? formats.exact : formats.figure;
  const title = props.title ?? (value === null ? undefined : exact(value));
  const tone =
    value === null
      ? 'none'
      : props.signed === true
        ? differenceTone(value, kind, shown, formats)
        : figureTone(value, kind, formats);
  return (
    <data
      className={['fig', CLASSES[tone], props.className].filter(Boolean).join(' ')}
      value={value ?? ''}
      data-value={value ?? ''}
      data-testid={props.testId}
      title={title}
    >
      {tone === 'gained' ? `+${shown}` : shown}
    </data>
  );
}
