import { useText } from '#renderer/i18n/text.tsx';
import { MIN_TRIALS } from '#renderer/reconciliation/payouts/model/forecast/expected.ts';
import type { ForecastFigure } from '#renderer/reconciliation/payouts/model/forecast/forecast-results.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { fromDecimal, percentOf, toDecimal } from '#shared/domain/decimal.ts';

/** From the least to the most that comes if it goes as in the past; its title says what came then. */
export function AmountRange(props: {
  readonly amount: ForecastFigure;
  readonly places: number;
  readonly className?: string | undefined;
}) {
  const text = useText();
  const formats = useFormats();
  const { amount, places } = props;
  const { range } = amount;
  if (range === null) return <span title={text('release.no-range', { count: MIN_TRIALS })}>—</span>;
  const share = (end: typeof range.low) => {
    const percent = percentOf(fromDecimal(end), fromDecimal(amount.amount), 1);
    return percent === undefined ? '—' : formats.percent(toDecimal(percent));
  };
  const [low, high] = [formats.money(range.low, places), formats.money(range.high, places)];
  const [least, most] = [share(range.low), share(range.high)];
  const count = range.trials;
  return (
    <span
      className={props.className}
      data-testid="release-range"
      data-value={`${range.low} ${range.high}`}
      title={
        least === most
          ? text('release.range-title-one', { count, share: least })
          : text('release.range-title', { count, low: least, high: most })
      }
    >
      {low === high ? low : `${low} – ${high}`}
    </span>
  );
}
