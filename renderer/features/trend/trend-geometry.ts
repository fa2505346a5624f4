import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import {
  axisOf,
  changesOf,
  type MonthPoint,
  rateAxisOf,
  type TrendMeasure,
  withMiddle,
} from './month-points.ts';
import { type BesideMonths, NOTHING_BESIDE } from './running-month.ts';

/** Where the chart's marks stand, in pixels of its plot: strips over the same months. Pure. */

/** A strip, with room above its scale for the figure of the month in view. */
export const STRIP_PX = 102;
/** The strip of changes below those of rates. */
export const CHANGES_PX = 60;
const ABOVE_PX = 15;
/** Below a scale, up to the next strip. */
const BELOW_PX = 3;
const NAMES_PX = 20;
export const SCALES_PX = 44;
/** The last name may be wider than its month. */
const BESIDE_PX = 8;
/** Beside the last month, for how it will end and what it is to come to. */
export const ENDS_PX = 56;
/** Between two of these, where they have that room. */
const END_GAP_PX = 13;
/** Few months do not fill the plot: one alone would be a wall. */
const MAX_MONTH_PX = 72;
/** Marks are as fine as a screen shows them: what differs by less need not be drawn again. */
const FINENESS = 4;
/** The height of a tick's figure, and what stands between two. */
const MIN_TICK_PX = 11;

type Tick = {
  readonly value: number;
  readonly y: number;
  /** Its figure has room beside those that are named before it. */
  readonly isNamed: boolean;
};

export type Strip = {
  readonly scope: Scope;
  readonly values: readonly (number | null)[];
  readonly ticks: readonly Tick[];
  /** By month; null where it was not read. */
  readonly ys: readonly (number | null)[];
  /** Down to where the missing costs would bring it, by month; null where none is missing. */
  readonly likely: readonly (number | null)[];
  /** Values of the same months a year before. */
  readonly yearBefore: readonly (number | null)[];
  /** What the months are to come to, by month; null where nothing was said. */
  readonly targets: readonly (Mark | null)[];
  /** How the month that goes on will end; null where it is not told, and of rates. */
  readonly ahead: Ahead | null;
};

/** A value, and where it stands. */
type Mark = { readonly value: number; readonly y: number };
type Ahead = {
  /** The month that goes on. */
  readonly month: number;
  readonly low: Mark;
  readonly likely: Mark;
  readonly high: Mark;
};

/** All strips: those of the scopes, and under rates the one of their changes. */
export function plotPx(measure: TrendMeasure): number {
  return STRIP_PX * SCOPES.length + (measure === 'rate' ? CHANGES_PX : 0) + NAMES_PX;
}

type Scale = Pick<ReturnType<typeof axisOf>, 'min' | 'max'>;

/** Heights in the strip that stands so many strips below the first, and is so high. */
function heightsIn(strip: number, { min, max }: Scale, stripPx = STRIP_PX): (value: number) => number {
  const top = strip * STRIP_PX + ABOVE_PX;
  const scalePx = stripPx - ABOVE_PX - BELOW_PX;
  return (value) => Math.round((top + ((max - value) / (max - min)) * scalePx) * FINENESS) / FINENESS;
}

/** Ticks, `first` of which is named whatever stands beside it. */
function ticksOf(
  values: readonly number[],
  yOf: (value: number) => number,
  first: readonly number[],
): readonly Tick[] {
  const named: number[] = [];
  const inOrder = [...first.filter((value) => values.includes(value)), ...values];
  for (const value of inOrder) {
    if (named.every((other) => Math.abs(yOf(other) - yOf(value)) >= MIN_TICK_PX)) named.push(value);
  }
  return values.map((value) => ({ value, y: yOf(value), isNamed: named.includes(value) }));
}

