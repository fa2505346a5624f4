/** How far back a plan lets a request begin (spec 4.2.4). */

export type Plan = 'free' | 'pro';

/**
 * Earliest `from` allowed at an instant, as midnight on a zoneless axis: Free, day 1 of the month before the
 * current one; Pro, 1 January two years before the current year. The current month is the UTC one.
 */
export function earliestFrom(plan: Plan, now: number): number {
  const today = new Date(now);
  return plan === 'free'
    ? Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)
    : Date.UTC(today.getUTCFullYear() - 2, 0, 1);
}
