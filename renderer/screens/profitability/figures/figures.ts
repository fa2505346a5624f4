import { costBoundsOf } from '#renderer/data/model/cost-bounds.ts';
import {
  compareFractions,
  divide,
  type Fraction,
  fractionOfDecimal,
  minus,
  roundedTo,
  sizeOf,
  times,
  wholeNumber,
} from '#renderer/data/model/fraction.ts';
import type { Group } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import { type Decimal, fromDecimal, subtract, sum, toDecimal } from '#shared/domain/decimal.ts';
import { isRateBase, RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import type { Measure } from './measures.ts';

/** Figures of a set of rows, exact. `orders` is null of what is left over: distinct orders do not subtract. */
export type Figures = Omit<Totals, 'revision' | 'orders'> & { readonly orders: number | null };

/** A set's figures and those of the compared period. */
export type FigurePair = { readonly now: Figures; readonly before: Figures | null };

export const NO_FIGURES: Figures = {
  rows: 0,
  orders: 0,
  sums: {},
  unreadable: {},
  ventasWithProductCost: '0' as Decimal,
  rowsWithoutProductCost: 0,
};

export function pairOf({ totals, compared }: Pick<Group, 'totals' | 'compared'>): FigurePair {
  return { now: totals, before: compared ?? null };
}

/** No rows are a 0; rows without the column are nothing. */
function sumIn(figures: Figures, column: string): Fraction | null {
  return fractionOfDecimal(figures.sums[column]) ?? (figures.rows === 0 ? wholeNumber(0) : null);
}

type Quotient = {
  readonly value: Fraction;
  readonly part: Decimal;
  readonly base: Decimal;
  /** 100 for percentages. */
  readonly factor: 1 | 100;
};

function quotient(part: Decimal | undefined, base: Decimal | undefined, factor: 1 | 100): Quotient | null {
  const top = fractionOfDecimal(part);
  const bottom = fractionOfDecimal(base);
  if (top === null || bottom === null || part === undefined || base === undefined) return null;
  const value = divide(top, bottom);
  return value === null ? null : { value: times(value, BigInt(factor)), part, base, factor };
}

function percentOfSum(part: Decimal | undefined, whole: Decimal | undefined): Quotient | null {
  return quotient(part, whole, 100);
}

/** A share of Ventas, of the set's own or of the whole's. */
function percentOfSales(part: Decimal | undefined, sales: Decimal | undefined): Quotient | null {
  return sales === undefined || !isRateBase(fromDecimal(sales)) ? null : quotient(part, sales, 100);
}

/** The division of a measure, for its title; null of a sum, or where it cannot be told. `whole` is the whole selection. */
export function divisionIn(measure: Measure, figures: Figures, whole: Figures): Quotient | null {
  const { sums } = figures;
  switch (measure.kind) {
    case 'rate':
      return percentOfSales(sums[measure.column], sums[RATE_BASE_COLUMN]);
    case 'share':
      return (measure.column === RATE_BASE_COLUMN ? percentOfSales : percentOfSum)(
        sums[measure.column] ?? (figures.rows === 0 ? ('0' as Decimal) : undefined),
        whole.sums[measure.column],
      );
    case 'per-unit':
      return quotient(sums[measure.column], sums.Unidades, 1);
    case 'ticket':
      return quotient(
        sums[RATE_BASE_COLUMN],
        figures.orders === null ? undefined : (String(figures.orders) as Decimal),
        1,
      );
    case 'coverage':
      return percentOfSales(figures.ventasWithProductCost, sums[RATE_BASE_COLUMN]);
    default:
      return null;
  }
}

/** The exact value of a measure; null where it cannot be told. */
export function valueIn(measure: Measure, figures: Figures, whole: Figures): Fraction | null {
  switch (measure.kind) {
    case 'sum':
      return sumIn(figures, measure.column);
    case 'orders':
      return figures.orders === null ? null : wholeNumber(figures.orders);
    case 'rows':
      return wholeNumber(figures.rows);
    default:
      return divisionIn(measure, figures, whole)?.value ?? null;
  }
}

/** How a value is told exactly in text: sums as they are, quotients with six places. */
const QUOTIENT_PLACES = 6;

export function decimalIn(measure: Measure, figures: Figures, whole: Figures): Decimal | null {
  if (measure.kind === 'sum')
    return figures.sums[measure.column] ?? (figures.rows === 0 ? ('0' as Decimal) : null);
  const value = valueIn(measure, figures, whole);
  if (value === null) return null;
  return roundedTo(value, measure.kind === 'orders' || measure.kind === 'rows' ? 0 : QUOTIENT_PLACES);
}

/** The part of a measure that is shown: its value, how it differs from the compared period, and by how many percent. */
export type Part = 'value' | 'difference' | 'change';

/** `whole` of both periods: what a share is a share of. */
export function partIn(
  measure: Measure,
  part: Part,
  { now, before }: FigurePair,
  whole: FigurePair,
): Fraction | null {
  const own = valueIn(measure, now, whole.now);
  if (part === 'value' || own === null) return own;
  const other = before === null ? null : valueIn(measure, before, whole.before ?? NO_FIGURES);
  if (other === null) return null;
  const difference = minus(own, other);
  if (part === 'difference') return difference;
  // A loss that shrinks has gained: percent of the size of what was.
  const ratio = divide(difference, sizeOf(other));
  return ratio === null ? null : times(ratio, 100n);
}

/** The text of a difference: that of sums exact, that of quotients with six places. */
export function partText(measure: Measure, part: Part, pair: FigurePair, whole: FigurePair): Decimal | null {
  if (part === 'value') return decimalIn(measure, pair.now, whole.now);
  if (part === 'difference' && measure.kind === 'sum') {
    const own = decimalIn(measure, pair.now, whole.now);
    const other = pair.before === null ? null : decimalIn(measure, pair.before, NO_FIGURES);
    return own === null || other === null ? null : toDecimal(subtract(fromDecimal(own), fromDecimal(other)));
  }
  const value = partIn(measure, part, pair, whole);
  const isCount = part === 'difference' && (measure.kind === 'orders' || measure.kind === 'rows');
  return value === null ? null : roundedTo(value, isCount ? 0 : QUOTIENT_PLACES);
}

/** Greatest first where `sign` is -1; what has no value comes last either way. */
export function compareParts(left: Fraction | null, right: Fraction | null, sign: 1 | -1): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return sign * compareFractions(left, right);
}