/** The strips of the scopes, with what stands `beside` their months on the same scales. */
export function stripsOf(
  points: readonly MonthPoint[],
  measure: TrendMeasure,
  { running, targetOf }: BesideMonths = NOTHING_BESIDE,
): readonly Strip[] {
  const last = points.length - 1;
  const isRunning = running !== null && measure === 'sum' && points[last]?.month === running.month;
  return SCOPES.map((scope, index) => {
    const read = (scopes: MonthPoint['scopes'] | null): number | null => {
      const result = scopes?.find((other) => other.scope === scope);
      return toPlotNumber(measure === 'sum' ? result?.profit : result?.ratePercent);
    };
    const values = points.map((point) => read(point.scopes));
    const before = points.map((point) => read(point.yearBefore));
    const likely = points.map((point) => {
      const known = point.likely[scope];
      return toPlotNumber(measure === 'sum' ? known?.profit : known?.ratePercent);
    });
    const targets = points.map(({ month }) => toPlotNumber(targetOf(scope, month)));
    const estimate = isRunning ? running.estimates[scope] : null;
    const [low, ahead, high] = [estimate?.low, estimate?.likely, estimate?.high].map(toPlotNumber);
    const all = [...values, ...before, ...likely, ...targets, low ?? null, high ?? null];
    const { ticks, ...scale } = withMiddle((measure === 'sum' ? axisOf : rateAxisOf)(all));
    const yOf = heightsIn(index, scale);
    const place = (value: number | null): number | null => (value === null ? null : yOf(value));
    const markOf = (value: number): Mark => ({ value, y: yOf(value) });
    return {
      scope,
      values,
      // The base line of amounts; of rates both ends, for they may begin anywhere.
      ticks: ticksOf(ticks, yOf, measure === 'sum' ? [0] : [scale.min, scale.max]),
      ys: values.map(place),
      likely: likely.map(place),
      yearBefore: before.map(place),
      targets: targets.map((value) => (value === null ? null : markOf(value))),
      ahead:
        low == null || ahead == null || high == null
          ? null
          : { month: last, low: markOf(low), likely: markOf(ahead), high: markOf(high) },
    };
  });
}

/** What is said beside the last month of a strip: how it will end, its target, what it has come to so far. */
export type StripEnd = {
  readonly of: 'ahead' | 'target' | 'so-far';
  /** Of what will be, its two ends; else the value twice. */
  readonly low: number;
  readonly high: number;
  /** The middle of its figure. */
  readonly y: number;
};

/**
 * The ends of a strip from the top, none over another, all inside the strip.
 * @param part the first month that is not over
 * @param roomPx what they are given beside the last month: larger text has more, and stands further apart
 */
export function endsOf(strip: Strip, at: number, part: number, roomPx = ENDS_PX): readonly StripEnd[] {
  const gapPx = (END_GAP_PX * roomPx) / ENDS_PX;
  const { values, ys, targets, ahead } = strip;
  const last = values.length - 1;
  const [value, y, target] = [values[last] ?? null, ys[last] ?? null, targets[last] ?? null];
  const ends: readonly StripEnd[] = [
    ...(ahead === null
      ? []
      : [{ of: 'ahead', low: ahead.low.value, high: ahead.high.value, y: ahead.likely.y } as const]),
    ...(target === null
      ? []
      : [{ of: 'target', low: target.value, high: target.value, y: target.y } as const]),
    ...(ahead === null || last < part || value === null || y === null
      ? []
      : [{ of: 'so-far', low: value, high: value, y } as const]),
  ];
  const [top, bottom] = [at * STRIP_PX + gapPx / 2, (at + 1) * STRIP_PX - gapPx / 2];
  const placed: StripEnd[] = [];
  for (const [index, end] of ends.toSorted((a, b) => a.y - b.y).entries()) {
    const above = placed.at(-1)?.y ?? Number.NEGATIVE_INFINITY;
    const below = ends.length - 1 - index;
    const low = Math.max(end.y, top, above + gapPx);
    placed.push({ ...end, y: Math.min(low, bottom - below * gapPx) });
  }
  return placed;
}

