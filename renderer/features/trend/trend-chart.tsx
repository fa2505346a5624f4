import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Line, LineChart, XAxis, YAxis } from 'recharts';
import { describeMonth, monthName } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useSame } from '#renderer/ui/hooks.ts';
import { SCOPE_INKS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPES } from '#shared/domain/profitability.ts';
import { type MonthPoint, type TrendMeasure, tickMonths } from './month-points.ts';
import styles from './trend.module.css';
import {
  figureY,
  firstPart,
  isAlone,
  LEAST_NAME_PX,
  monthAt,
  monthPx,
  mostNames,
  PLOT_PX,
  SCALES_PX,
  STRIP_PX,
  type Strip,
  stripsOf,
  xOf,
} from './trend-geometry.ts';

/**
 * One strip a scope: its own scale from 0, the same months; the figures of the month in view stand beside it.
 * Long for its markup, which is one table or list of facts without a part of its own.
 */
export const TrendChart = memo(function TrendChart(props: {
  readonly points: readonly MonthPoint[];
  readonly measure: TrendMeasure;
  readonly unit: number;
  readonly inView: number;
  readonly onView: (index: number) => void;
  /** Enter, and a double press, open the month in view. */
  readonly onOpen: () => void;
  readonly places: number;
  /** Where the month in view leads to, below the scopes' names. */
  readonly link: ReactNode;
}) {
  const text = useText();
  const { points, inView } = props;
  const describedBy = useId();
  const seen = points[inView];
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      props.onOpen();
      return;
    }
    const next = stepOf(event.key, inView, points.length - 1);
    if (next === null) return;
    event.preventDefault();
    props.onView(Math.min(points.length - 1, Math.max(0, next)));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure that takes the arrow keys
    <div
      className={styles.strips}
      role="group"
      aria-label={text('trend.label')}
      aria-describedby={describedBy}
      aria-keyshortcuts="ArrowLeft ArrowRight Home End Enter"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the month in view
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={props.onOpen}
    >
      <p id={describedBy} className={ui.visuallyHidden}>
        {text('trend.description', {
          first: describeMonth(points[0]?.month ?? '', text),
          last: describeMonth(points.at(-1)?.month ?? '', text),
          month: describeMonth(seen?.month ?? '', text),
        })}
      </p>
      <div className={styles.names}>
        {SCOPES.map((scope) => {
          const result = seen?.scopes.find((other) => other.scope === scope);
          return (
            <div key={scope} className={styles.name} style={{ height: STRIP_PX }}>
              <span>
                <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
              </span>
              <span className={styles.figure}>
                <Figure
                  value={result?.profit ?? null}
                  kind="money"
                  places={props.places}
                  className={ui.bold}
                />
                <Figure value={result?.ratePercent ?? null} kind="percent" className={ui.muted} />
              </span>
            </div>
          );
        })}
        {props.link}
      </div>
      <TrendPlot
        points={points}
        measure={props.measure}
        unit={props.unit}
        inView={inView}
        onView={props.onView}
      />
    </div>
  );
});

