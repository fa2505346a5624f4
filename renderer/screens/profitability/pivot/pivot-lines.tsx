import { lazy, type MouseEvent, Suspense, useMemo, useRef, useState } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import type { TimeUnit } from '#renderer/data/model/groups.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { figureKindOf, type Measure } from '#renderer/screens/profitability/figures/measures.ts';
import { ChartFrame, pointerIn } from '#renderer/ui/chart/chart-frame.tsx';
import chartParts from '#renderer/ui/chart/chart-parts.module.css';
import { stepsOnLines } from '#renderer/ui/chart/mark-steps.ts';
import { SeenList } from '#renderer/ui/chart/seen-list.tsx';
import { REST_INK, seriesInk } from '#renderer/ui/chart/series-inks.ts';
import { usePlotWidth } from '#renderer/ui/chart/use-plot-width.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import styles from './chart.module.css';
import {
  type ChartLines,
  chartLines,
  firstUnfinished,
  hasBeyond,
  type LinePoint,
  lineAxis,
  middleOf,
  plotOf,
  plotRows,
} from './chart-lines.ts';
import { LINES_MARGIN, SCALE_PX, TIMES_PX } from './lines-place.ts';
import { markTitle, shownFigures, unitOfAxis } from './mark-text.ts';
import type { Band } from './pivot-columns.ts';
import type { PivotLine, PivotModel } from './pivot-model.ts';

/** Recharts comes with the first chart, not with the app. */
const LinesDrawing = lazy(async () => ({ default: (await import('./lines-drawing.tsx')).LinesDrawing }));

const HEIGHT_PX = 340;
/** chart.module.css has it too. */
const PAPER_PLOT_PX = 420;

type LinesProps = {
  readonly model: PivotModel;
  readonly measure: Measure;
  readonly unit: TimeUnit;
  /** The groups of the model are the times. */
  readonly isOneLine: boolean;
  /** The time is of purchases or payments: one that is not over by the last purchase is unfinished. */
  readonly isOfPeriods: boolean;
  readonly ink: string;
  readonly label: string;
  readonly places: number;
  readonly nameOf: (line: PivotLine) => string;
  readonly timeName: (value: string) => string;
  readonly onOpen: (line: PivotLine, band: Band) => void;
};

/**
 * Groups as lines over time: the arrows walk times and lines, Enter or a press leads to the orders of a point. The exact
 * figures of the time in view stand beside them.
 */
export function PivotLines(props: LinesProps) {
  const text = useText();
  const formats = useFormats();
  const { measure } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = usePlotWidth(box, PAPER_PLOT_PX);
  const drawn = useDrawnLines(props, width);
  const { chart, unfinished, at, line, reach, rows, axis, axisUnit, inks, place, ticks } = drawn;
  const time = chart.times[at];
  const point = chart.lines[line]?.points[at];
  const open = (shown: LinePoint | undefined): void => {
    if (shown !== undefined) props.onOpen(shown.line, shown.band);
  };
  const nearest = (event: MouseEvent) => nearestPoint(chart, measure, place, pointerIn(box.current, event));
  if (time === undefined) return <p className={ui.note}>{text('chart.no-times')}</p>;
  const drawnY = plotOf(measure, point?.value ?? null);
  return (
    <>
      <div className={chartParts.beside}>
        <ChartFrame
          frame={box}
          className={styles.lines}
          style={{ height: HEIGHT_PX }}
          label={props.label}
          testId="chart-plot"
          steps={stepsOnLines(at, chart.times.length - 1, line, chart.lines.length - 1)}
          onStep={(to) => reach(...to)}
          onOpen={() => open(point)}
          onPointerMove={(event) => reach(...nearest(event))}
          onClick={(event) => {
            const [toTime, toLine] = nearest(event);
            open(chart.lines[toLine]?.points[toTime]);
          }}
        >
          {width === 0 ? null : (
            <Suspense>
              <LinesDrawing
                rows={rows}
                inks={inks}
                line={line}
                x={middleOf(time)}
                xDomain={place.domain}
                xTicks={ticks.places}
                xTick={ticks.nameOf}
                y={axis}
                yTick={(value) => formats.tick(value, axisUnit)}
                width={width}
                height={HEIGHT_PX}
              />
            </Suspense>
          )}
          {width === 0 || drawnY === null ? null : (
            <PointInView left={place.x(middleOf(time))} top={place.y(drawnY)} ink={inks[line]} />
          )}
        </ChartFrame>
        <LinesSeen
          {...props}
          chart={chart}
          inks={inks}
          at={at}
          inView={line}
          isUnfinished={at >= unfinished}
          onReach={(item) => reach(at, item)}
          onPoint={open}
        />
      </div>
      <LinesNote {...props} chart={chart} axisUnit={axisUnit} hasDotted={unfinished < chart.times.length} />
    </>
  );
}

