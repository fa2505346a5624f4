import type { TimeUnit } from '#renderer/data/model/groups.ts';
import { daysOf, isBesideCalendar } from '#renderer/features/dimensions/dimensions.ts';
import { axisOf, rateAxisOf, withMiddle } from '#renderer/features/trend/month-points.ts';
import { type FigurePair, NO_FIGURES } from '#renderer/screens/profitability/figures/figures.ts';
import { figureKindOf, type Measure } from '#renderer/screens/profitability/figures/measures.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { type LocalDate, localToMs, startOfDay } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { figuresOf, type MarkFigures, othersOf } from './chart-marks.ts';
import { type Band, OWN } from './pivot-columns.ts';
import type { PivotLine, PivotModel } from './pivot-model.ts';
import { within } from './scatter-dots.ts';

/** A measure over time, a line for each group: what is drawn, and the exact figures behind every point. Pure. */

/** With the others seven: more lines cross each other without being told apart. */
export const MAX_LINES = 6;
/** The most times of one line alone, which no band of columns bounds. */
export const MAX_TIMES = 400;

export type ChartTime = {
  readonly value: string;
  /** Its first and last day, counted from 1970-01-01. */
  readonly from: number;
  readonly to: number;
};

/** The mark at one time of a line; it leads to the orders of `line` and `band`. */
export type LinePoint = MarkFigures & { readonly line: PivotLine; readonly band: Band };

export type ChartLine = { readonly line: PivotLine; readonly points: readonly LinePoint[] };

export type ChartLines = {
  readonly times: readonly ChartTime[];
  readonly lines: readonly ChartLine[];
  /** All groups together, at each time: not drawn, for it would flatten its parts; null where one line is all there is. */
  readonly total: ChartLine | null;
  /** Earlier times that there are no points of. */
  readonly timesLeftOut: number;
  /** Rows that lie in no time: without a date, or with one out of range. */
  readonly besides: readonly LinePoint[];
};

/** `unit` of the time; `isOneLine`: the model's groups are the times themselves. */
export function chartLines(
  model: PivotModel,
  measure: Measure,
  unit: TimeUnit,
  isOneLine: boolean,
): ChartLines {
  const whole = model.total.pair;
  const groups = model.lines.filter(({ kind, depth }) => kind === 'group' && depth === 0);
  const values = isOneLine ? groups.flatMap(({ first }) => first ?? []) : model.bands;
  const known = values.flatMap((value) => timeOf(unit, value)).toSorted((a, b) => a.from - b.from);
  const times = isOneLine ? known.slice(-MAX_TIMES) : known;
  const beside = values.filter((value) => timeOf(unit, value).length === 0);
  const timesLeftOut = known.length - times.length + model.bandsLeftOut;
  const point = (line: PivotLine, band: Band, pair: FigurePair): LinePoint => ({
    ...figuresOf(measure, pair, whole),
    line,
    band,
  });
  if (isOneLine) {
    const byTime = new Map(groups.map((line) => [line.first, line]));
    const pointAt = (value: string): LinePoint => {
      const line = byTime.get(value) ?? model.total;
      return point(line, OWN, line.pair);
    };
    return {
      times,
      lines: [{ line: model.total, points: times.map(({ value }) => pointAt(value)) }],
      total: null,
      timesLeftOut,
      besides: beside.map(pointAt),
    };
  }
  const nothing: FigurePair = { now: NO_FIGURES, before: whole.before === null ? null : NO_FIGURES };
  const pointOf = (line: PivotLine, value: string): LinePoint =>
    point(line, { kind: 'value', value }, line.across?.get(value) ?? nothing);
  const lineOf = (line: PivotLine): ChartLine => ({
    line,
    points: times.map(({ value }) => pointOf(line, value)),
  });
  return {
    times,
    lines: linesOf(model, groups).map(lineOf),
    total: lineOf(model.total),
    timesLeftOut,
    besides: beside.map((value) => pointOf(model.total, value)),
  };
}

