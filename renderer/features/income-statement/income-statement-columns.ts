import { divide, fractionOfDecimal, minus, roundedTo, sizeOf, times } from '#renderer/data/model/fraction.ts';
import type { Groups } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { describeMonth, describePeriod, wholeMonths } from '#renderer/features/period/period.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { type Decimal, fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import { isRateBase, pointChange, rateOf } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';
import { amountOf, type StatementLine } from './income-statement-lines.ts';

/** Sets of rows as columns of the result: their figures line by line, one set's or how two of them differ. Pure. */

type StatementTotals = Pick<Totals, 'sums' | 'ventasWithProductCost'> & {
  /** Shares of Ventas that are told and not divided, in percent by column: those of targets. */
  readonly rates?: { readonly [column: string]: Decimal };
};

export type StatementColumn = {
  readonly id: string;
  /**
   * A group; rows beside the calendar (no date, or one out of range); what is left of those shown; all of the selection;
   * the compared period; whole minus before.
   */
  readonly kind: 'group' | 'beside' | 'rest' | 'whole' | 'before' | 'difference';
  /** The group's value; "" of the others. */
  readonly value: string;
  readonly totals: StatementTotals;
  /** The totals that a difference is taken from. */
  readonly less: StatementTotals | null;
  readonly leftOut: number;
  /** The days of the compared period. */
  readonly period?: Period;
  /** A target, which speaks of some lines and of no costs. */
  readonly isTarget?: true;
};

/** Amount and share of Ventas; of a difference, the amounts' and the shares' in points. */
export type StatementFigure = { readonly amount: Decimal | null; readonly ratePercent: Decimal | null };

type FigureLine = Pick<StatementLine, 'adds' | 'takes'>;

function plainFigure(line: FigureLine, totals: StatementTotals): StatementFigure {
  const amount = amountOf(line, totals.sums);
  const ratePercent = toldRate(line, totals) ?? rateOf(amount ?? undefined, totals.sums.Ventas, 6);
  return { amount, ratePercent };
}

/** The share that is told of a line of one column; null where it is to be divided. */
export function toldRate({ adds, takes }: FigureLine, { rates }: StatementTotals): Decimal | null {
  const [column, ...others] = adds;
  if (rates === undefined || column === undefined || others.length + takes.length > 0) return null;
  return rates[column] ?? null;
}

/** part ÷ base of both, as a difference of exact fractions, in points with six places. */
function pointsBetween(
  own: { readonly part: Decimal | null; readonly base: Decimal | undefined },
  other: { readonly part: Decimal | null; readonly base: Decimal | undefined },
): Decimal | null {
  const [left, right] = [own, other].map(({ part, base }) => {
    const top = fractionOfDecimal(part ?? undefined);
    const bottom = fractionOfDecimal(base);
    return top === null || bottom === null || !isRateBase({ units: bottom.top }) ? null : divide(top, bottom);
  });
  return left == null || right == null ? null : roundedTo(times(minus(left, right), 100n), 6);
}

export function figureOf(
  line: FigureLine,
  { totals, less }: Pick<StatementColumn, 'totals' | 'less'>,
): StatementFigure {
  const own = plainFigure(line, totals);
  if (less === null) return own;
  const other = plainFigure(line, less);
  return {
    amount:
      own.amount === null || other.amount === null
        ? null
        : toDecimal(subtract(fromDecimal(own.amount), fromDecimal(other.amount))),
    ratePercent:
      own.ratePercent === null || other.ratePercent === null
        ? null
        : toldRate(line, less) !== null
          ? pointChange(own.ratePercent, other.ratePercent)
          : pointsBetween(
              { part: own.amount, base: totals.sums.Ventas },
              { part: other.amount, base: less.sums.Ventas },
            ),
  };
}

/** By how many percent an amount differs from that of the compared period; null where that is 0 or missing. */
export function changeOf(now: Decimal | null, before: Decimal | null): Decimal | null {
  const [own, other] = [now, before].map((amount) => fractionOfDecimal(amount ?? undefined));
  if (own == null || other == null) return null;
  // A loss that shrinks has gained: percent of the size of what was.
  const ratio = divide(minus(own, other), sizeOf(other));
  return ratio === null ? null : roundedTo(times(ratio, 100n), 6);
}

/** The same of a line, in a column of differences; null in others. */
export function lineChange(
  line: FigureLine,
  { totals, less }: Pick<StatementColumn, 'totals' | 'less'>,
): Decimal | null {
  return less === null ? null : changeOf(amountOf(line, totals.sums), amountOf(line, less.sums));
}

export function wholeColumn(groups: Groups): StatementColumn {
  return { id: 'whole', kind: 'whole', value: '', totals: groups.total, less: null, leftOut: 0 };
}

/**
 * The period before, and how this one differs from it; none where there was nothing to compare with. `against` tells two
 * comparisons apart.
 */
export function comparedColumns(groups: Groups, against = ''): readonly StatementColumn[] {
  if (groups.compared === undefined) return [];
  const { period, total: before } = groups.compared;
  const plain = { value: '', leftOut: 0, period };
  return [
    { id: `before${against}`, kind: 'before', totals: before, less: null, ...plain },
    { id: `difference${against}`, kind: 'difference', totals: groups.total, less: before, ...plain },
  ];
}

/** Ventas of the rows with product cost; of a difference, by how much they differ; null of a target. */
export function coverageAmount({ totals, less, isTarget }: StatementColumn): Decimal | null {
  if (isTarget === true) return null;
  const own = fromDecimal(totals.ventasWithProductCost);
  return toDecimal(less === null ? own : subtract(own, fromDecimal(less.ventasWithProductCost)));
}

/** Their share of Ventas, in percent; of a difference, in points. */
export function coverageRate({ totals, less, isTarget }: StatementColumn): Decimal | null {
  if (isTarget === true) return null;
  const share = (each: StatementTotals) => ({ part: each.ventasWithProductCost, base: each.sums.Ventas });
  if (less !== null) return pointsBetween(share(totals), share(less));
  return rateOf(totals.ventasWithProductCost, totals.sums.Ventas, 6);
}

export type NamedColumn = StatementColumn & {
  readonly name: string;
  /** Said over its figures in the place of a name that is too long for them. */
  readonly label?: string;
  /** «hasta el 20», where its time is not over. */
  readonly until: string | null;
};

/** The name of a period over a column: a month by its name, others by their days. */
export function periodName(period: Period, text: Text): string {
  const months = wholeMonths(period);
  return months !== null && months.first === months.last
    ? describeMonth(months.first, text)
    : describePeriod(period, text);
}