function PointInView(props: {
  readonly left: number;
  readonly top: number;
  readonly ink: string | undefined;
}) {
  const { left, top, ink } = props;
  return <i aria-hidden="true" className={styles.point} style={{ left, top, background: ink }} />;
}

/** The lines drawn and their places, and the mark in view. */
function useDrawnLines(props: LinesProps, width: number) {
  const { model, measure, unit, isOneLine } = props;
  const chart = useMemo(() => chartLines(model, measure, unit, isOneLine), [model, measure, unit, isOneLine]);
  const present = usePresent(props.isOfPeriods);
  const unfinished = useMemo(() => firstUnfinished(chart.times, present), [chart, present]);
  const { at, line, reach } = useMarkInView(chart, unfinished);
  const rows = useMemo(
    () => plotRows(chart, measure, { unfinished, inView: line }),
    [chart, measure, unfinished, line],
  );
  const axis = useMemo(() => lineAxis(chart, measure), [chart, measure]);
  const inks = useMemo(
    () =>
      chart.lines.map(({ line: { kind } }, index) =>
        isOneLine ? props.ink : kind === 'others' ? REST_INK : seriesInk(index),
      ),
    [chart, isOneLine, props.ink],
  );
  const place = placesOf(chart, axis, width);
  const ticks = useTimeTicks(chart, place, props.timeName);
  const axisUnit = figureKindOf(measure) === 'points' ? 1 : unitOfAxis(axis.max, axis.min);
  return { chart, unfinished, at, line, reach, rows, axis, axisUnit, inks, place, ticks };
}

/** The time and the line nearest to a place of the plot. */
function nearestPoint(
  chart: ChartLines,
  measure: Measure,
  place: ReturnType<typeof placesOf>,
  { x, y }: ReturnType<typeof pointerIn>,
): readonly [number, number] {
  const found = nearestOf(chart.times.map((each) => Math.abs(place.x(middleOf(each)) - x)));
  const far = chart.lines.map(({ points }) => {
    const plotted = plotOf(measure, points[found]?.value ?? null);
    return plotted === null ? Number.POSITIVE_INFINITY : Math.abs(place.y(plotted) - y);
  });
  return [found, nearestOf(far)];
}

function nearestOf(distances: readonly number[]): number {
  return distances.reduce((best, distance, at) => (distance < (distances[best] ?? 0) ? at : best), 0);
}

/** The day of the last purchase; null where it tells nothing of what is over. */
function usePresent(isOfPeriods: boolean): LocalDate | null {
  const ledger = useLedger();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  return isOfPeriods && last !== null ? (last.slice(0, 10) as LocalDate) : null;
}

/** The time and the line in view: the newest time that is over, and the first line, until others are reached. */
function useMarkInView(chart: ChartLines, unfinished: number) {
  const [reached, setReached] = useState<{ readonly time: string; readonly line: number } | null>(null);
  const last = chart.times.length - 1;
  const held = chart.times.findIndex(({ value }) => value === reached?.time);
  const at = held >= 0 ? held : Math.max(0, Math.min(last, unfinished - 1));
  const line = Math.min(reached?.line ?? 0, chart.lines.length - 1);
  function reach(toTime: number, toLine: number): void {
    const time = chart.times[toTime]?.value;
    if (time !== undefined && (toTime !== at || toLine !== line || held < 0))
      setReached({ time, line: toLine });
  }
  return { at, line, reach };
}

/** From days and figures to px of the drawing. */
function placesOf(
  { times }: ChartLines,
  { min, max }: { readonly min: number; readonly max: number },
  width: number,
) {
  const [first, last] = [times[0], times.at(-1)];
  const from = first === undefined ? 0 : first.from;
  const to = last === undefined ? 1 : last.to + 1;
  const left = LINES_MARGIN.left + SCALE_PX;
  const plotPx = Math.max(1, width - left - LINES_MARGIN.right);
  const plotHeight = HEIGHT_PX - LINES_MARGIN.top - LINES_MARGIN.bottom - TIMES_PX;
  return {
    domain: [from, to] as const,
    end: width,
    x: (day: number): number => left + ((day - from) / (to - from)) * plotPx,
    y: (value: number): number => LINES_MARGIN.top + ((max - value) / (max - min)) * plotHeight,
  };
}

const BETWEEN_NAMES_PX = 14;