/** The rest of a set when some of its parts, none of them overlapping, are taken away. */
export function restOf(whole: Figures, parts: readonly Figures[]): Figures {
  const left = (column: string): Decimal => {
    const shown = parts.flatMap(({ sums }) => {
      const value = sums[column];
      return value === undefined ? [] : [fromDecimal(value)];
    });
    return toDecimal(subtract(fromDecimal(whole.sums[column] ?? ('0' as Decimal)), sum(shown)));
  };
  const count = (read: (figures: Figures) => number): number =>
    parts.reduce((rest, each) => rest - read(each), read(whole));
  const unreadable = Object.keys(whole.unreadable)
    .map((column) => [column, count((each) => each.unreadable[column] ?? 0)] as const)
    .filter(([, rows]) => rows > 0);
  const withCost = sum(parts.map((each) => fromDecimal(each.ventasWithProductCost)));
  return {
    rows: count(({ rows }) => rows),
    orders: null,
    sums: Object.fromEntries(Object.keys(whole.sums).map((column) => [column, left(column)])),
    unreadable: Object.fromEntries(unreadable),
    ventasWithProductCost: toDecimal(subtract(fromDecimal(whole.ventasWithProductCost), withCost)),
    rowsWithoutProductCost: count(({ rowsWithoutProductCost }) => rowsWithoutProductCost),
  };
}

export function restOfPairs(whole: FigurePair, parts: readonly FigurePair[]): FigurePair {
  return {
    now: restOf(
      whole.now,
      parts.map(({ now }) => now),
    ),
    before:
      whole.before === null
        ? null
        : restOf(
            whole.before,
            parts.flatMap(({ before }) => before ?? []),
          ),
  };
}

/** The bounds of Comercial and Total, and their likely values if the missing costs were as the known ones. */
export function boundsMessage(
  column: string | null,
  totals: Parameters<typeof costBoundsOf>[0],
  text: Text,
  formats: Formats,
): string | null {
  if (column !== 'Rentabilidad Comercial' && column !== 'Rentabilidad Total') return null;
  const { mostPercent = null, likelyPercent = null } = costBoundsOf(totals, column) ?? {};
  if (mostPercent === null || likelyPercent === null) return null;
  return text('statement.bounds', {
    most: formats.percent(mostPercent),
    likely: formats.percent(likelyPercent),
  });
}
