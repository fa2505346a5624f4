import {
  amountOf,
  STATEMENT_LINES,
  type StatementLine,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import { type Measure, scopeOf } from '#renderer/screens/profitability/figures/measures.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';
import { rateOf } from '#shared/domain/profitability.ts';
import type { ChartMark } from './chart-marks.ts';

/** The parts of a result, group by group: the lines of the statement that lead to it, stacked beside it. Pure. */

/** A line of the statement in a group; its value is an amount, or its percent of Ventas. */
export type StackPart = { readonly line: StatementLine; readonly value: Decimal | null };

export type Stack = {
  readonly mark: ChartMark;
  readonly income: StackPart;
  /** Sections and product cost that count in the result, as charged: where more was given back, below 0. */
  readonly costs: readonly StackPart[];
  /** All of them together. */
  readonly cost: Decimal | null;
  /** `mark.value` is its value. */
  readonly result: StatementLine;
};

const RATE_PLACES = 6;

/** The marks with what leads to their result, in the order of the statement. */
export function stacksOf(marks: readonly ChartMark[], measure: Measure): readonly Stack[] {
  const scope = scopeOf(measure);
  const result = STATEMENT_LINES.find((line) => line.kind === 'result' && line.scope === scope);
  const income = STATEMENT_LINES.find(({ kind }) => kind === 'income');
  if (scope === null || result === undefined || income === undefined) return [];
  const costs = STATEMENT_LINES.filter(
    ({ kind, countsIn }) => (kind === 'section' || kind === 'product-cost') && countsIn.includes(scope),
  );
  return marks.map((mark): Stack => {
    const { sums } = mark.pair.now;
    const shown = (amount: Decimal | null): Decimal | null =>
      measure.kind === 'sum' ? amount : rateOf(amount ?? undefined, sums.Ventas, RATE_PLACES);
    const partOf = (line: StatementLine): StackPart => ({ line, value: shown(amountOf(line, sums)) });
    const amounts = costs.flatMap((line) => amountOf(line, sums) ?? []);
    return {
      mark,
      income: partOf(income),
      costs: costs.map(partOf),
      cost: amounts.length === 0 ? null : shown(sumOf(amounts)),
      result,
    };
  });
}

/** Costs of next to no sales are any percent: beyond these a stack is cut at the edge. */
const EDGE_PERCENT = { low: -100, high: 200 };

/** From where to where the stacks and the results beside them go; 0 lies in it. */
export function stackDomain(stacks: readonly Stack[], measure: Measure): readonly [number, number] {
  let [low, high] = [0, 0];
  for (const { costs, mark } of stacks) {
    const values = costs.map(({ value }) => toPlotNumber(value) ?? 0);
    const own = toPlotNumber(mark.value) ?? 0;
    const gathered = (sign: 1 | -1) =>
      values.reduce((total, value) => total + (Math.sign(value) === sign ? value : 0), 0);
    low = Math.min(low, own, gathered(-1));
    high = Math.max(high, own, gathered(1));
  }
  if (measure.kind === 'rate')
    [low, high] = [Math.max(EDGE_PERCENT.low, low), Math.min(EDGE_PERCENT.high, high)];
  return [low, high === low ? low + 1 : high];
}
