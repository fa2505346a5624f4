import { type MouseEvent, memo, type ReactNode, useId, useMemo, useRef } from 'react';
import { describeMonth, monthName } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { ChartFrame, pointerIn } from '#renderer/ui/chart/chart-frame.tsx';
import { stepsAcross } from '#renderer/ui/chart/mark-steps.ts';
import { usePlotWidth } from '#renderer/ui/chart/use-plot-width.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { SCOPE_INKS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { shortRange } from '#renderer/ui/short-amount.tsx';
import { shiftMonth } from '#shared/domain/dates.ts';
import { SCOPES, type ScopeResult } from '#shared/domain/profitability.ts';
import { monthLabels } from './month-labels.ts';
import { changesOf, type MonthPoint, type TrendMeasure } from './month-points.ts';
import { type RunningMonth, runningIn } from './running-month.ts';
import styles from './trend.module.css';
import {
  bandPath,
  CHANGES_PX,
  changeStripOf,
  ENDS_PX,
  endsOf,
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
  type StripEnd,
  targetPath,
  xOf,
} from './trend-geometry.ts';

type Band = { readonly first: number; readonly last: number };

type TrendChartProps = {
  /** The same in every drawing at one place of the app. */
  readonly place: string;
  readonly points: readonly MonthPoint[];
  readonly strips: readonly Strip[];
  /** The month that goes on, where it is drawn. */
  readonly running: RunningMonth | null;
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
          <ScopeFigures
            key={scope}
            scope={scope}
            point={seen}
            running={runningIn(props.running, seen?.month)}
            measure={measure}
            places={props.places}
          />
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
  /** The month in view where it goes on: it is held against the same days too. */
  readonly running: RunningMonth | null;
  readonly measure: TrendMeasure;
  readonly places: number;
}) {
  const text = useText();
  const shortMonth = useShortMonth();
  const { scope, point, running, measure, places } = props;
  const result = point?.scopes.find((other) => other.scope === scope);
  const before = point?.yearBefore?.find((other) => other.scope === scope);
  const sameDays = running?.sameDaysYearBefore?.find((other) => other.scope === scope);
  const figure = ({ profit, ratePercent }: Pick<ScopeResult, 'profit' | 'ratePercent'>) =>
    measure === 'sum' ? (
      <Figure value={profit} kind="money" places={places} />
    ) : (
      <Figure value={ratePercent} kind="percent" />
    );
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
          {shortMonth(shiftMonth(point.month, -12))} {figure(before)}
        </span>
      )}
      {running === null || measure === 'rate' ? null : (
        <Estimated estimate={running.estimates[scope]} places={places} />
      )}
      {running === null || sameDays === undefined || sameDays.profit === null ? null : (
        <span className={styles.before} data-testid="trend-same-days">
          {shortMonth(shiftMonth(running.month, -12))}, {text('trend.until', { day: running.day })}{' '}
          {figure(sameDays)}
        </span>
      )}
    </div>
  );
}

