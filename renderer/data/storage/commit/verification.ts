import { presentOf } from '#renderer/data/storage/database/known-time.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { VerificationRange } from '#shared/contract/ledger.ts';
import { believedPurchases, dateSpanAt } from '#shared/domain/date-span.ts';
import { localFromMs, localToMs, SECOND_MS, startOfDay } from '#shared/domain/dates.ts';
import { groupInstantsIntoRanges, type InstantRange } from '#shared/domain/purchase-ranges.ts';

/**
 * The purchase ranges to be read so that every instant is spoken for (rule 5), newest first. Instants
 * before the earliest purchase the server lets us ask for are left out, and those after the present (9999-12-31): nobody
 * can read them, and one range must not reach from there to here.
 */
export function verificationRanges(
  instants: Iterable<number>,
  countRows: (range: InstantRange) => number,
  checkpoint: Checkpoint | null,
): readonly VerificationRange[] {
  const earliestMs =
    checkpoint === null ? Number.NEGATIVE_INFINITY : localToMs(startOfDay(checkpoint.earliest));
  const { toMs: endMs } = believedPurchases(dateSpanAt(presentOf(checkpoint)));
  const askable = [...instants].filter((ms) => ms >= earliestMs && ms < endMs);
  // The request asks a second more on each side, and those rows come too.
  const rowsOfRequest = ({ fromMs, toMs }: InstantRange) =>
    countRows({ fromMs: fromMs - SECOND_MS, toMs: toMs + SECOND_MS });
  return groupInstantsIntoRanges(askable, rowsOfRequest).map((range) => ({
    from: localFromMs(range.fromMs),
    to: localFromMs(range.toMs),
    storedRows: countRows(range),
  }));
}
