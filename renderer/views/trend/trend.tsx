import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { Month } from '#shared/dates.ts';
import { type Text, useText } from '../../i18n/text.tsx';
import { Figure } from '../../ui/figure.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { coverageOf } from '../selection/cost-coverage.ts';
import { useCurrency } from '../selection/currency/currency.tsx';
import { describeMonth } from '../selection/period/period.ts';
import { usePeriodWords } from '../selection/period/period-words.ts';
import { useSelection } from '../selection/selection-context.tsx';
import { useCoverage } from '../sync/coverage/coverage-section.tsx';
import { type MonthPoint, withGaps } from './month-points.ts';
import { TrendTable } from './trend-table.tsx';
import { type TrendMeasure, unitOf } from './trend-unit.ts';
import './trend.css';

/** Recharts comes with the first look at this screen, not with the app. */
const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

/** Months without rows are a 0 only where they were read; coverage knows of months of purchase. */
function useGaps(points: readonly MonthPoint[]): readonly MonthPoint[] {
  const { selection } = useSelection();
  const isOfPurchase = selection.periodColumn === 'Fecha de compra';
  const hasHoles = isOfPurchase && points.some(({ rows }) => rows === 0);
  const { output } = useCoverage(hasHoles);
  return useMemo(() => {
    if (!hasHoles) return points;
    const read = new Set(
      output?.months.filter(({ lastReadAt }) => lastReadAt !== null).map(({ month }) => month),
    );
    return withGaps(points, (month) => read.has(month));
  }, [points, hasHoles, output]);
}

function unitWords(measure: TrendMeasure, unit: number, code: string | null, text: Text): string {
  if (measure === 'rate') return text('trend.unit-rate');
  const name = text(
    unit === 1e6 ? 'trend.unit-millions' : unit === 1e3 ? 'trend.unit-thousands' : 'trend.unit-units',
  );
  if (code === null) return name;
  return unit === 1 ? code : text('trend.unit-of', { unit: name, code });
}

/** The three scopes month by month, with the figures of the month in view beside them; as a chart or as a table. */
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
  const { code } = useCurrency();
  const { selection } = useSelection();
  const { onOpenMonth } = props;
  const points = useGaps(props.points);
  const [measure, setMeasure] = useState<TrendMeasure>('sum');
  const [isTable, setIsTable] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  // The month of the selection, or the newest whole one, until another is looked at.
  const own = selection.period?.to.slice(0, 7) ?? null;
  const found = [chosen, own]
    .map((month) => points.findIndex((point) => point.month === month))
    .find((at) => at >= 0);
  const whole = points.findLastIndex((point) => point.untilDay === null);
  const inView = found ?? (whole >= 0 ? whole : points.length - 1);
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
        <span className="f11 trend-of">
          {isTable ? code : unitWords(measure, unit, code, text)} · {selection.periodColumn}
        </span>
        <span className="grow" />
        {seen === undefined || isTable ? null : (
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
        {seen === undefined || onOpenMonth === null || isTable ? null : (
          <button type="button" className="link f12" onClick={() => onOpenMonth(seen.month)}>
            {text('trend.open', { month: describeMonth(seen.month, words) })}
          </button>
        )}
        {isTable ? null : (
          <Segmented<TrendMeasure>
            label={text('trend.measure')}
            value={measure}
            options={[
              { value: 'sum', label: code ?? text('trend.sum') },
              { value: 'rate', label: text('trend.rate') },
            ]}
            onChange={setMeasure}
          />
        )}
        {points.length === 0 ? null : (
          <button
            type="button"
            className="btn sm ic"
            data-testid="trend-as-table"
            aria-pressed={isTable}
            title={text('trend.as-table')}
            aria-label={text('trend.as-table')}
            onClick={() => setIsTable(!isTable)}
          >
            <Icon name="orders" />
          </button>
        )}
      </header>
      {points.length === 0 ? (
        <p className="f12 dim trend-empty">{text('trend.empty')}</p>
      ) : isTable ? (
        <TrendTable points={points} places={props.places} inView={inView} onOpenMonth={onOpenMonth} />
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