/** The first groups, and what is left of all of them; one group alone is itself rather than «the others». */
function linesOf(model: PivotModel, groups: readonly PivotLine[]): readonly PivotLine[] {
  const rest = model.lines.find(({ kind, depth }) => kind === 'others' && depth === 0);
  if (rest === undefined && groups.length <= MAX_LINES + 1) return groups;
  const shown = groups.slice(0, MAX_LINES);
  return [...shown, othersOf(model.total, shown, groups.length - shown.length + (rest?.leftOut ?? 0))];
}

function timeOf(unit: TimeUnit, value: string): readonly ChartTime[] {
  // A date out of range has days too, thousands of years of them: it is no place of the plot.
  const days = isBesideCalendar(value) ? null : daysOf(unit, value);
  return days === null ? [] : [{ value, from: dayNumber(days.from), to: dayNumber(days.to) }];
}

const DAY_MS = 86_400_000;
function dayNumber(day: LocalDate): number {
  return localToMs(startOfDay(day)) / DAY_MS;
}

/** The first time that is not over by the day of the last purchase, the present; as many as there are where all are. */
export function firstUnfinished(times: readonly ChartTime[], present: LocalDate | null): number {
  if (present === null) return times.length;
  const day = dayNumber(present);
  const found = times.findIndex(({ to }) => to > day);
  return found < 0 ? times.length : found;
}

/** A point as it is drawn: far beyond the others' rates it stands at the edge. */
export function plotOf(measure: Measure, value: Decimal | null): number | null {
  const plotted = toPlotNumber(value);
  return plotted === null || figureKindOf(measure) !== 'points' ? plotted : within(plotted);
}

/** The newest of some parts of the calendar that is over by the present; the newest of all where none is. */
export function newestOver(
  unit: TimeUnit,
  values: readonly string[],
  present: LocalDate | null,
): string | null {
  const times = values.flatMap((value) => timeOf(unit, value)).toSorted((a, b) => a.from - b.from);
  return (times[firstUnfinished(times, present) - 1] ?? times.at(-1))?.value ?? null;
}

export function middleOf({ from, to }: ChartTime): number {
  return (from + to) / 2;
}

/**
 * By place along the plot: what every line has there (`v0` in times that are over, `p0` where it goes on to one that is
 * not), what missing costs may take from the line in view, and what that is held against. Between times that do not follow
 * each other all lines are broken.
 */
export type PlotRow = {
  readonly x: number;
  readonly [of: string]: number | null | readonly [number, number];
};

export function plotRows(
  { times, lines }: ChartLines,
  measure: Measure,
  { unfinished, inView }: { readonly unfinished: number; readonly inView: number },
): readonly PlotRow[] {
  return times.flatMap((time, at): PlotRow[] => {
    const own = Object.fromEntries(
      lines.flatMap(({ points }, line) => {
        const y = plotOf(measure, points[at]?.value ?? null);
        return [
          [`v${line}`, at < unfinished ? y : null],
          [`p${line}`, at >= unfinished - 1 ? y : null],
        ];
      }),
    );
    const seen = lines[inView]?.points[at];
    const [value, likely] = [seen?.value ?? null, seen?.likely ?? null].map((each) => plotOf(measure, each));
    const row: PlotRow = {
      x: middleOf(time),
      ...own,
      before: plotOf(measure, seen?.before ?? null),
      missing: value == null || likely == null ? null : [likely, value],
    };
    const before = times[at - 1];
    const isBroken = before !== undefined && before.to + 1 !== time.from;
    return isBroken ? [{ x: (before.to + time.from) / 2 }, row] : [row];
  });
}

/** An axis that holds every point, what missing costs may take from it, and what it is held against. */
export function lineAxis({ lines }: ChartLines, measure: Measure) {
  const values = lines.flatMap(({ points }) =>
    points.flatMap(({ value, likely, before }) => [value, likely, before]),
  );
  const plotted = values.map((value) => plotOf(measure, value));
  return withMiddle((figureKindOf(measure) === 'points' ? rateAxisOf : axisOf)(plotted));
}

/** Whether a point stands at the edge, further in than it is. */
export function hasBeyond({ lines }: ChartLines, measure: Measure): boolean {
  return lines.some(({ points }) =>
    points.some(({ value }) => plotOf(measure, value) !== toPlotNumber(value)),
  );
}
