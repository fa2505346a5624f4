import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import type { EstimateWay } from './month-estimate.ts';

/** The month that goes on: so far, beside the same days before, and how it will end. */

/** What is foretold, as the API names it. */
export const OUTLOOK_COLUMNS = [
  'Ventas',
  'Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
] as const;
export type OutlookColumn = (typeof OUTLOOK_COLUMNS)[number];

export type OutlookQuery = {
  /** Its period says nothing: all days there are tell of the month. */
  readonly selection: Selection;
  /** The last day that has a purchase: the month goes up to it. */
  readonly today: LocalDate;
};

export type OutlookEstimate = {
  readonly low: Decimal;
  readonly likely: Decimal;
  readonly high: Decimal;
  readonly way: EstimateWay;
  readonly scored: number;
  readonly hits: number;
};

/** One figure; an exact sum is null where no row of its days carries the column. */
export type OutlookFigure = {
  readonly soFar: Decimal | null;
  readonly sameDays: Decimal | null;
  readonly sameDaysOfYearBefore: Decimal | null;
  /** The whole of the same month of the year before; null where its days are not all known. */
  readonly monthOfYearBefore: Decimal | null;
  /** Null while too few whole months are known. */
  readonly estimate: OutlookEstimate | null;
};

export type MonthOutlook = {
  readonly revision: number;
  readonly month: Month;
  readonly days: Period;
  /** Days of the month after the last one. */
  readonly daysLeft: number;
  readonly sameDays: Period;
  readonly sameDaysOfYearBefore: Period;
  /** Whole months before it that are known. */
  readonly wholeMonths: number;
  readonly figures: { readonly [column in OutlookColumn]: OutlookFigure };
};
