import { describePeriod } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type {
  ForecastFigure,
  ForecastPeriod,
  MoneyForecast,
} from '#renderer/reconciliation/payouts/model/forecast/forecast-results.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { isZero, toPlotNumber } from '#renderer/ui/number-format.ts';
import { type Decimal, fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import { AmountRange } from './amount-range.tsx';
import styles from './forecast.module.css';

type Week = { readonly period: ForecastPeriod; readonly amount: ForecastFigure; readonly left: Decimal };

/** Week by week what comes and what stays pending; what is left after the last one adds up to all that is pending. Long for its columns. */
export function ForecastWeeks(props: {
  readonly forecast: MoneyForecast;
  readonly periods: readonly ForecastPeriod[];
}) {
  const text = useText();
  const formats = useFormats();
  const { pending, amounts, later, never, untold } = props.forecast;
  if (amounts === null) return <p className={ui.hint}>{text('release.too-little-history')}</p>;
  const weeks = weeksOf(pending, amounts, props.periods);
  const places = formats.places([pending, later, never, ...weeks.map(({ amount }) => amount.amount)]);
  const axis = axisOf(weeks);
  const rest = [
    {
      name: text('release.later', { day: formatDay(weeks.at(-1)?.period.to ?? '', formats.dates) }),
      value: later,
    },
    { name: text('release.never'), value: never },
    ...(isZero(untold) ? [] : [{ name: text('release.untold'), value: untold }]),
  ];
  const columns: readonly Column<Week>[] = [
    { heading: text('release.week'), value: ({ period }) => describePeriod(period, text) },
    {
      heading: text('panel.bar'),
      isHeadingHidden: true,
      cell: { className: styles.bars, 'aria-hidden': true },
      draw: ({ amount }) => <Bar amount={amount} axis={axis} isHidden={formats.hidesAmounts} />,
    },
    {
      id: 'comes',
      heading: text('release.comes'),
      kind: 'money',
      value: ({ amount }) => amount.amount,
      testId: 'release-comes',
    },
    {
      heading: text('release.range'),
      kind: 'end',
      value: ({ amount: { range } }) =>
        range === null ? '' : `${formats.figure(range.low)} – ${formats.figure(range.high)}`,
      draw: ({ amount }) => <AmountRange amount={amount} places={places} />,
    },
    { heading: text('release.left'), kind: 'money', value: 'left', testId: 'release-left' },
  ];
  return (
    <ListTable
      name={text('release.weeks')}
      className={styles.weeks}
      columns={columns}
      rows={weeks}
      keyOf={({ period }) => period.from}
      places={places}
      line={({ period }) => ({ 'data-testid': 'release-week', 'data-value': period.to })}
      sums={[
        ...rest.map(({ name, value }) => ({
          key: name,
          name,
          isPlain: true,
          sums: { comes: { value, testId: 'release-rest' } },
        })),
        {
          key: 'pending',
          name: text('release.pending'),
          line: { className: styles.total },
          isFoot: true,
          sums: { comes: { value: pending, testId: 'release-whole' } },
        },
      ]}
    />
  );
}

function weeksOf(
  pending: Decimal,
  amounts: readonly ForecastFigure[],
  periods: readonly ForecastPeriod[],
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

const plotted = ({ amount, range }: ForecastFigure): readonly number[] =>
  [amount, range?.low, range?.high].map((each) => toPlotNumber(each) ?? 0);

function axisOf(weeks: readonly Week[]): Axis {
  const values = weeks.flatMap(({ amount }) => plotted(amount));
  return {
    low: values.reduce((least, value) => Math.min(least, value), 0),
    high: values.reduce((most, value) => Math.max(most, value), 0),
  };
}

/** The bar of what comes, with its range as a line over it. The figures stand beside it. */
function Bar(props: { readonly amount: ForecastFigure; readonly axis: Axis; readonly isHidden: boolean }) {
  const { low, high } = props.axis;
  if (props.isHidden) return null;
  const span = high - low || 1;
  const part = (one: number, other: number) => ({
    left: `${((Math.min(one, other) - low) / span) * 100}%`,
    width: `${(Math.abs(other - one) / span) * 100}%`,
  });
  const [amount = 0, least = 0, most = 0] = plotted(props.amount);
  return (
    <span className={styles.track}>
      <i className={amount < 0 ? styles.less : styles.comes} style={part(0, amount)} />
      {props.amount.range === null ? null : <i className={styles.range} style={part(least, most)} />}
    </span>
  );
}
