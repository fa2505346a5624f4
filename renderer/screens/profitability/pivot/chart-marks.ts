import { isEqual } from 'es-toolkit/predicate';
import { costBoundsOf } from '#renderer/data/model/cost-bounds.ts';
import { divide, fractionOfDecimal, roundedTo, times } from '#renderer/data/model/fraction.ts';
import type { TimeUnit } from '#renderer/data/model/groups.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { byTime, type DimensionRef } from '#renderer/features/dimensions/dimensions.ts';
import { STATEMENT_COLUMNS } from '#renderer/features/income-statement/income-statement-lines.ts';
import { isPartial } from '#renderer/features/selection/selection-totals.tsx';
import {
  decimalIn,
  type FigurePair,
  NO_FIGURES,
  partText,
  restOfPairs,
} from '#renderer/screens/profitability/figures/figures.ts';
import {
  type Measure,
  measureId,
  measureOf,
  measuresInView,
  needsProductCost,
  ofScope,
} from '#renderer/screens/profitability/figures/measures.ts';
import type { ChartKind, PivotView } from '#renderer/screens/profitability/state/view-state.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { localToMs, startOfDay } from '#shared/domain/dates.ts';
import { add, type Decimal, fromDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';
import { type Band, NAME_COLUMN } from './pivot-columns.ts';
import { type PivotLine, type PivotModel, partOf } from './pivot-model.ts';

/** A pivot's groups as the marks of a chart, exact; from the answer that the table is laid out from. Pure. */

/** More would be read by nobody: what comes after them is one mark, the others. */
export const MAX_MARKS = 24;

/** Bars by two dimensions: so many groups, and so many of the second one in each; with the others 54 bars. */
export const MAX_PAIRED_GROUPS = 8;
export const MAX_PARTS = 5;

/**
 * Parts of the calendar go on to the newest in their order: so many alone, and so many in each group. What was before
 * them is no mark: as one it would be the longest of all, and of no time. It is said how many there are.
 */
export const MAX_TIMES_ALONE = 36;
export const MAX_TIMES_WITHIN = 13;

/** A measure of one set of rows, as a mark shows it. */
export type MarkFigures = {
  readonly pair: FigurePair;
  readonly value: Decimal | null;
  /** Its likely value if the missing product costs were as the known ones; null where none is missing, or it needs none. */
  readonly likely: Decimal | null;
  /** Some of its product costs are missing, and it needs them: it is less than it says. */
  readonly isPartial: boolean;
  /** In the compared period, and how it differs from it: in amounts or points, and in percent. */
  readonly before: Decimal | null;
  readonly difference: Decimal | null;
  readonly change: Decimal | null;
};

export type ChartMark = MarkFigures & {
  /** The line whose orders a press leads to. */
  readonly line: PivotLine;
  /**
   * The share of the whole, in percent, and the one together with all marks before it; null where the whole is not
   * above 0.
   */
  readonly share: Decimal | null;
  readonly cumulative: Decimal | null;
};

type Charted = Pick<PivotView, 'measures' | 'scope' | 'chart'>;

/**
 * The measures a chart can be of: a Pareto's parts add up to a whole, so they are sums; a scatter is of margins; costs are
 * stacked beside a result, in amounts or in percent.
 */
export function chartMeasures({ measures, scope }: Charted, kind: ChartKind): readonly Measure[] {
  const inView = measuresInView(measures, scope);
  const results = (scope === null ? SCOPES.toReversed() : [scope]).map(
    (each) => SCOPE_COLUMNS[each].profitability,
  );
  switch (kind) {
    case 'bars':
    case 'lines':
      return inView;
    case 'stacked':
      return results.flatMap((column) => [
        { kind: 'sum', column },
        { kind: 'rate', column },
      ]);
    case 'scatter':
      return results.map((column) => ({ kind: 'rate', column }));
    case 'pareto': {
      const sums = inView.filter((measure) => measure.kind === 'sum');
      return sums.length > 0 ? sums : [SALES];
    }
  }
}
const SALES: Measure = { kind: 'sum', column: 'Ventas' };

/** The measure that was chosen for the chart, where the table still has it; else the first. */
export function chartMeasure(view: Charted, kind: ChartKind): Measure {
  const all = chartMeasures(view, kind);
  const known = measureOf(view.chart?.measure ?? '');
  const chosen = known === null || view.scope === null ? known : ofScope(known, view.scope);
  return all.find((each) => isEqual(each, chosen)) ?? all[0] ?? SALES;
}

/** The view that is asked for: its dimensions as they are drawn, the greatest first. The table keeps its own. */
export function chartedView(view: PivotView, period: Period | null): PivotView {
  if (view.chart === undefined) return view;
  const { kind } = view.chart;
  const measure = chartMeasure(view, kind);
  const dimensions = chartedDimensions(view, kind, period);
  const isOrdered = kind !== 'pareto' && kind !== 'scatter' && dimensions.first.unit !== null;
  // The greatest of a rate have next to no sales: lines, and what is drawn by its sales, are those with the most of them.
  const isBySales = kind === 'scatter' || kind === 'stacked' || (kind === 'lines' && measure.kind !== 'sum');
  const losses = lossOrder(view);
  const greatest: SortOrder = { column: measureId(isBySales ? SALES : measure), direction: 'descending' };
  return {
    ...view,
    ...dimensions,
    chart: { kind, measure: measureId(measure) },
    // A measure of another scope than the one in view is asked for as it is shown.
    scope: kind === 'scatter' || kind === 'stacked' ? view.scope : null,
    measures:
      kind === 'stacked'
        ? STATEMENT_COLUMNS.map((column) => measureId({ kind: 'sum', column }))
        : measuresInView(view.measures, view.scope).map(measureId),
    sort: isOrdered ? { column: NAME_COLUMN, direction: 'ascending' } : drawsLosses(view) ? losses : greatest,
    // Of what loses all is summed: what is not drawn by itself too.
    all: view.all || drawsLosses(view),
  };
}

type Ordered = Pick<PivotView, 'sort' | 'scope'>;

/** The order of a table that begins with the greatest losses: by the sum of a result, the least first; else null. */
function lossOrder({ sort }: Pick<PivotView, 'sort'>): SortOrder | null {
  const measure = sort?.direction === 'ascending' ? measureOf(sort.column) : null;
  const isResult = SCOPES.some((scope) => SCOPE_COLUMNS[scope].profitability === measure?.column);
  return measure?.kind === 'sum' && isResult ? sort : null;
}

/** Whether the chart is of those that lose: its table begins with them. A Pareto's parts add up to a whole, and lines go on. */
export function drawsLosses(view: Pick<PivotView, 'sort' | 'chart'>): boolean {
  const kind = view.chart?.kind;
  return (kind === 'bars' || kind === 'stacked' || kind === 'scatter') && lossOrder(view) !== null;
}

/** What belongs to no product loses too, a hundred times as much: it is none of them. */
const NO_PRODUCT: ReadonlySet<string | null> = new Set(['', 'Sin SKU']);

/** The groups that lose by the column that the table begins with. */
function losersOf(groups: readonly PivotLine[], order: Ordered): readonly PivotLine[] {
  return groups.filter((line) => !NO_PRODUCT.has(line.first) && isLoss(line, order));
}

function isLoss({ pair }: PivotLine, { sort, scope }: Ordered): boolean {
  const measure = measureOf(sort?.column ?? '');
  const column = (measure === null || scope === null ? measure : ofScope(measure, scope))?.column ?? '';
  return fromDecimal(pair.now.sums[column] ?? ('0' as Decimal)).units < 0n;
}

/**
 * Lines are of a part of the calendar: of one that fits the period, where the table has none or the period is one of its
 * own. Only they and bars know a second dimension.
 */
function chartedDimensions(
  { first, second }: PivotView,
  kind: ChartKind,
  period: Period | null,
): Pick<PivotView, 'first' | 'second' | 'place'> {
  const alone = { second: null, place: 'nested' } as const;
  if (kind === 'bars') return second === null ? { first, ...alone } : { first, second, place: 'across' };
  if (kind !== 'lines') return { first, ...alone };
  const lineTime = (time: DimensionRef): DimensionRef =>
    time.unit === null || (time.column === null && isOneOf(time.unit, period))
      ? byTime(unitWithin(period))
      : time;
  if (first.unit === null) return { first, second: lineTime(second ?? first), place: 'across' };
  return second === null
    ? { first: lineTime(first), ...alone }
    : { first: second, second: lineTime(first), place: 'across' };
}

const DAY_MS = 86_400_000;
function daysIn({ from, to }: Period): number {
  return (localToMs(startOfDay(to)) - localToMs(startOfDay(from))) / DAY_MS + 1;
}

/** The longest periods that are drawn by days and by weeks, so that there are never many more than sixty points. */
const MAX_DAYS = { day: 62, week: 190 };
const LONGEST = { year: 366, quarter: 92, month: 31, week: 7, day: 1 } as const satisfies Record<
  TimeUnit,
  number
>;

/** A line of one point is none. */
function isOneOf(unit: TimeUnit, period: Period | null): boolean {
  return period !== null && unit !== 'day' && daysIn(period) <= LONGEST[unit];
}

/** Few enough points to be told apart, and more than one of them. */
export function unitWithin(period: Period | null): TimeUnit {
  if (period === null) return 'month';
  const days = daysIn(period);
  return days <= MAX_DAYS.day ? 'day' : days <= MAX_DAYS.week ? 'week' : 'month';
}

export function figuresOf(measure: Measure, pair: FigurePair, whole: FigurePair): MarkFigures {
  const { now, before } = pair;
  return {
    pair,
    value: decimalIn(measure, now, whole.now),
    likely: likelyOf(measure, pair),
    isPartial: needsProductCost(measure) && isPartial(now),
    before: before === null ? null : decimalIn(measure, before, whole.before ?? NO_FIGURES),
    difference: partText(measure, 'difference', pair, whole),
    change: partText(measure, 'change', pair, whole),
  };
}

/** The groups of a chart, none within another. */
function groupsOf({ lines }: PivotModel): readonly PivotLine[] {
  return lines.filter(({ kind, depth }) => kind === 'group' && depth === 0);
}

/** How many earlier parts of the calendar have no mark: groups, or the values across them. */
export function timesLeftOut(model: PivotModel, isAcross: boolean): number {
  return isAcross
    ? model.bandsLeftOut + Math.max(0, model.bands.length - MAX_TIMES_WITHIN)
    : Math.max(0, groupsOf(model).length - MAX_TIMES_ALONE);
}

/**
 * The groups first shown as marks, and all others as one: together they are the whole. Of time the newest are shown, and no
 * others. `losses`: the order of a table that begins with the greatest, of which those alone are marks: the others are then
 * the losers that are not shown, and together the marks are all that is lost.
 */
export function chartMarks(
  model: PivotModel,
  measure: Measure,
  isTime: boolean,
  most = isTime ? MAX_TIMES_ALONE : MAX_MARKS,
  losses: Ordered | null = null,
): readonly ChartMark[] {
  const lines = linesOfLosses(model, losses, most) ?? linesOfAll(model, isTime, most);
  const whole = decimalIn(measure, model.total.pair.now, model.total.pair.now);
  let running: Decimal | null = '0' as Decimal;
  return lines.map((line): ChartMark => {
    const figures = figuresOf(measure, line.pair, model.total.pair);
    const { value } = figures;
    running =
      running === null || value === null ? null : toDecimal(add(fromDecimal(running), fromDecimal(value)));
    return { line, ...figures, share: shareOf(value, whole), cumulative: shareOf(running, whole) };
  });
}

const restOf = ({ lines }: PivotModel): PivotLine | undefined =>
  lines.find(({ kind, depth }) => kind === 'others' && depth === 0);

function linesOfAll(model: PivotModel, isTime: boolean, most: number): readonly PivotLine[] {
  const groups = groupsOf(model);
  const rest = restOf(model);
  // One group alone is shown as itself rather than as «the others».
  const isAll = rest === undefined && groups.length <= most + 1;
  const shown = isTime ? groups.slice(-most) : isAll ? groups : groups.slice(0, most);
  const leftOut = groups.length - shown.length + (rest?.leftOut ?? 0);
  return isTime || leftOut === 0 ? shown : [...shown, othersOf(model.total, shown, leftOut)];
}

/** Null where nothing loses: there is nothing to tell apart; or where not all that loses is known. */
function linesOfLosses(model: PivotModel, losses: Ordered | null, most: number): readonly PivotLine[] | null {
  if (losses === null) return null;
  const groups = groupsOf(model);
  const lost = losersOf(groups, losses);
  // The greatest losses come first: behind a group that does not lose there is none.
  const areAllKnown =
    restOf(model) === undefined ||
    (model.losers === undefined ? groups.some((line) => !isLoss(line, losses)) : lost.length >= model.losers);
  if (lost.length === 0 || !areAllKnown) return null;
  if (lost.length <= most + 1) return lost;
  const others = lost.slice(most);
  const rest = { key: '*', kind: 'others', areLosers: true, leftOut: others.length } as const;
  return [...lost.slice(0, most), { ...partOf(model, others), ...rest, acrossRest: null }];
}

/** Marks that lose without having sold anything say so in front of what else is said of them. */
export function withoutSales(marks: readonly ChartMark[], words: string): readonly ChartMark[] {
  return marks.map((mark) => {
    const { line, pair } = mark;
    const sales = pair.now.sums.Ventas;
    if (line.kind !== 'group' || sales === undefined || fromDecimal(sales).units !== 0n) return mark;
    return { ...mark, line: { ...line, caption: line.caption ? `${words} · ${line.caption}` : words } };
  });
}

/** The rest of all groups beside those shown, also under each value of the dimension across. */
export function othersOf(total: PivotLine, shown: readonly PivotLine[], leftOut: number): PivotLine {
  const pair = restOfPairs(
    total.pair,
    shown.map((line) => line.pair),
  );
  const get = (value: string): FigurePair | undefined => {
    const whole = total.across?.get(value);
    return whole === undefined
      ? undefined
      : restOfPairs(
          whole,
          shown.flatMap(({ across }) => across?.get(value) ?? []),
        );
  };
  const across = total.across === null ? null : { get };
  return { ...total, key: '*', kind: 'others', leftOut, pair, across, acrossRest: null };
}

/** A bar of the second dimension within a group. */
export type PartMark = MarkFigures & { readonly band: Band };
export type PairedMark = ChartMark & { readonly parts: readonly PartMark[] };

/**
 * The groups as marks, each with the first values of the second dimension, the same in all of them; what is left of each
 * group is its last part, but of time, whose newest are shown. A value that a group has no rows of is none of its parts.
 */
export function pairedMarks(
  model: PivotModel,
  measure: Measure,
  isTime: { readonly first: boolean; readonly second: boolean },
  losses: Ordered | null = null,
): readonly PairedMark[] {
  const isAll = isTime.second || (model.bandsLeftOut === 0 && model.bands.length <= MAX_PARTS + 1);
  const shown = isTime.second
    ? model.bands.slice(-MAX_TIMES_WITHIN)
    : isAll
      ? model.bands
      : model.bands.slice(0, MAX_PARTS);
  const whole = model.total.pair;
  return chartMarks(model, measure, isTime.first, MAX_PAIRED_GROUPS, losses).map((mark) => {
    const pairs = shown.flatMap((value) => {
      const pair = mark.line.across?.get(value);
      return pair === undefined ? [] : [{ band: { kind: 'value', value } as const, pair }];
    });
    const rest = restOfPairs(
      mark.line.pair,
      pairs.map(({ pair }) => pair),
    );
    const others = isAll ? [] : [{ band: { kind: 'others' } as const, pair: rest }];
    const parts = [...pairs, ...others]
      .filter(({ pair }) => pair.now.rows > 0 || (pair.before?.rows ?? 0) > 0)
      .map(({ band, pair }): PartMark => ({ band, ...figuresOf(measure, pair, whole) }));
    return { ...mark, parts };
  });
}

/** A hatching of less than this share of its bar is not to be seen. */
const MIN_HATCHED = 0.005;

/** Whether missing costs take enough from any group, or any value of it, to be seen as hatching. */
export function hasHatching(model: PivotModel, measure: Measure): boolean {
  const isSeen = (pair: FigurePair): boolean => {
    const likely = toPlotNumber(likelyOf(measure, pair));
    const value = toPlotNumber(decimalIn(measure, pair.now, model.total.pair.now));
    return (
      likely !== null &&
      value !== null &&
      Math.abs(value - likely) > MIN_HATCHED * Math.max(1, Math.abs(value))
    );
  };
  return groupsOf(model).some(
    ({ pair, across }) =>
      isSeen(pair) ||
      model.bands.some((value) => {
        const part = across?.get(value);
        return part !== undefined && isSeen(part);
      }),
  );
}

/** Percent with six places. */
function shareOf(part: Decimal | null, whole: Decimal | null): Decimal | null {
  const [top, bottom] = [part, whole].map((each) => fractionOfDecimal(each ?? undefined));
  if (top == null || bottom == null || bottom.top <= 0n) return null;
  const share = divide(top, bottom);
  return share === null ? null : roundedTo(times(share, 100n), 6);
}

function likelyOf({ kind, column }: Measure, { now }: FigurePair): Decimal | null {
  if (column !== 'Rentabilidad Comercial' && column !== 'Rentabilidad Total') return null;
  const bounds = costBoundsOf(now, column);
  if (bounds === null) return null;
  return kind === 'sum' ? bounds.likely : kind === 'rate' ? bounds.likelyPercent : null;
}
