import { classNames } from '#renderer/ui/class-names.ts';
import figureStyles from '#renderer/ui/figure.module.css';
import { type Favour, Figure, type FigureKind } from '#renderer/ui/figure.tsx';
import styles from './chart-parts.module.css';

/** A figure in a list beside a chart. */
export type ListFigure = {
  readonly value: string | null;
  readonly kind: FigureKind;
  readonly places: number;
  readonly isPartial?: boolean;
  readonly isDifference?: boolean;
  readonly favour?: Favour;
};

/** The exact figures of one line of such a list, each in its column. */
export function ListFigures(props: { readonly figures: readonly ListFigure[] }) {
  return props.figures.map(({ isPartial, isDifference, ...figure }, column) => (
    <Figure
      // biome-ignore lint/suspicious/noArrayIndexKey: figures stand in their columns
      key={column}
      {...figure}
      signed={isDifference === true}
      className={classNames(styles.number, isPartial === true && figureStyles.partial)}
    />
  ));
}
