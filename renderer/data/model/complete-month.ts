import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import {
  FURTHEST_BEHIND_UTC_MS,
  instantToMs,
  localFromMs,
  type Month,
  shiftMonth,
  startOfMonth,
} from '#shared/domain/dates.ts';

type Known = Pick<Coverage, 'knownUntil'> & { readonly damage: Damage | null };

/**
 * Whether a month is over and held whole: past everywhere by the server's clock (channels may lie behind UTC by half a day),
 * read wholly, none of it lost.
 */
export function isCompleteMonth(month: MonthCoverage, { knownUntil, damage }: Known): boolean {
  if (knownUntil === null) return false;
  const past = localFromMs(instantToMs(knownUntil) - FURTHEST_BEHIND_UTC_MS);
  return (
    month.lastReadAt !== null &&
    month.reach !== 'queued' &&
    !month.partial &&
    startOfMonth(shiftMonth(month.month, 1)) <= past &&
    !isDamaged(month.month, damage)
  );
}

/**
 * The last complete month. Months without rows are passed over, as there is nothing to look at. Null while there is none, as
 * during a first load.
 */
export function lastCompleteMonth(
  { months, knownUntil }: Pick<Coverage, 'months' | 'knownUntil'>,
  damage: Damage | null,
): Month | null {
  return (
    months.findLast((month) => month.rows > 0 && isCompleteMonth(month, { knownUntil, damage }))?.month ??
    null
  );
}

function isDamaged(month: Month, damage: Damage | null): boolean {
  if (damage === null) return false;
  const { from, to } = damage;
  return (
    (from === null || from < startOfMonth(shiftMonth(month, 1))) && (to === null || to > startOfMonth(month))
  );
}
