import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The forecast of what is sold already, and how forecasts of months that are over held. */

export type ForecastPeriod = {
  readonly kind: 'week' | 'month';
  readonly from: LocalDate;
  readonly to: LocalDate;
};

export type ForecastFigure = {
  readonly amount: Decimal;
  /** By what came of past forecasts over as many days; null: too few of them tell. */
  readonly range: { readonly low: Decimal; readonly high: Decimal; readonly trials: number } | null;
};

export type MoneyForecast = {
  /** The pending amount, and its rows. */
  readonly pending: Decimal;
  readonly rows: number;
  /** Of it, what has a day ahead in the rows or in a statement. */
  readonly dated: Decimal;
  /** The pending amount of which too little is known for a forecast. */
  readonly untold: Decimal;
  /** One for each period; null: too little is known. */
  readonly amounts: readonly ForecastFigure[] | null;
  /** After the last week; and what is not expected any more. Weeks, these two and what is untold add up to what is pending. */
  readonly later: Decimal;
  readonly never: Decimal;
};

export type ForecastAccount = MoneyForecast & {
  readonly canal: string;
  readonly cuenta: string;
  /** Paid rows and days that it was learnt from. */
  readonly learnt: { readonly rows: number; readonly days: number };
  /** Rows paid on a day that nobody tells, and rows whose day a statement tells. */
  readonly undated: number;
  readonly stated: number;
  /** Days within which half and nine tenths of the money come; null: so much never does, or too little is known. */
  readonly half: number | null;
  readonly most: number | null;
  /** One for each scored month. */
  readonly scores: readonly ForecastScore[];
};

export type ForecastScore = {
  /** The forecast on the morning of its first day; null: too little was known. */
  readonly forecast: Decimal | null;
  /** The amount that came in the month of what was pending that morning. */
  readonly came: Decimal;
  /** The amount that came in the month of purchases of the same month. */
  readonly since: Decimal;
};

export type ForecastReport = {
  /** The first day that is foretold. */
  readonly from: LocalDate;
  /** Weeks first, then ends of months. */
  readonly periods: readonly ForecastPeriod[];
  readonly accounts: readonly ForecastAccount[];
  readonly total: MoneyForecast;
  /** Ascending. */
  readonly months: readonly Month[];
  /** Over all accounts of which there was a forecast. */
  readonly scores: readonly ForecastScore[];
};