/** Steps of a month's width at what each is to come to; broken where nothing was said. The last ends at its mark: its figure follows. */
export function targetPath(targets: Strip['targets'], ofMonthPx: number): string {
  return targets
    .map((target, index) => {
      if (target === null) return '';
      const middle = xOf(index, ofMonthPx);
      const left = middle - ofMonthPx / 2;
      const right = index === targets.length - 1 ? middle : middle + ofMonthPx / 2;
      const isFirst = (targets[index - 1] ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${left},${target.y}L${right},${target.y}`;
    })
    .join('');
}

/** Whether the shading of missing costs is to be seen at all: there is some, and it is thicker than a line. */
export function hasShading(strips: readonly Strip[]): boolean {
  return strips.some(
    ({ ys, likely }) =>
      bandPath({ ys, likely }, 1) !== '' &&
      ys.some((y, at) => y !== null && Math.abs((likely[at] ?? y) - y) >= MIN_SHADING_PX),
  );
}
const MIN_SHADING_PX = 3;

/** A bar of the strip of changes: a scope's points against the month before. */
type ChangeBar = {
  readonly scope: Scope;
  readonly month: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

type ChangeStrip = { readonly ticks: readonly Tick[]; readonly bars: readonly ChangeBar[] };

const MAX_BAR_PX = 7;
/** The share of a month's width that its bars take: the rest stands between them and the next month's. */
const BARS_SHARE = 0.7;
/** A change that is there is seen. */
const MIN_BAR_PX = 1;

/** How the rates of the scopes differ from the month before, below the scopes' own strips. */
export function changeStripOf(points: readonly MonthPoint[], ofMonthPx: number): ChangeStrip {
  const changes = SCOPES.map((scope) => changesOf(points, scope).map(toPlotNumber));
  const { ticks, ...scale } = rateAxisOf([0, ...changes.flat()]);
  const yOf = heightsIn(SCOPES.length, scale, CHANGES_PX);
  const width = Math.min(MAX_BAR_PX, (ofMonthPx * BARS_SHARE) / SCOPES.length);
  const bars = changes.flatMap((values, at) =>
    values.flatMap((value, month): readonly ChangeBar[] => {
      if (value === null || value === 0) return [];
      const [zero, end] = [yOf(0), yOf(value)];
      const height = Math.max(MIN_BAR_PX, Math.abs(end - zero));
      return [
        {
          scope: SCOPES[at] ?? 'total',
          month,
          x: xOf(month, ofMonthPx) + (at - SCOPES.length / 2) * width,
          y: value > 0 ? zero - height : zero,
          width,
          height,
        },
      ];
    }),
  );
  return { ticks: ticksOf(ticks, yOf, [scale.min, scale.max]), bars };
}

/** The lines through the months that are known, broken where one is not. */
export function linePath(ys: readonly (number | null)[], ofMonthPx: number): string {
  return ys
    .map((y, index) => {
      if (y === null) return '';
      const isFirst = (ys[index - 1] ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${xOf(index, ofMonthPx)},${y}`;
    })
    .join('');
}

/** The band between the months' marks and where the missing costs would bring them. */
export function bandPath({ ys, likely }: Pick<Strip, 'ys' | 'likely'>, ofMonthPx: number): string {
  return ys
    .map((y, index) => {
      const before = ys[index - 1] ?? null;
      const [from, to] = [likely[index - 1] ?? null, likely[index] ?? null];
      if (y === null || before === null || (from === null && to === null)) return '';
      const [left, right] = [xOf(index - 1, ofMonthPx), xOf(index, ofMonthPx)];
      return `M${left},${before}L${right},${y}L${right},${to ?? y}L${left},${from ?? before}Z`;
    })
    .join('');
}

/** The width of a month; `besidePx`: what the last one needs to its right. */
export function monthPx(widthPx: number, months: number, besidePx = BESIDE_PX): number {
  return Math.max(1, Math.min(MAX_MONTH_PX, (widthPx - SCALES_PX - besidePx) / Math.max(1, months)));
}

export function xOf(index: number, ofMonthPx: number): number {
  return SCALES_PX + (index + 0.5) * ofMonthPx;
}

/** The month at a place of the plot; null beside all of them. */
export function monthAt(x: number, ofMonthPx: number, months: number): number | null {
  const index = Math.floor((x - SCALES_PX) / ofMonthPx);
  return index >= 0 && index < months ? index : null;
}

/** Months whose time is not over come last: their lines are dotted from the month before on. */
export function firstPart(points: readonly MonthPoint[]): number {
  const whole = points.findLastIndex(({ isPart }) => !isPart);
  return whole + 1;
}

/** True of a month without a month before or after it: no line leads to it. */
export function isAlone(ys: readonly (number | null)[], index: number): boolean {
  return (ys[index] ?? null) !== null && (ys[index - 1] ?? null) === null && (ys[index + 1] ?? null) === null;
}

/** Baseline of a month's figure: above its mark, or below it where the line comes down to it. */
export function figureY(ys: readonly (number | null)[], index: number): number {
  const y = ys[index] ?? 0;
  const before = ys[index - 1] ?? y;
  return before < y - 5 ? y + 15 : y - 6;
}
