import { partitionPoint } from '#shared/base/sorted-search.ts';
import type { Plan } from '#shared/contract/app.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/dates.ts';
import { hash } from './random.ts';

const YEARS_AHEAD = 4;
const GROWTH_A_YEAR = 1.22;
/** January to December: sales of winter and summer, the festivities of November and December. */
const MONTH_WEIGHT = [0.86, 0.84, 0.95, 0.94, 1.07, 1.04, 1.0, 0.96, 0.98, 1.06, 1.34, 1.28];
/** Sunday to Saturday. */
const WEEKDAY_WEIGHT = [0.86, 1.12, 1.1, 1.06, 1.04, 0.98, 0.84];
/** Midnight to 23:00 on a clock five hours behind UTC. */
const HOUR_WEIGHT = [
  30, 16, 9, 6, 5, 8, 16, 30, 44, 55, 62, 66, 66, 64, 62, 60, 58, 60, 64, 70, 76, 80, 72, 50,
];
const CLOCK_BEHIND_UTC = 5 * HOUR_MS;
/** Noon of 1 January UTC: already 1 January on every channel's clock. */
const START_OF_SALES = 12 * HOUR_MS;

/** The earliest `from` of a plan by the UTC date, as midnight on a zoneless axis (spec 4.2.4). */
export function earliestFrom(plan: Plan, now: number): number {
  const today = new Date(now);
  return plan === 'free'
    ? Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)
    : Date.UTC(today.getUTCFullYear() - 2, 0, 1);
}

/**
 * When orders are bought. The rate follows growth, month, weekday and hour; order i is bought where the accumulated
 * rate reaches i. Anchored to the month of the world's first instant: `orders` is the number bought before it, so
 * worlds of one month, seed and size are one world seen at different times.
 */
export function createTimeline(seed: number, orders: number, now: number) {
  const firstInstant = earliestFrom('pro', now) + START_OF_SALES;
  const date = new Date(now);
  const monthStart = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const hours = Math.round((Date.UTC(date.getUTCFullYear() + YEARS_AHEAD, 0, 1) - firstInstant) / HOUR_MS);
  // accumulated[h]: orders bought in the first h hours.
  const accumulated = new Float64Array(hours + 1);
  let dayWeight = 0;
  for (let hour = 0; hour < hours; hour += 1) {
    const clock = firstInstant + hour * HOUR_MS - CLOCK_BEHIND_UTC;
    const hourOfDay = Math.floor((clock % DAY_MS) / HOUR_MS);
    if (hour === 0 || hourOfDay === 0) {
      const day = new Date(clock);
      dayWeight =
        GROWTH_A_YEAR ** (hour / (24 * 365)) *
        (MONTH_WEIGHT[day.getUTCMonth()] ?? 1) *
        (WEEKDAY_WEIGHT[day.getUTCDay()] ?? 1);
    }
    accumulated[hour + 1] = (accumulated[hour] ?? 0) + dayWeight * (HOUR_WEIGHT[hourOfDay] ?? 1);
  }
  const anchor = accumulated[Math.round((monthStart - firstInstant) / HOUR_MS)] ?? 1;
  const scale = orders / anchor;

  // Each row of an answer asks for its order's purchase again.
  const known: number[] = [];
  /** UTC instant of purchase of an order's number (0, 1, ...), never decreasing. */
  const purchaseOf = (order: number): number => {
    known[order] ??= computePurchase(order);
    return known[order];
  };
  const computePurchase = (order: number): number => {
    const target = (order + hash(seed, order, 0, 0x7117) / 4294967296) / scale;
    // Past the years laid out here nothing more is bought.
    if (target > (accumulated[hours] ?? 0)) return Number.POSITIVE_INFINITY;
    const hour = partitionPoint(1, hours, (at) => (accumulated[at] ?? 0) <= target) - 1;
    const before = accumulated[hour] ?? 0;
    const after = accumulated[hour + 1] ?? before;
    const share = after > before ? Math.min(1, (target - before) / (after - before)) : 0;
    return Math.floor(firstInstant + (hour + share) * HOUR_MS);
  };
  const countUntil = (utcMs: number): number => {
    const most = Math.ceil((accumulated[hours] ?? 0) * scale);
    return partitionPoint(0, most, (order) => computePurchase(order) <= utcMs);
  };
  return { purchaseOf, countUntil };
}
