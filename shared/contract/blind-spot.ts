import {
  DAY_MS,
  instantToMs,
  type LocalDateTime,
  localFromMs,
  type Month,
  startOfMonth,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { covers, type LocalRange, overlaps } from '#shared/domain/purchase-ranges.ts';
import type { ReadRange } from './checkpoint.ts';

/**
 * Purchases whose changes no longer come by `updated_at` (spec 4.2.7; rule 11): what the sync schedules and
 * what the coverage says of a month must be the same.
 */

const REACH_MS = 120 * DAY_MS;
const READ_AGAIN_AFTER_MS = 30 * DAY_MS;

/** Purchases before this are blind: changes to them come by re-reading only. */
export function blindBefore(serverNowMs: number): LocalDateTime {
  return localFromMs(serverNowMs - REACH_MS);
}

/** A month is blind as soon as its first purchases are: changes to them would be missed from then on. */
export function isBlindMonth(month: Month, serverNowMs: number): boolean {
  return startOfMonth(month) < blindBefore(serverNowMs);
}

/** Whether blind purchases are to be read again; those known from changes alone were never read by purchase date. */
export function isRereadDue(lastReadAt: UtcInstant | null, serverNowMs: number): boolean {
  return lastReadAt === null || serverNowMs - instantToMs(lastReadAt) > READ_AGAIN_AFTER_MS;
}

/** The oldest reading among those that cover a range; null where some of it was never read by purchase date. */
export function lastReadOf(reads: readonly ReadRange[], range: LocalRange): UtcInstant | null {
  if (!covers(reads, range)) return null;
  const times = reads.filter((read) => overlaps(read, range)).map(({ readAt }) => readAt);
  return times.sort()[0] ?? null;
}