/** Names of as many times as have room beside each other, evenly, the newest among them. */
function useTimeTicks(
  { times }: ChartLines,
  place: ReturnType<typeof placesOf>,
  timeName: (value: string) => string,
) {
  const widths = useCharWidths();
  const named = times.map((time) => {
    const [middle, name] = [middleOf(time), timeName(time.value)];
    return { middle, name, half: widths.regular(name) / 2 };
  });
  // A name that the edge would cut is none: the last that is whole begins.
  const last = named.findLastIndex(({ middle, half }) => place.x(middle) + half <= place.end);
  const among = (step: number) => named.filter((_, at) => at <= last && (last - at) % step === 0);
  const fits = (shown: typeof named): boolean =>
    shown.every(({ middle, half }, at) => {
      const before = shown[at - 1];
      return (
        before === undefined ||
        place.x(before.middle) + before.half + BETWEEN_NAMES_PX <= place.x(middle) - half
      );
    });
  let step = 1;
  while (step < named.length && !fits(among(step))) step += 1;
  const names = new Map(named.map(({ middle, name }) => [middle, name]));
  const places = among(step).map(({ middle }) => middle);
  return { places, nameOf: (middle: number) => names.get(middle) ?? '' };
}

type SeenProps = Pick<
  Parameters<typeof PivotLines>[0],
  'measure' | 'places' | 'nameOf' | 'timeName' | 'model'
> & { readonly chart: ChartLines };

/** The values of all lines at the time in view, and their sum. */
function LinesSeen(
  props: SeenProps & {
    readonly inks: readonly string[];
    readonly at: number;
    readonly inView: number;
    readonly isUnfinished: boolean;
    readonly onReach: (line: number) => void;
    readonly onPoint: (point: LinePoint | undefined) => void;
  },
) {
  const text = useText();
  const formats = useFormats();
  const { chart, inks, at, inView, measure, places, model } = props;
  const isCompared = model.total.pair.before !== null;
  const all = [...chart.lines, ...(chart.total === null ? [] : [chart.total])];
  const items = all.map(({ line, points }, index) => {
    const point = points[at];
    const isTotal = index >= chart.lines.length;
    const name = chart.total === null ? text('pivot.total') : props.nameOf(line);
    return {
      key: line.key,
      sample: isTotal ? null : <i className={styles.sample} style={{ background: inks[index] }} />,
      name,
      title:
        point === undefined ? name : markTitle(name, line.caption, point, measure, places, { text, formats }),
      figures: point === undefined ? [] : shownFigures(point, measure, places, isCompared),
      look: isTotal ? ('total' as const) : index === inView ? ('reached' as const) : undefined,
      onOpen: () => props.onPoint(point),
    };
  });
  const seen = chart.lines[inView];
  const name = props.timeName(chart.times[at]?.value ?? '');
  return (
    <SeenList
      name={
        <>
          <b>{name}</b>
          {props.isUnfinished ? <span className={ui.faint}> · {text('chart.unfinished')}</span> : null}
          {seen === undefined || chart.total === null ? null : (
            <span className={ui.visuallyHidden}>
              {props.nameOf(seen.line)}{' '}
              <Figure
                value={seen.points[at]?.value ?? null}
                kind={figureKindOf(measure)}
                places={figureKindOf(measure) === 'points' ? 1 : places}
              />
            </span>
          )}
        </>
      }
      {...(isCompared ? { columns: [text('chart.now'), 'Δ'] } : {})}
      items={items}
      onReach={(item) => {
        if (item < chart.lines.length) props.onReach(item);
      }}
    />
  );
}

/** The note on its axes, and on values that have no place between them. */
function LinesNote(
  props: SeenProps & {
    readonly axisUnit: number;
    readonly hasDotted: boolean;
    readonly onOpen: (line: PivotLine, band: Band) => void;
  },
) {
  const text = useText();
  const formats = useFormats();
  const { chart, measure, axisUnit } = props;
  const notes = [
    axisUnit === 1 ? null : text(axisUnit === 1e6 ? 'trend.unit-millions' : 'trend.unit-thousands'),
    props.hasDotted ? text('chart.dotted') : null,
    hasBeyond(chart, measure) ? text('chart.beyond') : null,
    chart.timesLeftOut === 0
      ? null
      : text('chart.times-left', { count: chart.timesLeftOut, shown: formats.count(chart.timesLeftOut) }),
  ].filter((note) => note !== null);
  return (
    <p className={ui.note}>
      {notes.join(' · ')}
      {chart.besides.map((point) => {
        const value = point.band.kind === 'value' ? point.band.value : (point.line.first ?? '');
        return (
          <button
            key={value}
            type="button"
            className={styles.besideMark}
            data-testid="chart-beside"
            data-key={`=${value}`}
            onClick={() => props.onOpen(point.line, point.band)}
          >
            {props.timeName(value)}{' '}
            <Figure
              value={point.value}
              kind={figureKindOf(measure)}
              places={figureKindOf(measure) === 'points' ? 1 : props.places}
            />
          </button>
        );
      })}
    </p>
  );
}
