import {
  type Checkpoint,
  isBlindMonth,
  isRereadDue,
  lastReadOf,
  type Reread,
  type RereadReason,
} from '#shared/contract/checkpoint.ts';
import {
  instantToMs,
  type LocalDateTime,
  localFromMs,
  localToMs,
  type Month,
  monthOf,
  shiftMonth,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import {
  byStart,
  clipRange,
  cutRanges,
  END_OF_TIME,
  type LocalRange,
  monthRange,
  subtractRanges,
} from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { withoutSearches } from './controls.ts';

/** The list of what is to be read again (rules 9, 11 and 12). Pure. */

/** Requests a run may spend on re-reads that only the schedule asked for. */
export const REREAD_BUDGET = 60;

/** Requests a run may spend on reading once more what the load read in several pages: a long history takes days. */
export const CONFIRMATION_BUDGET = 10;

/** Where a range is on the list for two reasons, the one that waits least stands. */
const URGENCY: { readonly [K in RereadReason]: number } = {
  requested: 4,
  absence: 3,
  difference: 2,
  scheduled: 1,
  confirmation: 0,
};

export function monthsOf(range: LocalRange): readonly Month[] {
  const last = monthOf(localFromMs(localToMs(range.to) - 1));
  const months: Month[] = [];
  for (let month = monthOf(range.from); month <= last; month = shiftMonth(month, 1)) months.push(month);
  return months;
}

function tidy(rereads: readonly Reread[]): Reread[] {
  const tidied: Reread[] = [];
  for (const one of [...rereads].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = tidied.at(-1);
    const isSeam = last?.to === one.from && last.reason === one.reason && last.askedAt === one.askedAt;
    if (last !== undefined && isSeam) tidied[tidied.length - 1] = { ...last, to: one.to };
    else tidied.push(one);
  }
  return tidied;
}

/** Puts ranges on the list; what is on it for a more urgent reason, or for this one already, stays as it is. */
export function addRereads(
  rereads: readonly Reread[],
  ranges: readonly LocalRange[],
  reason: RereadReason,
  askedAt: UtcInstant,
): Reread[] {
  const standing = rereads.filter((one) => URGENCY[one.reason] >= URGENCY[reason]);
  let taken: readonly LocalRange[] = standing;
  const fresh: Reread[] = [];
  for (const range of ranges) {
    const added = subtractRanges(range, taken).map(({ from, to }) => ({ from, to, reason, askedAt }));
    fresh.push(...added);
    taken = [...taken, ...added];
  }
  if (fresh.length === 0) return [...rereads];
  const giveWay = rereads.filter((one) => URGENCY[one.reason] < URGENCY[reason]);
  return tidy([...standing, ...cutRanges(giveWay, fresh), ...fresh]);
}

/** Ranges that were read before this load: `updated_at` cannot tell of the absence between, so it is read again (rule 9). */
export function missedRanges(checkpoint: Checkpoint): readonly LocalRange[] {
  const { startedAt } = checkpoint.history;
  const reach = { from: startOfDay(checkpoint.earliest), to: END_OF_TIME };
  return checkpoint.reads
    .filter((read) => startedAt !== null && read.readAt < startedAt)
    .flatMap((read) => clipRange(read, reach) ?? []);
}

/** The parts of the load's target that were never read: the load itself brings them. */
export function unreadTarget({ history, reads }: Checkpoint): readonly LocalRange[] {
  return history.target === null ? [] : subtractRanges(history.target, reads);
}

/** Months the user wants read again, as far as the plan reaches and time has come; the load's own part is left to it. */
export function requestMonths(
  checkpoint: Checkpoint,
  months: readonly Month[],
  /** Purchases from here on cannot be there yet. */
  until: LocalDateTime,
  askedAt: UtcInstant,
): Checkpoint {
  const reach = { from: startOfDay(checkpoint.earliest), to: until };
  const unread = unreadTarget(checkpoint);
  const now = localFromMs(instantToMs(askedAt));
  const ranges = months
    .flatMap((month) => clipRange(monthRange(month), reach) ?? [])
    .flatMap((range) => subtractRanges(range, unread))
    // No request may begin after the server's now, and what is bought from there on comes with the changes.
    .filter(({ from }) => from <= now);
  return { ...checkpoint, rereads: addRereads(checkpoint.rereads, ranges, 'requested', askedAt) };
}

/** Takes months off the list. What an absence left in doubt stays on it: not wanting it does not make it known. */
export function cancelMonths(checkpoint: Checkpoint, months: readonly Month[]): Checkpoint {
  const pending = months.map(monthRange);
  const inDoubt = missedRanges(checkpoint);
  const rereads = checkpoint.rereads.flatMap((one): Reread[] => {
    const away = pending.flatMap((range) => clipRange(one, range) ?? []);
    const kept = cutRanges([one], away);
    if (one.reason === 'absence') return [one];
    const stays = away.flatMap((range) => inDoubt.flatMap((doubt) => clipRange(range, doubt) ?? []));
    return [...kept, ...stays.map((range): Reread => ({ ...one, ...range, reason: 'absence' }))];
  });
  return { ...checkpoint, rereads: tidy(rereads), searches: withoutSearches(checkpoint.searches, months) };
}

/** Blind purchases whose last reading is too old (rule 11), oldest reading first, without what the load will read. */
export function dueRanges(
  checkpoint: Checkpoint,
  serverNowMs: number,
  declined: ReadonlySet<Month>,
): readonly LocalRange[] {
  const { earliest, reads } = checkpoint;
  const fresh = reads.filter((read) => !isRereadDue(read.readAt, serverNowMs));
  const taken = [...fresh, ...unreadTarget(checkpoint), ...checkpoint.rereads];
  const due: { readonly range: LocalRange; readonly at: number }[] = [];
  for (let month = monthOf(earliest); isBlindMonth(month, serverNowMs); month = shiftMonth(month, 1)) {
    const range = clipRange(monthRange(month), { from: startOfDay(earliest), to: END_OF_TIME });
    if (range === null || declined.has(month)) continue;
    for (const piece of subtractRanges(range, taken)) {
      const readAt = lastReadOf(reads, piece);
      due.push({ range: piece, at: readAt === null ? 0 : instantToMs(readAt) });
    }
  }
  return due.sort((a, b) => a.at - b.at).map(({ range }) => range);
}

/** After a window of the load: what came once in several pages is read once more when nothing else is due (rule 3). */
export function noteReadOnce(
  checkpoint: Checkpoint,
  { from, to }: PurchaseWindow,
  reading: { readonly pages: number; readonly readings: number },
): Checkpoint {
  if (reading.pages < 2 || reading.readings > 1) return checkpoint;
  const start = startOfDay(checkpoint.earliest);
  const readOnce = [...checkpoint.readOnce, { from, to }].filter((range) => range.to > start).sort(byStart);
  return { ...checkpoint, readOnce };
}

/**
 * Months that a window of purchases completes (rule 11): what of them did not come can be decided on.
 * @param unread what the load can read now and has not
 */
export function completedMonths(
  window: PurchaseWindow,
  rereads: readonly Reread[],
  unread: readonly LocalRange[],
): Month[] {
  const left = [...rereads, ...unread];
  return monthsOf(window).filter((month) =>
    left.every((range) => clipRange(range, monthRange(month)) === null),
  );
}
