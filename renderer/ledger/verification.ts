import type { VerificationRange } from '#shared/bridge/ledger.ts';
import { dateSpanAt } from '#shared/date-span.ts';
import { DAY_MS, localFromMs, localToMs, SECOND_MS, startOfDay } from '#shared/dates.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import { type CoverRange, coverInstants } from '#shared/windows/cover.ts';
import { presentOf } from './known-time.ts';

/**
 * The purchase ranges to be read so that every instant is spoken for (design.md, rule 5), newest first. Instants
 * before the earliest purchase the server lets us ask for are left out, and those after the present (9999-12-31): nobody
 * can read them, and one range must not reach from there to here.
 */
export function verificationRanges(
  instants: Iterable<number>,
  countRows: (range: CoverRange) => number,
  checkpoint: Checkpoint | null,
): readonly VerificationRange[] {
  const earliestMs =
    checkpoint === null ? Number.NEGATIVE_INFINITY : localToMs(startOfDay(checkpoint.earliest));
  const { purchasedUntil } = dateSpanAt(presentOf(checkpoint));
  const endMs = localToMs(startOfDay(purchasedUntil)) + DAY_MS;
  const askable = [...instants].filter((ms) => ms >= earliestMs && ms < endMs);
  // The request asks a second more on each side, and those rows come too.
  const rowsOfRequest = ({ fromMs, toMs }: CoverRange) =>
    countRows({ fromMs: fromMs - SECOND_MS, toMs: toMs + SECOND_MS });
  return coverInstants(askable, rowsOfRequest).map((range) => ({
    from: localFromMs(range.fromMs),
    to: localFromMs(range.toMs),
    storedRows: countRows(range),
  }));
}
