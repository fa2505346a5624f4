import { dayNumber, firstDay, type LocalDate, lastDay, type Month } from '#shared/domain/dates.ts';
import type { ReceivablePart } from './receivable-parts.ts';

/**
 * A month of receivables as an account: opening + sales - refunds - charges - released = closing. Charges are all that lies
 * between sales and Rentabilidad Marketplace, other income taken off, so that the account adds up to the last digit.
 */
export const RECEIVABLE_FIGURES = ['opening', 'sales', 'refunds', 'charges', 'released', 'closing'] as const;
export type ReceivableFigure = (typeof RECEIVABLE_FIGURES)[number];

/** The days of a month that are over, both within, since 1970-01-01. */
export type MonthDays = { readonly from: number; readonly to: number; readonly isNow: boolean };

/** The days of a month up to today. @param month not after today's */
export function daysOf(month: Month, today: LocalDate): MonthDays {
  const [last, now] = [dayNumber(lastDay(month)), dayNumber(today)];
  return { from: dayNumber(firstDay(month)), to: Math.min(last, now), isNow: now <= last };
}

/**
 * The amount of a part within a figure of a month; null: nothing. The figure and the orders behind it are both sums of
 * this.
 */
export function amountIn(figure: ReceivableFigure, part: ReceivablePart, days: MonthDays): bigint | null {
  const { bought, came, sales, refunds, left } = part;
  const { from, to } = days;
  const isBought = bought >= from && bought <= to;
  switch (figure) {
    case 'opening':
      return bought < from && came >= from ? left : null;
    case 'sales':
      return isBought && sales !== 0n ? sales : null;
    case 'refunds':
      return isBought && refunds !== 0n ? refunds : null;
    case 'charges':
      return isBought ? sales - refunds - left : null;
    case 'released':
      return came >= from && came <= to ? left : null;
    case 'closing':
      return isOpenAt(part, to) ? left : null;
  }
}

/** Whether a part is owed at the end of a day. */
export const isOpenAt = ({ bought, came }: ReceivablePart, day: number): boolean =>
  bought <= day && came > day;
