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
  /** Of a difference: more of it is favourable (1, unless said), is not (-1), or neither can be said. */
  readonly favour?: 1 | 0 | -1;
};

const CLASSES = {
  none: styles.none,
  zero: styles.zero,
  plain: undefined,
  negative: styles.negative,
  lost: styles.negative,
  gained: ui.positive,
} as const;

/** A figure: what is read is formatted, what is copied by programs is the exact text in `data-value`. */
export function Figure(props: FigureProps) {
  const formats = useFormats();
  const { value, kind } = props;
  const places = props.places ?? (kind === 'percent' ? 1 : 0);
  const shown = value === null ? '—' : figureText(value, kind, places, formats);
  const exact = kind === 'money' ? formats.title : formats.figure;
  const title = props.title ?? (value === null ? undefined : exact(value));
  const tone =
    value === null
      ? 'none'
      : props.signed === true
        ? differenceTone(value, kind, shown, formats)
        : figureTone(value, kind, formats);
  return (
    <data
      className={classNames(styles.figure, CLASSES[favoured(tone, props.favour ?? 1)], props.className)}
      data-figure={kind}
      value={value ?? ''}
      data-value={value ?? ''}
      data-testid={props.testId}
      title={title}
    >
      {tone === 'gained' ? `+${shown}` : shown}
    </data>
  );
}

/** The sign says the direction, the colour whether it is good. */
function favoured(tone: keyof typeof CLASSES, favour: 1 | 0 | -1): keyof typeof CLASSES {
  if (favour === 1 || (tone !== 'gained' && tone !== 'lost')) return tone;
  return favour === 0 ? 'plain' : tone === 'gained' ? 'lost' : 'gained';
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

/** How a difference is drawn: one that is shown as 0, or an amount that is covered, has no sign and no colour. */
export function differenceTone(
  value: string,
  kind: FigureKind,
  shown: string,
  formats: Formats,
): 'gained' | 'lost' | 'zero' | 'plain' {
  if (kind === 'money' && formats.hidesAmounts) return 'plain';
  if (!/[1-9]/.test(shown)) return 'zero';
  return isNegative(value) ? 'lost' : 'gained';
}
