import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { isZero, toPlotNumber } from '#renderer/ui/number-format.ts';
import { type Decimal, fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import type {
  ReleaseAmount,
  ReleaseForecast,
  ReleasePeriod,
} from '#shared/domain/releases/release-results.ts';
import { AmountRange } from './amount-range.tsx';
import styles from './releases.module.css';

type Week = { readonly period: ReleasePeriod; readonly amount: ReleaseAmount; readonly left: Decimal };

/** Week by week what comes and what stays pending; what is left after the last one adds up to all that is pending. */
export function ReleaseWeeks(props: {
  readonly forecast: ReleaseForecast;
  readonly periods: readonly ReleasePeriod[];
}) {
  const text = useText();
  const formats = useFormats();
  const { pending, amounts, later, never, untold } = props.forecast;
  if (amounts === null) return <p className={ui.hint}>{text('release.nothing-told')}</p>;
  const weeks = weeksOf(pending, amounts, props.periods);
  const places = formats.places([pending, later, never, ...weeks.map(({ amount }) => amount.amount)]);
  const axis = axisOf(weeks);
  const rest = [
    {
      name: text('release.later', { day: formatDay(weeks.at(-1)?.period.to ?? '', formats.dates) }),
      amount: later,
    },
    { name: text('release.never'), amount: never },
    ...(isZero(untold) ? [] : [{ name: text('release.untold'), amount: untold }]),
  ];
  return (
    <table className={classNames(ui.denseTable, styles.weeks)} aria-label={text('release.weeks')}>
      <thead>
        <tr>
          <th>{text('release.week')}</th>
          <th>
            <span className={ui.visuallyHidden}>{text('panel.bar')}</span>
          </th>
          <th className={ui.number}>{text('release.comes')}</th>
          <th className={ui.number}>{text('release.range')}</th>
          <th className={ui.number}>{text('release.left')}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ period, amount, left }) => (
          <tr key={period.from} data-testid="release-week" data-value={period.to}>
            <td>{describePeriod(period, text)}</td>
            <BarCell amount={amount} axis={axis} isHidden={formats.hidesAmounts} />
            <FigureCell value={amount.amount} kind="money" places={places} testId="release-comes" />
            <td className={ui.number}>
              <AmountRange amount={amount} places={places} />
            </td>
            <FigureCell value={left} kind="money" places={places} testId="release-left" />
          </tr>
        ))}
        {rest.map(({ name, amount }) => (
          <tr key={name}>
            <td>{name}</td>
            <td />
            <FigureCell value={amount} kind="money" places={places} testId="release-rest" />
            <td />
            <td />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.total}>
          <th scope="row">{text('release.pending')}</th>
          <td />
          <FigureCell value={pending} kind="money" places={places} testId="release-whole" />
          <td />
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function weeksOf(
  pending: Decimal,
  amounts: readonly ReleaseAmount[],
  periods: readonly ReleasePeriod[],
): readonly Week[] {
  let left = fromDecimal(pending);
  return periods.flatMap((period, at) => {
    const amount = amounts[at];
    if (period.kind !== 'week' || amount === undefined) return [];
    left = subtract(left, fromDecimal(amount.amount));
    return [{ period, amount, left: toDecimal(left) }];
  });
}

/** One scale for all bars and ranges, with 0 in it. */
type Axis = { readonly low: number; readonly high: number };

const plotted = ({ amount, range }: ReleaseAmount): readonly number[] =>
  [amount, range?.low, range?.high].map((each) => toPlotNumber(each) ?? 0);

function axisOf(weeks: readonly Week[]): Axis {
  const values = weeks.flatMap(({ amount }) => plotted(amount));
  return {
    low: values.reduce((least, value) => Math.min(least, value), 0),
    high: values.reduce((most, value) => Math.max(most, value), 0),
  };
}

/** The bar of what comes, with its range as a line over it. The figures stand beside it. */
function BarCell(props: { readonly amount: ReleaseAmount; readonly axis: Axis; readonly isHidden: boolean }) {
  const { low, high } = props.axis;
  const span = high - low || 1;
  const part = (one: number, other: number) => ({
    left: `${((Math.min(one, other) - low) / span) * 100}%`,
    width: `${(Math.abs(other - one) / span) * 100}%`,
  });
  const [amount = 0, least = 0, most = 0] = plotted(props.amount);
  return (
    <td className={styles.bars} aria-hidden="true">
      {props.isHidden ? null : (
        <span className={styles.track}>
          <i className={amount < 0 ? styles.less : styles.comes} style={part(0, amount)} />
          {props.amount.range === null ? null : <i className={styles.range} style={part(least, most)} />}
        </span>
      )}
    </td>
  );
}
