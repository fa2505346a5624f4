import { type MouseEvent, memo, type ReactNode, useId, useMemo, useRef } from 'react';
import { Line, LineChart, XAxis, YAxis } from 'recharts';
import { describeMonth, monthName } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { ChartFrame, pointerIn } from '#renderer/ui/chart/chart-frame.tsx';
import { stepsAcross } from '#renderer/ui/chart/mark-steps.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { useSame, useWidth } from '#renderer/ui/hooks.ts';
import { SCOPE_INKS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { STILL_LINE } from '#renderer/ui/still-line.tsx';
import { shiftMonth } from '#shared/domain/dates.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { monthLabels } from './month-labels.ts';
import { changesOf, type MonthPoint, type TrendMeasure } from './month-points.ts';
import styles from './trend.module.css';
import {
  bandPath,
  changeStripOf,
  figureY,
  firstPart,
  isAlone,
  linePath,
  monthAt,
  monthPx,
  plotPx,
  SCALES_PX,
  STRIP_PX,
  type Strip,
  stripsOf,
  xOf,
} from './trend-geometry.ts';

type Band = { readonly first: number; readonly last: number };

type TrendChartProps = {
  readonly points: readonly MonthPoint[];
  readonly measure: TrendMeasure;
  readonly unit: number;
  /** The month whose figures stand beside the strips. */
  readonly inView: number;
  /** The months of the period; null: none of them is drawn. */
  readonly band: Band | null;
  /** The pointer is over a month, or has left them (null). */
  readonly onPoint: (index: number | null) => void;
  /** A month is held in view, by a key or a press. */
  readonly onHold: (index: number) => void;
  /** Back to the period; null: it is what is in view. */
  readonly onReset: (() => void) | null;
  /** Enter, and a double press, open the month in view. */
  readonly onOpen: () => void;
  readonly places: number;
  /** Where the month in view leads to, below the scopes' names. */
  readonly link: ReactNode;
};

/** One strip a scope over the same months; the figures of the month in view stand beside it, with its name. */
export const TrendChart = memo(function TrendChart(props: TrendChartProps) {
  const text = useText();
  const { points, measure, inView, onReset } = props;
  const describedBy = useId();
  const seen = points[inView];
  return (
    <ChartFrame
      className={styles.strips}
      label={text('trend.label')}
      describedBy={describedBy}
      steps={stepsAcross(inView, points.length - 1)}
      onStep={props.onHold}
      onOpen={props.onOpen}
      onReset={onReset}
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
        {SCOPES.map((scope) => (
          <ScopeFigures key={scope} scope={scope} point={seen} measure={measure} places={props.places} />
        ))}
        {measure === 'rate' ? <ChangeFigures points={points} inView={inView} /> : null}
        {props.link}
      </div>
      <TrendPlot {...props} />
    </ChartFrame>
  );
});

/** «oct 26»: what a figure is of, where there is little room. */
function useShortMonth(): (month: string) => string {
  const text = useText();
  return (month) => `${monthName(month, text)} ${month.slice(2, 4)}`;
}

/** A scope's figures in the month in view, and in the same month of the year before, which the pale line leads through. */
function ScopeFigures(props: {
  readonly scope: Strip['scope'];
  readonly point: MonthPoint | undefined;
  readonly measure: TrendMeasure;
  readonly places: number;
}) {
  const text = useText();
  const shortMonth = useShortMonth();
  const { scope, point, measure, places } = props;
  const result = point?.scopes.find((other) => other.scope === scope);
  const before = point?.yearBefore?.find((other) => other.scope === scope);
  return (
    <div className={styles.name} style={{ height: STRIP_PX }} data-scope={scope}>
      <span className={styles.of}>
        <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
        <span className={styles.month}>{point === undefined ? null : shortMonth(point.month)}</span>
      </span>
      <span className={styles.figure}>
        <Figure value={result?.profit ?? null} kind="money" places={places} className={ui.bold} />
        <Figure value={result?.ratePercent ?? null} kind="percent" className={ui.muted} />
      </span>
      {point === undefined || before === undefined ? null : (
        <span className={styles.before} title={text('trend.year-before')}>
          <i aria-hidden="true" />
          {shortMonth(shiftMonth(point.month, -12))}{' '}
          {measure === 'sum' ? (
            <Figure value={before.profit} kind="money" places={places} />
          ) : (
            <Figure value={before.ratePercent} kind="percent" />
          )}
        </span>
      )}
    </div>
  );
}

/** How the rates of the month in view differ from the month before. */
function ChangeFigures({
  points,
  inView,
}: {
  readonly points: readonly MonthPoint[];
  readonly inView: number;
}) {
  const text = useText();
  const shortMonth = useShortMonth();
  const before = points[inView - 1];
  return (
    <div className={styles.name} style={{ height: STRIP_PX }} data-scope="changes">
      <span className={styles.of} title={text('trend.changes-title')}>
        {text('trend.changes')}
        <span className={styles.month}>
          {before === undefined ? null : text('panel.against', { name: shortMonth(before.month) })}
        </span>
      </span>
      <span className={styles.figure}>
        {SCOPES.map((scope) => (
          <span key={scope}>
            <ScopeMark scope={scope} />{' '}
            <Figure value={changesOf(points, scope)[inView] ?? null} kind="points" places={1} signed />
          </span>
        ))}
      </span>
    </div>
  );
}

/** All strips as one drawing: scales and months behind, the lines, and the month in view before them. */
function TrendPlot(props: TrendChartProps) {
  const { points, measure, unit, inView, band, onPoint, onHold } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const strips = useSame(useMemo(() => stripsOf(points, measure), [points, measure]));
  const part = firstPart(points);
  const each = monthPx(width, points.length);
  const height = plotPx(measure);
  const drawn = { strips, part, unit, inView, width, height, each };
  const monthUnder = (event: MouseEvent): number | null =>
    monthAt(pointerIn(box.current, event).x, each, points.length);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: arrows do the same on what holds it
    <div
      className={styles.plot}
      data-testid="trend-plot"
      ref={box}
      style={{ height }}
      onPointerMove={(event) => onPoint(monthUnder(event))}
      onPointerLeave={() => onPoint(null)}
      onClick={(event) => {
        const month = monthUnder(event);
        if (month !== null) onHold(month);
      }}
    >
      {width === 0 ? null : (
        <>
          <Ground points={points} band={band} {...drawn} />
          {measure === 'rate' ? <ChangeBars points={points} {...drawn} /> : null}
          <ScopeLines strips={strips} part={part} width={width} height={height} each={each} />
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
  readonly height: number;
  /** Width of a month. */
  readonly each: number;
};

/** Names are set in 11 px, of which the month in view's is bold; widths are told of 12. */
const NAME_SHARE = 11 / 12;

/** Scales, months, the band of the period, and the year before. */
const Ground = memo(function Ground(
  props: DrawnProps & { readonly points: readonly MonthPoint[]; readonly band: Band | null },
) {
  const text = useText();
  const widths = useCharWidths();
  const { points, strips, unit, inView, width, height, each } = props;
  const band = props.band ?? { first: inView, last: inView };
  const labels = monthLabels({
    months: points.map(({ month }) => month),
    inView,
    ofMonthPx: each,
    widthPx: width,
    nameOf: (month) => monthName(month, text),
    textPx: (name) => widths.bold(name) * NAME_SHARE,
  });
  return (
    <svg width={width} height={height} aria-hidden="true">
      <rect
        data-testid="trend-band"
        x={xOf(band.first, each) - each / 2}
        y={2}
        width={each * (band.last - band.first + 1)}
        height={height - 4}
        fill="var(--chart-now)"
      />
      {inView >= band.first && inView <= band.last && band.first === band.last ? null : (
        <line
          x1={xOf(inView, each)}
          x2={xOf(inView, each)}
          y1={2}
          y2={height - 20}
          stroke="var(--chart-axis)"
          data-testid="trend-month"
        />
      )}
      {strips.map(({ scope, ticks, ys, likely, yearBefore }) => (
        <g key={scope}>
          <path
            d={bandPath({ ys, likely }, each)}
            fill={SCOPE_INKS[scope]}
            className={styles.missing}
            data-testid={`trend-missing-${scope}`}
          />
          <Ticks ticks={ticks} unit={unit} width={width} />
          <path
            d={linePath(yearBefore, each)}
            fill="none"
            stroke={SCOPE_INKS[scope]}
            className={styles.ghost}
            data-testid={`trend-before-${scope}`}
          />
        </g>
      ))}
      {labels.map(({ month, text: name, x }) => (
        <text
          key={month}
          className={classNames(styles.month, month === inView && styles.current)}
          x={x}
          y={height - 6}
        >
          {name}
        </text>
      ))}
    </svg>
  );
});

function Ticks(props: {
  readonly ticks: Strip['ticks'];
  readonly unit: number;
  readonly width: number;
  /** Its figures are differences. */
  readonly isSigned?: boolean;
}) {
  const formats = useFormats();
  return props.ticks.map(({ value, y, isNamed }) => (
    <g key={value}>
      <line
        x1={SCALES_PX}
        x2={props.width}
        y1={y}
        y2={y}
        stroke={value === 0 ? 'var(--chart-axis)' : 'var(--chart-grid)'}
      />
      {isNamed ? (
        <text className={styles.scale} x={SCALES_PX - 7} y={y + 3.5}>
          {props.isSigned === true && value > 0 ? '+' : ''}
          {formats.tick(value, props.unit)}
        </text>
      ) : null}
    </g>
  ));
}

/** Points of change, as bars of the scopes side by side; of a month that is not over, paler. */
const ChangeBars = memo(function ChangeBars(
  props: Pick<DrawnProps, 'width' | 'height' | 'each' | 'part'> & { readonly points: readonly MonthPoint[] },
) {
  const { points, width, height, each, part } = props;
  const { ticks, bars } = useMemo(() => changeStripOf(points, each), [points, each]);
  return (
    <svg width={width} height={height} aria-hidden="true" data-testid="trend-changes">
      <Ticks ticks={ticks} unit={1} width={width} isSigned />
      {bars.map(({ scope, month, ...place }) => (
        <rect
          key={`${scope} ${month}`}
          {...place}
          fill={SCOPE_INKS[scope]}
          opacity={month >= part ? 0.45 : undefined}
        />
      ))}
    </svg>
  );
});

/** The lines of the whole months; they know nothing of the month in view, and are not drawn again with it. */
const ScopeLines = memo(function ScopeLines(
  props: Pick<DrawnProps, 'strips' | 'part' | 'width' | 'height' | 'each'>,
) {
  const { strips, part, width, height, each } = props;
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
      <LineChart width={width} height={height} data={data} margin={NO_MARGIN} accessibilityLayer={false}>
        <XAxis dataKey="x" type="number" domain={[0, width]} hide />
        <YAxis type="number" domain={[0, height]} reversed hide />
        {strips.map(({ scope }) => (
          <Line
            {...STILL_LINE}
            key={scope}
            dataKey={scope}
            stroke={SCOPE_INKS[scope]}
            strokeWidth={strokeOf(scope)}
            dot={false}
          />
        ))}
      </LineChart>
    </div>
  );
});
const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 };

function strokeOf(scope: Strip['scope']): number {
  return scope === 'total' ? 2 : 1.5;
}

/** The month that is not over, dotted; months that no line leads to; and the month in view with its figures. */
function InView(props: DrawnProps) {
  const formats = useFormats();
  const { strips, part, unit, inView, width, height, each } = props;
  // The figure stands where the line comes from, or goes to.
  const isFirst = xOf(inView, each) - SCALES_PX < FIGURE_PX;
  return (
    <svg className={styles.now} width={width} height={height} aria-hidden="true">
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
