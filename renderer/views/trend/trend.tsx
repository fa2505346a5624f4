import { lazy, Suspense, useCallback, useState } from 'react';
import type { Month } from '#shared/dates.ts';
import { useText } from '../../i18n/text.tsx';
import { Figure } from '../../ui/figure.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { coverageOf } from '../selection/cost-coverage.ts';
import { describeMonth } from '../selection/period.ts';
import { usePeriodWords } from '../selection/period-words.ts';
import type { MonthPoint } from './month-points.ts';
import { type TrendMeasure, unitOf } from './trend-unit.ts';
import './trend.css';

/** Recharts comes with the first look at this screen, not with the app. */
const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

/** The three scopes month by month, with the figures of the month in view beside them. */
export function Trend(props: {
  readonly points: readonly MonthPoint[];
  readonly places: number;
  readonly stale: boolean;
  /** Leads to the orders of the month in view; null: nowhere to go. */
  readonly onOpenMonth: ((month: Month) => void) | null;
  readonly mostTicks?: number;
}) {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodWords();
  const { points, onOpenMonth } = props;
  const [measure, setMeasure] = useState<TrendMeasure>('sum');
  const [chosen, setChosen] = useState<string | null>(null);
  // The newest whole month until another is looked at.
  const whole = points.findLastIndex((point) => point.untilDay === null);
  const found = points.findIndex((point) => point.month === chosen);
  const inView = found >= 0 ? found : whole >= 0 ? whole : points.length - 1;
  const seen = points[inView];
  const unit = unitOf(points, measure);
  const onView = useCallback((index: number) => setChosen(points[index]?.month ?? null), [points]);
  const coverage =
    seen === undefined || seen.ventasWithProductCost === null
      ? null
      : coverageOf({ sums: seen.sums, ventasWithProductCost: seen.ventasWithProductCost });
  return (
    <section className="sec trend pad" data-stale={props.stale}>
      <header>
        <h2>{text('trend.title')}</h2>
        <span className="f11">
          {measure === 'rate'
            ? text('trend.unit-rate')
            : text(
                unit === 1e6
                  ? 'trend.unit-millions'
                  : unit === 1e3
                    ? 'trend.unit-thousands'
                    : 'trend.unit-units',
              )}
        </span>
        <span className="grow" />
        {seen === undefined ? null : (
          <span className="f12 mut in-view" aria-live="polite">
            <b>{describeMonth(seen.month, words)}</b>
            {seen.untilDay === null ? '' : ` ${text('trend.until', { day: seen.untilDay })}`}
            {' · '}
            {text('total.sales')}{' '}
            <Figure value={seen.sums.Ventas ?? null} kind="money" places={props.places} />
            {coverage === null ? null : (
              <span className="cov"> · {text('kpi.coverage', { share: formats.percent(coverage) })}</span>
            )}
          </span>
        )}
        {seen === undefined || onOpenMonth === null ? null : (
          <button type="button" className="link f12" onClick={() => onOpenMonth(seen.month)}>
            {text('trend.open', { month: describeMonth(seen.month, words) })}
          </button>
        )}
        <Segmented<TrendMeasure>
          label={text('trend.measure')}
          value={measure}
          options={[
            { value: 'sum', label: text('trend.sum') },
            { value: 'rate', label: text('trend.rate') },
          ]}
          onChange={setMeasure}
        />
      </header>
      {points.length === 0 ? (
        <p className="f12 dim trend-empty">{text('trend.empty')}</p>
      ) : (
        <Suspense fallback={<div className="trend-wait" />}>
          <TrendChart
            points={points}
            measure={measure}
            inView={inView}
            onView={onView}
            onOpen={() => seen !== undefined && onOpenMonth?.(seen.month)}
            places={props.places}
            mostTicks={props.mostTicks ?? 13}
          />
        </Suspense>
      )}
    </section>
  );
}
