import { type KeyboardEvent, memo, useMemo } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';
import type { Scope } from '#shared/columns/catalogue.ts';
import { SCOPES } from '#shared/profitability.ts';
import { useText } from '../../i18n/text.tsx';
import { Figure } from '../../ui/figure.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { formatTick, toPlotNumber } from '../../ui/number-format.ts';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { usePeriodWords } from '../selection/period-words.ts';
import { axisOf, type MonthPoint, tickMonths } from './months.ts';
import { type TrendMeasure, unitOf } from './trend-unit.ts';

const INKS: { readonly [scope in Scope]: string } = {
  marketplace: 'var(--scope-m)',
  comercial: 'var(--scope-c)',
  total: 'var(--scope-t)',
};
const STRIP_HEIGHT = 56;
const AXIS_HEIGHT = 20;
const AXIS_WIDTH = 44;

/** One strip a scope: its own scale from 0, the same months; the figures of the month in view stand beside it. */
export const TrendChart = memo(function TrendChart(props: {
  readonly points: readonly MonthPoint[];
  readonly measure: TrendMeasure;
  readonly inView: number;
  readonly onView: (index: number) => void;
  readonly places: number;
}) {
  const text = useText();
  const words = usePeriodWords();
  const { points, inView } = props;
  const ticks = useMemo(() => tickMonths(points.map(({ month }) => month)), [points]);
  const labels = useMemo(
    () =>
      points.map(({ month }, index) => {
        const name = words.months[Number(month.slice(5, 7)) - 1] ?? month;
        return index === ticks[0] || month.endsWith('-01') ? `${name} ${month.slice(2, 4)}` : name;
      }),
    [points, words, ticks],
  );
  const unit = unitOf(points, props.measure);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey) return;
    const next =
      event.key === 'ArrowLeft'
        ? inView - 1
        : event.key === 'ArrowRight'
          ? inView + 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? points.length - 1
              : null;
    if (next === null) return;
    event.preventDefault();
    props.onView(Math.min(points.length - 1, Math.max(0, next)));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure that takes the arrow keys
    <div
      className="strips"
      role="group"
      aria-label={text('trend.label')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the month in view
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {SCOPES.map((scope, index) => (
        <Strip
          key={scope}
          scope={scope}
          points={points}
          labels={labels}
          ticks={ticks}
          measure={props.measure}
          unit={unit}
          inView={inView}
          onView={props.onView}
          places={props.places}
          axis={index === SCOPES.length - 1}
        />
      ))}
    </div>
  );
});

const Strip = memo(function Strip(props: {
  readonly scope: Scope;
  readonly points: readonly MonthPoint[];
  readonly labels: readonly string[];
  readonly ticks: readonly number[];
  readonly measure: TrendMeasure;
  readonly unit: number;
  readonly inView: number;
  readonly onView: (index: number) => void;
  readonly places: number;
  readonly axis: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  const { points, scope, measure } = props;
  const values = points.map((point) => {
    const result = point.scopes.find((other) => other.scope === scope);
    return toPlotNumber(measure === 'sum' ? result?.profit : result?.ratePercent);
  });
  const axis = axisOf(values);
  const lastIsPart = points.at(-1)?.untilDay != null;
  const end = points.length - 1;
  const data = values.map((value, index) => ({
    index,
    whole: lastIsPart && index === end ? null : value,
    part: lastIsPart && index >= end - 1 ? value : null,
  }));
  const ink = INKS[scope];
  const seen = points[props.inView];
  const result = seen?.scopes.find((other) => other.scope === scope);
  const at = values[props.inView] ?? null;
  return (
    <div className="strip-row">
      <div className="strip-name">
        <span>
          <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
        </span>
        <span className="strip-figure">
          <Figure value={result?.profit ?? null} kind="money" places={props.places} className="b" />
          <Figure value={result?.ratePercent ?? null} kind="percent" className="mut" />
        </span>
      </div>
      <div className="strip-plot" style={{ height: STRIP_HEIGHT + (props.axis ? AXIS_HEIGHT : 0) }}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={data}
            margin={{ top: 7, right: 20, bottom: 7, left: 0 }}
            accessibilityLayer={false}
            onMouseMove={(state) => {
              const index = Number(state.activeTooltipIndex);
              if (Number.isInteger(index) && index >= 0 && index < points.length) props.onView(index);
            }}
          >
            <ReferenceArea
              x1={props.inView - 0.5}
              x2={props.inView + 0.5}
              fill="var(--chart-now)"
              fillOpacity={1}
              ifOverflow="hidden"
            />
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <YAxis
              width={AXIS_WIDTH}
              domain={[axis.min, axis.max]}
              ticks={[...axis.ticks]}
              interval={0}
              axisLine={false}
              tickLine={false}
              tick={{ fill: 'var(--text-3)', fontSize: 10 }}
              tickFormatter={(value: number) => formatTick(value, props.unit, formats.numbers)}
            />
            <XAxis
              dataKey="index"
              type="number"
              domain={[-0.5, Math.max(0.5, end + 0.5)]}
              ticks={[...props.ticks]}
              interval={0}
              height={props.axis ? AXIS_HEIGHT : 1}
              tick={props.axis ? { fill: 'var(--text-3)', fontSize: 11 } : false}
              tickLine={false}
              axisLine={false}
              tickFormatter={(value: number) => props.labels[value] ?? ''}
            />
            <ReferenceLine y={0} stroke="var(--chart-axis)" />
            <Line
              dataKey="whole"
              type="linear"
              stroke={ink}
              strokeWidth={scope === 'total' ? 2 : 1.5}
              dot={points.length === 1}
              activeDot={false}
              isAnimationActive={false}
              connectNulls={false}
            />
            <Line
              dataKey="part"
              type="linear"
              stroke={ink}
              strokeWidth={scope === 'total' ? 2 : 1.5}
              strokeDasharray="2 3"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
            {at === null ? null : (
              <ReferenceDot
                x={props.inView}
                y={at}
                r={3.5}
                fill={ink}
                stroke="var(--chart-now)"
                strokeWidth={1.5}
              />
            )}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
});
