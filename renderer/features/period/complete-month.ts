import type { Coverage, Damage } from '#renderer/data/api.ts';
import {
  FURTHEST_BEHIND_UTC_MS,
  instantToMs,
  localFromMs,
  type Month,
  shiftMonth,
  startOfMonth,
} from '#shared/domain/dates.ts';

/**
 * The last month that is over and held whole: past everywhere by the server's clock (channels may lie behind UTC by half
 * a day), read wholly, none of it lost. Months without rows are passed over, as there is nothing to look at. Null while
 * there is none, as during a first load.
 */
export function lastCompleteMonth(
  { months, knownUntil }: Pick<Coverage, 'months' | 'knownUntil'>,
  damage: Damage | null,
): Month | null {
  if (knownUntil === null) return null;
  const past = localFromMs(instantToMs(knownUntil) - FURTHEST_BEHIND_UTC_MS);
  const complete = months.findLast(
    ({ month, rows, lastReadAt, reach, partial }) =>
      rows > 0 &&
      lastReadAt !== null &&
      reach !== 'queued' &&
      !partial &&
      startOfMonth(shiftMonth(month, 1)) <= past &&
      !isDamaged(month, damage),
  );
  return complete?.month ?? null;
}

function isDamaged(month: Month, damage: Damage | null): boolean {
  if (damage === null) return false;
  const { from, to } = damage;
  return (
    (from === null || from < startOfMonth(shiftMonth(month, 1))) && (to === null || to > startOfMonth(month))
  );
}