function stepOf(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowRight':
      return at + 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** The three strips as one drawing: scales and months behind, the lines, and the month in view before them. */
function TrendPlot(props: {
  readonly points: readonly MonthPoint[];
  readonly measure: TrendMeasure;
  /** Of the scales' figures: units, thousands or millions. */
  readonly unit: number;
  readonly inView: number;
  readonly onView: (index: number) => void;
}) {
  const { points, measure, unit, inView, onView } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measureWidth = (): void => setWidth(element.clientWidth);
    measureWidth();
    const observer = new ResizeObserver(measureWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const strips = useSame(useMemo(() => stripsOf(points, measure), [points, measure]));
  const part = firstPart(points);
  const each = monthPx(width, points.length);
  const drawn = { strips, part, unit, inView, width, each };
  function onPointerMove(event: PointerEvent): void {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const month = monthAt(event.clientX - left, each, points.length);
    if (month !== null && month !== inView) onView(month);
  }
  return (
    <div
      className={styles.plot}
      data-testid="trend-plot"
      ref={box}
      style={{ height: PLOT_PX }}
      onPointerMove={onPointerMove}
    >
      {width === 0 ? null : (
        <>
          <Ground points={points} {...drawn} />
          <ScopeLines strips={strips} part={part} width={width} each={each} />
          <InView {...drawn} />
        </>
      )}
    </div>
  );
}

type DrawnProps = {
  readonly strips: readonly Strip[];
  /** The first month whose time is not over. */
  readonly part: number;
  readonly unit: number;
  readonly inView: number;
  readonly width: number;
  /** Width of a month. */
  readonly each: number;
};

/** Scales, months, and the band of the month in view. */
const Ground = memo(function Ground(props: DrawnProps & { readonly points: readonly MonthPoint[] }) {
  const text = useText();
  const formats = useFormats();
  const { points, strips, unit, inView, width, each } = props;
  const months = points.map(({ month }) => month);
  const named = tickMonths(months, mostNames(months.length, each));
  return (
    <svg width={width} height={PLOT_PX} aria-hidden="true">
      <rect
        x={xOf(inView, each) - each / 2}
        y={2}
        width={each}
        height={PLOT_PX - 4}
        fill="var(--chart-now)"
      />
      {strips.map(({ scope, ticks }) => (
        <g key={scope}>
          {ticks.map(({ value, y }) => (
            <g key={value}>
              <line
                x1={SCALES_PX}
                x2={width}
                y1={y}
                y2={y}
                stroke={value === 0 ? 'var(--chart-axis)' : 'var(--chart-grid)'}
              />
              <text className={styles.scale} x={SCALES_PX - 7} y={y + 3.5}>
                {formats.tick(value, unit)}
              </text>
            </g>
          ))}
        </g>
      ))}
      {months.map((month, index) => {
        const isNamed = named.includes(index);
        const isBeside = each < LEAST_NAME_PX && Math.abs(index - inView) === 1;
        if (index !== inView && (!isNamed || isBeside)) return null;
        const name = monthName(month, text);
        const hasYear = index === named[0] || month.endsWith('-01');
        return (
          <text
            key={month}
            className={classNames(styles.month, index === inView && styles.current)}
            x={xOf(index, each)}
            y={PLOT_PX - 6}
          >
            {hasYear ? `${name} ${month.slice(2, 4)}` : name}
          </text>
        );
      })}
    </svg>
  );
});

/** The lines of the whole months; they know nothing of the month in view, and are not drawn again with it. */
const ScopeLines = memo(function ScopeLines(props: Pick<DrawnProps, 'strips' | 'part' | 'width' | 'each'>) {
  const { strips, part, width, each } = props;
  const data = useMemo(
    () =>
      (strips[0]?.ys ?? []).map((_, index) => ({
        x: xOf(index, each),
        ...Object.fromEntries(
          strips.map(({ scope, ys }) => [scope, index < part ? (ys[index] ?? null) : null]),
        ),
      })),
    [strips, part, each],
  );
  return (
    <div className={styles.lines}>
      <LineChart width={width} height={PLOT_PX} data={data} margin={NO_MARGIN} accessibilityLayer={false}>
        <XAxis dataKey="x" type="number" domain={[0, width]} hide />
        <YAxis type="number" domain={PLOT_DOMAIN} reversed hide />
        {strips.map(({ scope }) => (
          <Line
            key={scope}
            dataKey={scope}
            type="linear"
            stroke={SCOPE_INKS[scope]}
            strokeWidth={strokeOf(scope)}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </div>
  );
});
const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 };
const PLOT_DOMAIN = [0, PLOT_PX];

function strokeOf(scope: Strip['scope']): number {
  return scope === 'total' ? 2 : 1.5;
}

/** What is not over, dotted; months that no line leads to; and the month in view with its figures. */
function InView(props: DrawnProps) {
  const formats = useFormats();
  const { strips, part, unit, inView, width, each } = props;
  // The figure stands where the line comes from, or goes to.
  const isFirst = xOf(inView, each) - SCALES_PX < FIGURE_PX;
  return (
    <svg className={styles.now} width={width} height={PLOT_PX} aria-hidden="true">
      {strips.map(({ scope, values, ys }) => {
        const ink = SCOPE_INKS[scope];
        const y = ys[inView] ?? null;
        return (
          <g key={scope}>
            {ys.map((to, index) => {
              const from = ys[index - 1] ?? null;
              const x = xOf(index, each);
              if (to === null) return null;
              if (index >= part && from !== null) {
                return (
                  <line
                    // biome-ignore lint/suspicious/noArrayIndexKey: months stand in time's order
                    key={index}
                    x1={x - each}
                    x2={x}
                    y1={from}
                    y2={to}
                    stroke={ink}
                    strokeWidth={strokeOf(scope)}
                    strokeDasharray="2 3"
                  />
                );
              }
              return isAlone(ys, index) && index !== inView ? (
                <circle
                  // biome-ignore lint/suspicious/noArrayIndexKey: months stand in time's order
                  key={index}
                  cx={x}
                  cy={to}
                  r={2.5}
                  fill={ink}
                />
              ) : null;
            })}
            {y === null ? null : (
              <>
                <circle
                  cx={xOf(inView, each)}
                  cy={y}
                  r={3.5}
                  fill={inView >= part ? 'var(--chart-now)' : ink}
                  stroke={inView >= part ? ink : 'var(--chart-now)'}
                  strokeWidth={1.5}
                />
                <text
                  className={classNames(styles.value, isFirst && styles.first)}
                  x={xOf(inView, each) + (isFirst ? 6 : 5)}
                  y={figureY(ys, inView)}
                >
                  {formats.tick(values[inView] ?? 0, unit)}
                </text>
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
const FIGURE_PX = 48;
