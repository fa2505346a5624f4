import { type KeyboardEvent, memo, useId, useMemo, useState } from 'react';
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
import { toPlotNumber } from '../../ui/number-format.ts';
import { SCOPE_INKS, ScopeMark } from '../../ui/scope-mark.tsx';
import { describeMonth } from '../selection/period/period.ts';
import { usePeriodWords } from '../selection/period/period-words.ts';
import { type Axis, axisOf, type MonthPoint, tickMonths } from './month-points.ts';
import { type TrendMeasure, unitOf } from './trend-unit.ts';

const STRIP_HEIGHT = 56;
const AXIS_HEIGHT = 20;
const AXIS_WIDTH = 44;

/** One strip a scope: its own scale from 0, the same months; the figures of the month in view stand beside it. */
export const TrendChart = memo(function TrendChart(props: {
  readonly points: readonly MonthPoint[];
  readonly measure: TrendMeasure;
  readonly inView: number;
  readonly onView: (index: number) => void;
  /** Enter, and a double press, open the month in view. */
  readonly onOpen: () => void;
  readonly places: number;
  /** Months that there is room to name. */
  readonly mostTicks: number;
}) {
  const text = useText();
  const words = usePeriodWords();
  const { points, inView } = props;
  const describedBy = useId();
  const ticks = useMemo(
    () =>
      tickMonths(
        points.map(({ month }) => month),
        props.mostTicks,
      ),
    [points, props.mostTicks],
  );
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
    if (event.key === 'Enter') {
      event.preventDefault();
      props.onOpen();
      return;
    }
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
      aria-describedby={describedBy}
      aria-keyshortcuts="ArrowLeft ArrowRight Home End Enter"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the month in view
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={props.onOpen}
    >
      <p id={describedBy} className="sr">
        {text('trend.description', {
          first: describeMonth(points[0]?.month ?? '', words),
          last: describeMonth(points.at(-1)?.month ?? '', words),
          month: describeMonth(points[inView]?.month ?? '', words),
        })}
      </p>
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

/** What a strip draws: plain numbers, as fine as a screen shows them. */
type Plot = {
  readonly values: readonly (number | null)[];
  readonly lastIsPart: boolean;
  readonly axis: Axis;
  readonly inView: number;
  readonly labels: readonly string[];
  readonly ticks: readonly number[];
  readonly unit: number;
};

/** Steps of an axis: finer differences cannot be seen in a strip of this height. */
const PLOT_STEPS = 500;

function plotOf(props: StripProps): Plot {
  const { points, scope, measure, inView, labels, ticks, unit } = props;
  const exact = points.map((point) => {
    const result = point.scopes.find((other) => other.scope === scope);
    return toPlotNumber(measure === 'sum' ? result?.profit : result?.ratePercent);
  });
  const axis = axisOf(exact);
  const step = (axis.max - axis.min) / PLOT_STEPS || 1;
  const values = exact.map((value) => (value === null ? null : Math.round(value / step) * step));
  return { values, lastIsPart: points.at(-1)?.untilDay != null, axis, inView, labels, ticks, unit };
}

/** The last value of its kind for as long as it reads the same: what is drawn from it need not be drawn again. */
function useSteady<T>(value: T): T {
  const [held, setHeld] = useState(value);
  if (held !== value && JSON.stringify(held) !== JSON.stringify(value)) {
    setHeld(value);
    return value;
  }
  return held;
}

type StripProps = {
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
};

function Strip(props: StripProps) {
  const text = useText();
  const { points, scope } = props;
  const plot = useSteady(plotOf(props));
  const result = points[props.inView]?.scopes.find((other) => other.scope === scope);
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
        <StripPlot plot={plot} scope={scope} axis={props.axis} onView={props.onView} />
      </div>
    </div>
  );
}

const StripPlot = memo(function StripPlot(props: {
  readonly plot: Plot;
  readonly scope: Scope;
  readonly axis: boolean;
  readonly onView: (index: number) => void;
}) {
  const formats = useFormats();
  const { plot, scope, onView } = props;
  const { values, lastIsPart, axis, inView, labels, ticks, unit } = plot;
  const end = values.length - 1;
  const data = values.map((value, index) => ({
    index,
    whole: lastIsPart && index === end ? null : value,
    part: lastIsPart && index >= end - 1 ? value : null,
  }));
  const ink = SCOPE_INKS[scope];
  const at = values[inView] ?? null;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={data}
        margin={{ top: 7, right: 20, bottom: 7, left: 0 }}
        accessibilityLayer={false}
        onMouseMove={(state) => {
          const index = Number(state.activeTooltipIndex);
          if (Number.isInteger(index) && index >= 0 && index < values.length) onView(index);
        }}
      >
        <ReferenceArea
          x1={inView - 0.5}
          x2={inView + 0.5}
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
          tickFormatter={(value: number) => formats.tick(value, unit)}
        />
        <XAxis
          dataKey="index"
          type="number"
          domain={[-0.5, Math.max(0.5, end + 0.5)]}
          ticks={[...ticks]}
          interval={0}
          height={props.axis ? AXIS_HEIGHT : 1}
          tick={props.axis ? { fill: 'var(--text-3)', fontSize: 11 } : false}
          tickLine={false}
          axisLine={false}
          tickFormatter={(value: number) => labels[value] ?? ''}
        />
        <ReferenceLine y={0} stroke="var(--chart-axis)" />
        <Line
          dataKey="whole"
          type="linear"
          stroke={ink}
          strokeWidth={scope === 'total' ? 2 : 1.5}
          dot={values.length === 1}
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
          <ReferenceDot x={inView} y={at} r={3.5} fill={ink} stroke="var(--chart-now)" strokeWidth={1.5} />
        )}
      </LineChart>
    </ResponsiveContainer>
  );
});
