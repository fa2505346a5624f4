import { classNames } from '#renderer/ui/class-names.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { add, type Decimal, fromDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import styles from './stepped-bars.module.css';

/** A step's bar in percent of the width, beginning where the one before ended. */
export type SteppedBar = { readonly left: number; readonly width: number };

export function steppedBars(amounts: readonly Decimal[]): readonly SteppedBar[] {
  let sum: Scaled = ZERO;
  const ends = [0];
  for (const amount of amounts) {
    sum = add(sum, fromDecimal(amount));
    ends.push(toPlotNumber(toDecimal(sum)) ?? 0);
  }
  const least = Math.min(...ends);
  const span = Math.max(...ends) - least;
  return amounts.map((_, at) => {
    const [from = 0, to = 0] = [ends[at], ends[at + 1]];
    if (span === 0) return { left: 0, width: 0 };
    return { left: (100 * (Math.min(from, to) - least)) / span, width: (100 * Math.abs(to - from)) / span };
  });
}

/** On the cell of a step's bar; the figure stands beside it. */
export const steppedCell = (className: string | undefined) =>
  ({ className: classNames(styles.bars, className), 'aria-hidden': true }) as const;

/** A step's bar: what takes leads to the left, what adds to the right. */
export function SteppedBar(props: { readonly bar: SteppedBar | undefined; readonly amount: Decimal }) {
  const { left, width } = props.bar ?? { left: 0, width: 0 };
  return (
    <i
      className={props.amount.startsWith('-') ? styles.less : styles.more}
      style={{ left: `${left}%`, width: `${width}%` }}
    />
  );
}
