import { firstDay, lastDay } from '#renderer/features/period/period.ts';
import { type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';

/** Months of the trend: thirteen at least, so that the month in view has its year before beside it. */
const TREND_MONTHS = 13;

/** The months drawn: up to the one after the period, back to thirteen months or to the period's own begin. */
export function trendPeriod(period: Period | null, lastPurchase: string | null): Period | null {
  if (period === null || lastPurchase === null) return null;
  const newest = lastPurchase.slice(0, 7) as Month;
  // No month is named after the year 9999: what a period without an end is followed by is never asked for.
  const last = monthOf(period.to) < newest ? shiftMonth(monthOf(period.to), 1) : newest;
  const thirteen = shiftMonth(last, 1 - TREND_MONTHS);
  const first = monthOf(period.from);
  return { from: firstDay(first < thirteen ? first : thirteen), to: lastDay(last) };
}
