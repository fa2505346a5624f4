import { isEqual } from 'es-toolkit/predicate';
import { isPartial } from '#renderer/features/selection/selection-totals.tsx';
import {
  costBoundsOf,
  decimalIn,
  type FigurePair,
  restOfPairs,
} from '#renderer/screens/profitability/figures/figures.ts';
import {
  divide,
  fractionOfDecimal,
  roundedTo,
  times,
} from '#renderer/screens/profitability/figures/fraction.ts';
import {
  type Measure,
  measureId,
  measureOf,
  measuresInView,
  needsProductCost,
  ofScope,
} from '#renderer/screens/profitability/figures/measures.ts';
import type { ChartKind, PivotView } from '#renderer/screens/profitability/state/view-state.ts';
import { add, type Decimal, fromDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { NAME_COLUMN } from './pivot-columns.ts';
import type { PivotLine, PivotModel } from './pivot-model.ts';

/** A pivot's groups as the marks of a chart, exact; from the answer that the table is laid out from. Pure. */

/** More would be read by nobody: what comes after them is one mark, the others. */
export const MOST_MARKS = 24;

export type ChartMark = {
  /** What a press leads to the orders of. */
  readonly line: PivotLine;
  readonly value: Decimal | null;
  /** What it would be if the missing product costs were as the known ones; null where none is missing, or it needs none. */
  readonly likely: Decimal | null;
  /** Some of its product costs are missing, and it needs them: it is less than it says. */
  readonly isPartial: boolean;
  /** Of the whole, in percent, and together with all marks before it; null where the whole is not above 0. */
  readonly share: Decimal | null;
  readonly cumulative: Decimal | null;
};

type Charted = Pick<PivotView, 'measures' | 'scope' | 'chart'>;

/** The measures a chart can be of: a Pareto's parts add up to a whole, so they are sums; a scatter is of margins. */
export function chartMeasures({ measures, scope }: Charted, kind: ChartKind): readonly Measure[] {
  const inView = measuresInView(measures, scope);
  if (kind === 'bars') return inView;
  if (kind === 'scatter')
    return (scope === null ? SCOPES.toReversed() : [scope]).map((each) => ({
      kind: 'rate',
      column: SCOPE_COLUMNS[each].profitability,
    }));
  const sums = inView.filter((measure) => measure.kind === 'sum');
  return sums.length > 0 ? sums : [SALES];
}
const SALES: Measure = { kind: 'sum', column: 'Ventas' };

/** The measure that was chosen for the chart, where the table still has it; else the first. */
export function chartMeasure(view: Charted, kind: ChartKind): Measure {
  const all = chartMeasures(view, kind);
  const known = measureOf(view.chart?.measure ?? '');
  const chosen = known === null || view.scope === null ? known : ofScope(known, view.scope);
  return all.find((each) => isEqual(each, chosen)) ?? all[0] ?? SALES;
}

/** The view that is asked for: one dimension; time in its order, others the greatest first. The table keeps its own. */
export function chartedView(view: PivotView): PivotView {
  if (view.chart === undefined) return view;
  const { kind } = view.chart;
  const isTime = kind === 'bars' && view.first.unit !== null;
  const measure = measureId(chartMeasure(view, kind));
  return {
    ...view,
    chart: { kind, measure },
    second: null,
    place: 'nested',
    // A measure of another scope than the one in view is asked for as it is shown.
    scope: kind === 'scatter' ? view.scope : null,
    measures: measuresInView(view.measures, view.scope).map(measureId),
    sort: isTime
      ? { column: NAME_COLUMN, direction: 'ascending' }
      : { column: kind === 'scatter' ? measureId(SALES) : measure, direction: 'descending' },
  };
}

/** The groups first shown as marks, and all others as one: together they are the whole. Of time the newest are shown. */
export function chartMarks(
  model: PivotModel,
  measure: Measure,
  isTime: boolean,
  most = MOST_MARKS,
): readonly ChartMark[] {
  const groups = model.lines.filter(({ kind, depth }) => kind === 'group' && depth === 0);
  const rest = model.lines.find(({ kind, depth }) => kind === 'others' && depth === 0);
  // One group alone is shown as itself rather than as «the others».
  const isAll = rest === undefined && groups.length <= most + 1;
  const shown = isAll ? groups : isTime ? groups.slice(-most) : groups.slice(0, most);
  const leftOut = groups.length - shown.length + (rest?.leftOut ?? 0);
  const others = leftOut === 0 ? [] : [othersOf(model.total, shown, leftOut)];
  const lines = isTime ? [...others, ...shown] : [...shown, ...others];
  const whole = decimalIn(measure, model.total.pair.now, model.total.pair.now);
  let running: Decimal | null = '0' as Decimal;
  return lines.map((line): ChartMark => {
    const value = decimalIn(measure, line.pair.now, model.total.pair.now);
    running =
      running === null || value === null ? null : toDecimal(add(fromDecimal(running), fromDecimal(value)));
    return {
      line,
      value,
      likely: likelyOf(measure, line.pair),
      isPartial: needsProductCost(measure) && isPartial(line.pair.now),
      share: shareOf(value, whole),
      cumulative: shareOf(running, whole),
    };
  });
}

function othersOf(total: PivotLine, shown: readonly PivotLine[], leftOut: number): PivotLine {
  const pair = restOfPairs(
    total.pair,
    shown.map((line) => line.pair),
  );
  return { ...total, key: '*', kind: 'others', leftOut, pair, across: null, acrossRest: null };
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