/** How the month in view will end, where it goes on and that is told. */
function Estimated(props: {
  readonly estimate: RunningMonth['estimates'][Strip['scope']];
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { estimate, places } = props;
  if (estimate === null) return null;
  const { low, likely, high } = estimate;
  return (
    <data
      className={styles.before}
      value={likely}
      data-value={likely}
      data-low={low}
      data-high={high}
      title={`${formats.exact(low)} – ${formats.exact(high)}`}
    >
      {text('trend.estimated')} {shortRange(low, high, places, text, formats)}
    </data>
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
    <div className={styles.name} style={{ height: CHANGES_PX }} data-scope="changes">
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
  const { points, strips, measure, unit, inView, band, onPoint, onHold } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = usePlotWidth(box, PAPER_PLOT_PX, props.place);
  const part = firstPart(points);
  const widths = useCharWidths();
  const endsPx = Math.max(ENDS_PX, widths.regular(LONG_END) * NAME_SHARE);
  const ends = useMemo(
    () => strips.map((strip, at) => endsOf(strip, at, part, endsPx)),
    [strips, part, endsPx],
  );
  const each = monthPx(width, points.length, ends.some((strip) => strip.length > 0) ? endsPx : undefined);
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
          <PartMonths {...drawn} measure={measure} ends={ends} />
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
      {strips.map((strip) => (
        <StripGround key={strip.scope} strip={strip} unit={unit} width={width} each={each} />
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

/** Behind a scope's line: what missing costs may take from it, its scale, the year before, and what it is to come to. */
function StripGround(props: Pick<DrawnProps, 'unit' | 'width' | 'each'> & { readonly strip: Strip }) {
  const { unit, width, each } = props;
  const { scope, ticks, ys, likely, yearBefore, targets } = props.strip;
  return (
    <g>
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
      <path
        d={targetPath(targets, each)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeDasharray="6 3"
        data-testid={`trend-target-${scope}`}
      />
    </g>
  );
}

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
  return (
    <svg className={styles.now} width={width} height={height} aria-hidden="true">
      {strips.map(({ scope, ys }) => (
        <path
          key={scope}
          d={linePath(ys.slice(0, part), each)}
          fill="none"
          stroke={SCOPE_INKS[scope]}
          strokeWidth={strokeOf(scope)}
          data-testid={`trend-line-${scope}`}
        />
      ))}
    </svg>
  );
});
/** The width of the plot on a page, beside the names of its strips: trend.module.css has it too. */
const PAPER_PLOT_PX = 560;

function strokeOf(scope: Strip['scope']): number {
  return scope === 'total' ? 2 : 1.5;
}

/** Months that are not over, hollow: of rates a dotted line leads to them, of amounts to how they will end. */
const PartMonths = memo(function PartMonths(
  props: Omit<DrawnProps, 'inView'> & {
    readonly measure: TrendMeasure;
    readonly ends: readonly (readonly StripEnd[])[];
  },
) {
  const { strips, part, width, height, each, measure } = props;
  return (
    <svg className={styles.now} width={width} height={height} aria-hidden="true" data-testid="trend-part">
      {strips.map(({ scope, ys, ahead }, strip) => (
        <g key={scope} stroke={SCOPE_INKS[scope]} strokeWidth={strokeOf(scope)}>
          {ys.map((y, index) => {
            const from = index > 0 && index >= part ? (ys[index - 1] ?? null) : null;
            const to = measure === 'rate' ? y : ahead?.month === index ? ahead.likely.y : null;
            const x = xOf(index, each);
            return from === null || to === null ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: months stand in time's order
              <line key={index} x1={x - each} x2={x} y1={from} y2={to} strokeDasharray="2 3" />
            );
          })}
          {ahead === null ? null : (
            <path
              d={rangePath(xOf(ahead.month, each), ahead.high.y, ahead.low.y)}
              fill="none"
              data-testid={`trend-ahead-${scope}`}
              data-value={ahead.likely.value}
            />
          )}
          {ys.map((y, index) =>
            y === null || index < part ? null : (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: months stand in time's order
                key={index}
                cx={xOf(index, each)}
                cy={y}
                r={3}
                fill="var(--bg)"
                data-testid={`trend-so-far-${scope}`}
              />
            ),
          )}
          <Ends {...props} ends={props.ends[strip] ?? []} />
        </g>
      ))}
    </svg>
  );
});

/** What lies between two heights, its ends crossed. */
function rangePath(x: number, top: number, bottom: number): string {
  return `M${x - 3},${top}h6M${x},${top}V${bottom}M${x - 3},${bottom}h6`;
}

/** Beside the last month: how it will end, what it is to come to, what it has come to. */
function Ends(props: Pick<DrawnProps, 'strips' | 'unit' | 'each'> & { readonly ends: readonly StripEnd[] }) {
  const text = useText();
  const formats = useFormats();
  const { strips, unit, each } = props;
  const x = xOf((strips[0]?.ys.length ?? 0) - 1, each) + BESIDE_LAST_PX;
  const written = ({ of, low, high }: StripEnd): string => {
    const isFine = of !== 'ahead' || high - low < 2 * unit;
    const figure = (value: number): string =>
      formats.tick(isFine ? value : Math.round(value / unit) * unit, unit);
    if (of === 'target') return text('trend.end-target', { figure: figure(low) });
    if (of === 'so-far' || figure(low) === figure(high)) return figure(low);
    return low < 0
      ? text('amount.range', { low: figure(low), high: figure(high) })
      : `${figure(low)}–${figure(high)}`;
  };
  return props.ends.map((end) => (
    <text
      key={end.of}
      className={classNames(styles.end, end.of === 'target' && styles.target)}
      x={x}
      y={end.y + 4}
      stroke="none"
      data-testid={`trend-end-${end.of}`}
    >
      {written(end)}
    </text>
  ));
}
const BESIDE_LAST_PX = 9;
/** What is said there at its longest: larger text needs more room. */
const LONG_END = '00,0–00,0';

/** Months that no line leads to, and the month in view with its figures. */
function InView(props: DrawnProps) {
  const formats = useFormats();
  const { strips, part, unit, inView, width, height, each } = props;
  // The figure stands where the line comes from, or goes to.
  const isFirst = xOf(inView, each) - SCALES_PX < FIGURE_PX;
  return (
    <svg className={styles.now} width={width} height={height} aria-hidden="true">
      {strips.map(({ scope, values, ys, ahead }) => {
        const ink = SCOPE_INKS[scope];
        const y = ys[inView] ?? null;
        return (
          <g key={scope}>
            {ys.map((to, index) =>
              to !== null && index < part && isAlone(ys, index) && index !== inView ? (
                <circle
                  // biome-ignore lint/suspicious/noArrayIndexKey: months stand in time's order
                  key={index}
                  cx={xOf(index, each)}
                  cy={to}
                  r={2.5}
                  fill={ink}
                />
              ) : null,
            )}
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
                {/* Beside the month that goes on its figure stands already. */}
                {ahead?.month === inView ? null : (
                  <text
                    className={classNames(styles.value, isFirst && styles.first)}
                    x={xOf(inView, each) + (isFirst ? 6 : 5)}
                    y={figureY(ys, inView)}
                  >
                    {formats.tick(values[inView] ?? 0, unit)}
                  </text>
                )}
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
const FIGURE_PX = 48;
