import { lazy, type MouseEvent, Suspense, useMemo, useRef, useState } from 'react';
import type { TimeUnit } from '#renderer/data/model/groups.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { monthName } from '#renderer/features/period/period.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { figureKindOf, type Measure } from '#renderer/screens/profitability/figures/measures.ts';
import { ChartFrame, pointerIn } from '#renderer/ui/chart/chart-frame.tsx';
import chartParts from '#renderer/ui/chart/chart-parts.module.css';
import { stepsOnLines } from '#renderer/ui/chart/mark-steps.ts';
import { SeenList } from '#renderer/ui/chart/seen-list.tsx';
import { REST_DASH, REST_INK, seriesDash, seriesInk } from '#renderer/ui/chart/series-inks.ts';
import { usePlotWidth } from '#renderer/ui/chart/use-plot-width.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type CharWidths, useCharWidths } from '#renderer/ui/grid/measure.ts';
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
import { type EndName, LEAD_PX, LINES_MARGIN, nearestOf, SCALE_PX, spread, TIMES_PX } from './lines-place.ts';
import { markTitle, shortName, shownFigures, unitOfAxis } from './mark-text.ts';
import type { Band } from './pivot-columns.ts';
import type { PivotLine, PivotModel } from './pivot-model.ts';
import { usePresentDay } from './present-day.ts';

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
 * figures of the time in view stand beside them. Long for its markup, which hands on what is drawn.
 */
export function PivotLines(props: LinesProps) {
  const text = useText();
  const formats = useFormats();
  const { measure } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = usePlotWidth(box, PAPER_PLOT_PX);
  const drawn = useDrawnLines(props, width);
  const { chart, unfinished, at, line, reach, rows, axis, axisUnit, inks, dashes, place, ticks, names } =
    drawn;
  const unit = useAxisUnit(measure, axisUnit);
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
                dashes={dashes}
                names={names}
                besidePx={place.besidePx}
                unit={unit}
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
          dashes={dashes}
          at={at}
          inView={line}
          isUnfinished={at >= unfinished}
          onReach={(item) => reach(at, item)}
          onPoint={open}
        />
      </div>
      <LinesNote {...props} chart={chart} hasDotted={unfinished < chart.times.length} />
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
  const present = usePresentDay(props.isOfPeriods);
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
  const dashes = useMemo(
    () =>
      chart.lines.map(({ line: { kind } }, index) =>
        isOneLine ? undefined : kind === 'others' ? REST_DASH : seriesDash(index),
      ),
    [chart, isOneLine],
  );
  const widths = useCharWidths();
  const named = isOneLine ? [] : chart.lines.map((each) => shortName(props.nameOf(each.line), MAX_NAME));
  const namePx = named.map((name) => widths.regular(name) * TICK_SHARE);
  // Names take a quarter of the width at most: a plot without room for its lines has none.
  const besidePx = LEAD_PX + namePx.reduce((most, px) => Math.max(most, px), 0);
  const hasNames = named.length > 1 && besidePx <= width / 4;
  const place = placesOf(chart, axis, width, hasNames ? besidePx : LINES_MARGIN.right);
  const names = hasNames ? endNamesOf(chart, measure, place, named, inks) : [];
  const ticks = timeTicks(chart, place, unit, { timeName: props.timeName, text: useText(), widths });
  const axisUnit = figureKindOf(measure) === 'points' ? 1 : unitOfAxis(axis);
  return { chart, unfinished, at, line, reach, rows, axis, axisUnit, inks, dashes, place, ticks, names };
}

/** Set in 11 px; widths are told of 12. */
const TICK_SHARE = 11 / 12;
const MAX_NAME = 22;

/** What the axis is in: «millones de CLP», %, or nothing of counts that are told as they are. */
function useAxisUnit(measure: Measure, axisUnit: number): string {
  const text = useText();
  const { code } = useCurrency();
  const kind = figureKindOf(measure);
  if (kind === 'points') return '%';
  const isMoney = kind === 'money' && code !== null;
  if (axisUnit === 1) return isMoney ? code : '';
  const unit = text(axisUnit === 1e6 ? 'trend.unit-millions' : 'trend.unit-thousands');
  return isMoney ? text('trend.unit-of', { unit, code }) : unit;
}

/** The names of the lines beside their last points; none where they have no room below each other. */
export function endNamesOf(
  chart: ChartLines,
  measure: Measure,
  place: ReturnType<typeof placesOf>,
  named: readonly string[],
  inks: readonly string[],
): readonly EndName[] {
  const ends = chart.lines.flatMap(({ points }, index) => {
    const last = points.findLastIndex(({ value }) => plotOf(measure, value) !== null);
    const [time, y] = [chart.times[last], plotOf(measure, points[last]?.value ?? null)];
    return time === undefined || y === null
      ? []
      : [{ text: named[index] ?? '', ink: inks[index] ?? '', x: place.x(middleOf(time)), y: place.y(y) }];
  });
  const heights = spread(
    ends.map(({ y }) => y),
    LINES_MARGIN.top,
    HEIGHT_PX - TIMES_PX - 4,
  );
  if (heights === null) return [];
  return ends.map(({ text, ink, x, y }, index) => ({
    ...{ text, ink, fromX: x, fromY: y, x: place.plotEnd + LEAD_PX },
    y: heights[index] ?? y,
  }));
}

