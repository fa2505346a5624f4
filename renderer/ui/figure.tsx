import { classNames } from './class-names.ts';
import ui from './controls.module.css';
import styles from './figure.module.css';
import { type Formats, useFormats } from './formats.tsx';
import { isNegative, isZero } from './number-format.ts';

type FigureProps = {
  /** Exact decimal text; null where there is no value. */
  readonly value: string | null;
  readonly kind: FigureKind;
  /** Decimal places shown; the exact value stays in data-value and in the title. */
  readonly places?: number;
  readonly testId?: string | undefined;
  /** Replaces the exact value as the title (a rate says its division). */
  readonly title?: string;
  readonly className?: string | undefined;
  /** A difference: its sign is always written, and its colour says favourable or not. */
  readonly signed?: boolean;
  /** Of a difference; 1 unless said. */
  readonly favour?: Favour;
};

/** More of a difference is favourable (1), is not (-1), or neither can be said. */
export type Favour = 1 | 0 | -1;

const CLASSES = {
  none: styles.none,
  zero: styles.zero,
  plain: undefined,
  negative: styles.negative,
  positive: ui.positive,
} as const;

type DifferenceTone = 'gained' | 'lost' | 'zero' | 'plain';

/** A figure: what is read is formatted, what is copied by programs is the exact text in `data-value`. */
export function Figure(props: FigureProps) {
  const formats = useFormats();
  const { value, kind } = props;
  const places = props.places ?? (kind === 'percent' ? 1 : 0);
  const exact = kind === 'money' ? formats.title : formats.figure;
  const title = props.title ?? (value === null ? undefined : exact(value));
  const { text, tone } = shownIn(props, places, formats);
  return (
    <data
      className={classNames(styles.figure, CLASSES[tone], props.className)}
      data-figure={kind}
      value={value ?? ''}
      data-value={value ?? ''}
      data-testid={props.testId}
      title={title}
    >
      {text}
    </data>
  );
}

function shownIn(
  { value, kind, signed, favour }: FigureProps,
  places: number,
  formats: Formats,
): { readonly text: string; readonly tone: keyof typeof CLASSES } {
  if (value === null) return { text: '—', tone: 'none' };
  if (signed === true) return differenceShown(value, kind, places, favour ?? 1, formats);
  return { text: figureText(value, kind, places, formats), tone: figureTone(value, kind, formats) };
}

/** points: a rate whose unit stands in its header. */
export type FigureKind = 'money' | 'count' | 'percent' | 'points';

/** A figure as it is shown: 0 is just 0, an amount may be covered; a count keeps the decimals it has. */
export function figureText(value: string, kind: FigureKind, places: number, formats: Formats): string {
  if (kind === 'money' && formats.hidesAmounts) return formats.cover;
  if (kind === 'percent') return formats.percent(value, places);
  if (isZero(value)) return '0';
  if (kind === 'money') return formats.money(value, places);
  return kind === 'count' && places === 0 ? formats.figure(value) : formats.figure(value, places);
}

/** The tone of a value by its sign and size; of an amount that is covered nothing is told. */
export function figureTone(value: string, kind: FigureKind, formats: Formats): 'zero' | 'negative' | 'plain' {
  if (kind === 'money' && formats.hidesAmounts) return 'plain';
  if (isZero(value)) return 'zero';
  return isNegative(value) ? 'negative' : 'plain';
}

/** A difference as it is shown: its sign says the direction, the tone whether that is good. */
export function differenceShown(
  value: string,
  kind: FigureKind,
  places: number,
  favour: Favour,
  formats: Formats,
): { readonly text: string; readonly tone: 'positive' | 'negative' | 'zero' | 'plain' } {
  const shown = figureText(value, kind, places, formats);
  const tone = differenceTone(value, kind, shown, formats);
  return { text: tone === 'gained' ? `+${shown}` : shown, tone: favouredTone(tone, favour) };
}

/** How a difference is drawn: one that is shown as 0, or an amount that is covered, has no sign and no colour. */
export function differenceTone(
  value: string,
  kind: FigureKind,
  shown: string,
  formats: Formats,
): DifferenceTone {
  if (kind === 'money' && formats.hidesAmounts) return 'plain';
  if (!/[1-9]/.test(shown)) return 'zero';
  return isNegative(value) ? 'lost' : 'gained';
}

/** A gain is good where more is good; where neither can be said, a difference has no colour. */
export function favouredTone(
  tone: DifferenceTone,
  favour: Favour,
): 'positive' | 'negative' | 'zero' | 'plain' {
  if (tone === 'zero' || tone === 'plain') return tone;
  if (favour === 0) return 'plain';
  return (tone === 'gained') === (favour === 1) ? 'positive' : 'negative';
}
