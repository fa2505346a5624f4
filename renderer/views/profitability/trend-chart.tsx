import { type KeyboardEvent, memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Scope } from '#shared/columns/catalogue.ts';
import { SCOPES } from '#shared/profitability.ts';
import { useText } from '../../i18n/text.tsx';
import { Figure } from '../../ui/figure.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { formatTick, toPlotNumber } from '../../ui/number-format.ts';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { usePeriodWords } from '../selection/period-words.ts';
import { axisOf, type MonthPoint, tickMonths } from './months.ts';
import { AXIS_WIDTH, linePath, MONTHS_HEIGHT, STRIP_HEIGHT, stripPlot } from './strip-plot.ts';
import { type TrendMeasure, unitOf } from './trend-unit.ts';

const INKS: { readonly [scope in Scope]: string } = {
  marketplace: 'var(--scope-m)',
  comercial: 'var(--scope-c)',
  total: 'var(--scope-t)',
};
/** The width of an element, followed while it lives. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = (): void => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

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
  // The month that is not over yet is dotted.
  const whole = values.map((value, index) => (lastIsPart && index === end ? null : value));
  const part = values.map((value, index) => (lastIsPart && index >= end - 1 ? value : null));
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root);
  const plot = stripPlot(width, points.length, axis);
  const bottom = plot.y(axis.min);
  const height = STRIP_HEIGHT + (props.axis ? MONTHS_HEIGHT : 0);
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
      <div className="strip-plot" ref={root} style={{ height }}>
        <svg
          width={width}
          height={height}
          aria-hidden="true"
          onMouseMove={(event) => {
            const index = plot.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left);
            if (index !== null && index !== props.inView) props.onView(index);
          }}
        >
          <rect
            className="strip-now"
            x={plot.x(props.inView) - plot.step / 2}
            y={plot.y(axis.max)}
            width={plot.step}
            height={bottom - plot.y(axis.max)}
          />
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <path
                className={tick === 0 ? 'strip-zero' : 'strip-grid'}
                d={`M${AXIS_WIDTH} ${plot.y(tick)}h${plot.step * points.length}`}
              />
              <text x={AXIS_WIDTH - 8} y={plot.y(tick) + 3.5} textAnchor="end" fontSize={10}>
                {formatTick(tick, props.unit, formats.numbers)}
              </text>
            </g>
          ))}
          <path
            className="strip-line"
            d={linePath(whole, plot)}
            style={{ stroke: ink, strokeWidth: scope === 'total' ? 2 : 1.5 }}
          />
          <path
            className="strip-line"
            d={linePath(part, plot)}
            style={{ stroke: ink, strokeWidth: scope === 'total' ? 2 : 1.5, strokeDasharray: '2 3' }}
          />
          {at === null ? null : (
            <circle className="strip-dot" cx={plot.x(props.inView)} cy={plot.y(at)} r={3.5} fill={ink} />
          )}
          {props.axis
            ? props.ticks.map((index) => (
                <text key={index} x={plot.x(index)} y={bottom + 17} textAnchor="middle" fontSize={11}>
                  {props.labels[index]}
                </text>
              ))
            : null}
        </svg>
      </div>
    </div>
  );
});