/** The time and the line nearest to a place of the plot. */
export function nearestPoint(
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
export function placesOf(
  { times }: ChartLines,
  { min, max }: { readonly min: number; readonly max: number },
  width: number,
  besidePx: number,
) {
  const [first, last] = [times[0], times.at(-1)];
  const from = first === undefined ? 0 : first.from;
  const to = last === undefined ? 1 : last.to + 1;
  const left = LINES_MARGIN.left + SCALE_PX;
  const plotPx = Math.max(1, width - left - besidePx);
  const plotHeight = HEIGHT_PX - LINES_MARGIN.top - LINES_MARGIN.bottom - TIMES_PX;
  return {
    domain: [from, to] as const,
    end: width,
    plotEnd: left + plotPx,
    besidePx,
    x: (day: number): number => left + ((day - from) / (to - from)) * plotPx,
    y: (value: number): number => LINES_MARGIN.top + ((max - value) / (max - min)) * plotHeight,
  };
}

/** Between two names: the first may bear its year besides. */
const BETWEEN_NAMES_PX = 12;

/**
 * Names of as many times as have room beside each other, evenly, the newest among them. Months are named as a calendar does:
 * the first of those named and every January bear their year.
 */
export function timeTicks(
  { times }: Pick<ChartLines, 'times'>,
  place: Pick<ReturnType<typeof placesOf>, 'x' | 'end'>,
  unit: TimeUnit,
  names: {
    readonly timeName: (value: string) => string;
    readonly text: Text;
    readonly widths: Pick<CharWidths, 'regular'>;
  },
) {
  const { timeName, text, widths } = names;
  const shortOf = (value: string, isFirst: boolean): string => {
    if (unit !== 'month') return timeName(value);
    const month = monthName(value, text);
    return isFirst || value.endsWith('-01') ? `${month} ${value.slice(2, 4)}` : month;
  };
  const named = times.map((time) => {
    const [middle, name] = [middleOf(time), shortOf(time.value, false)];
    // Whichever is the first has its year: all have room for it where it is set.
    return { middle, value: time.value, name, half: (widths.regular(name) * TICK_SHARE) / 2 };
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
  const shown = among(step);
  const shortNames = new Map(shown.map(({ middle, value }, at) => [middle, shortOf(value, at === 0)]));
  const places = shown.map(({ middle }) => middle);
  return { places, nameOf: (middle: number) => shortNames.get(middle) ?? '' };
}

type SeenProps = Pick<
  Parameters<typeof PivotLines>[0],
  'measure' | 'places' | 'nameOf' | 'timeName' | 'model'
> & { readonly chart: ChartLines };

/** The values of all lines at the time in view, and their sum. */
function LinesSeen(
  props: SeenProps & {
    readonly inks: readonly string[];
    readonly dashes: readonly (string | undefined)[];
    readonly at: number;
    readonly inView: number;
    readonly isUnfinished: boolean;
    readonly onReach: (line: number) => void;
    readonly onPoint: (point: LinePoint | undefined) => void;
  },
) {
  const text = useText();
  const formats = useFormats();
  const { chart, inks, dashes, at, inView, measure, places, model } = props;
  const isCompared = (model.total.pair.before?.rows ?? 0) > 0;
  const all = [...chart.lines, ...(chart.total === null ? [] : [chart.total])];
  const items = all.map(({ line, points }, index) => {
    const point = points[at];
    const isTotal = index >= chart.lines.length;
    const name = chart.total === null ? text('pivot.total') : props.nameOf(line);
    return {
      key: line.key,
      sample: isTotal ? null : <LineSample ink={inks[index] ?? ''} dash={dashes[index]} />,
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

function LineSample({ ink, dash }: { readonly ink: string; readonly dash: string | undefined }) {
  return (
    <svg className={styles.sample} width={28} height={4} aria-hidden="true">
      <path d="M0,2h28" stroke={ink} strokeWidth={2} strokeDasharray={dash} fill="none" />
    </svg>
  );
}

/** The note on lines that go on, and on values that have no place between them. */
function LinesNote(
  props: SeenProps & {
    readonly hasDotted: boolean;
    readonly onOpen: (line: PivotLine, band: Band) => void;
  },
) {
  const text = useText();
  const formats = useFormats();
  const { chart, measure } = props;
  const notes = [
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
