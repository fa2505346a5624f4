import type { Damage } from '#renderer/data/api.ts';
import { latestInstant } from '#renderer/data/storage/database/known-time.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { DAY_MS, instantToMs, type LocalDateTime, localFromMs, startOfDay } from '#shared/domain/dates.ts';
import { covers, cutRanges, END_OF_TIME, START_OF_TIME } from '#shared/domain/purchase-ranges.ts';
import type { Loss } from './load.ts';

/**
 * Rows lost to damaged storage: what has to be read again because of them, and until when the ledger says that its
 * figures lack them. Pure.
 */

/** The note of a loss, together with that of an earlier one that has not been mended yet. */
export function noteDamage(
  loss: Loss,
  earlier: Damage | null,
  checkpoint: Checkpoint | null,
  foundAtMs: number,
): Damage {
  const from = loss.purchases === null ? null : localFromMs(loss.purchases.fromMs);
  const to = loss.purchases === null ? null : localFromMs(loss.purchases.toMs);
  const bounds =
    earlier === null
      ? { from, to }
      : {
          from: from === null || earlier.from === null ? null : from < earlier.from ? from : earlier.from,
          to: to === null || earlier.to === null ? null : to > earlier.to ? to : earlier.to,
        };
  const rowsLost =
    loss.rows === null || earlier?.rowsLost === null ? null : loss.rows + (earlier?.rowsLost ?? 0);
  return {
    foundAtMs: earlier?.foundAtMs ?? foundAtMs,
    rowsLost,
    ...bounds,
    outsidePlan: checkpoint !== null && reachesOutside(bounds.from, checkpoint),
  };
}

/** Whether purchases from `from` on (null: any) may lie before what the plan lets us ask for. */
function reachesOutside(from: LocalDateTime | null, checkpoint: Checkpoint): boolean {
  const earliest = startOfDay(checkpoint.earliest);
  if (from !== null) return from < earliest;
  return checkpoint.partialBefore !== null || checkpoint.reads.some((read) => read.from < earliest);
}

/** The checkpoint of a ledger that lost rows: their purchases count as never read, the load goes on. */
export function reopenHistory(checkpoint: Checkpoint, damage: Damage): Checkpoint {
  const lost = { from: damage.from ?? START_OF_TIME, to: damage.to ?? END_OF_TIME };
  const { history, partialBefore } = checkpoint;
  const earliest = startOfDay(checkpoint.earliest);
  // Purchases after the first load came by changes only: the load has to reach that far now.
  const now = latestInstant(checkpoint);
  const newest = damage.to ?? (now === null ? null : localFromMs(instantToMs(now) + DAY_MS));
  const target =
    history.target === null || newest === null || newest <= history.target.to
      ? history.target
      : { from: history.target.from, to: newest };
  const lostOutside = lost.to < earliest ? lost.to : earliest;
  return {
    ...checkpoint,
    reads: cutRanges(checkpoint.reads, [lost]),
    rereads: cutRanges(checkpoint.rereads, [lost]),
    history: { ...history, target, finishedAt: null },
    partialBefore:
      damage.outsidePlan && (partialBefore === null || partialBefore < lostOutside)
        ? lostOutside
        : partialBefore,
  };
}

/**
 * What is left of a note at a checkpoint: null once the purchases have been read again. What lies before the plan
 * cannot be, and stays said.
 */
export function remainingDamage(damage: Damage, checkpoint: Checkpoint): Damage | null {
  const earliest = startOfDay(checkpoint.earliest);
  const { target } = checkpoint.history;
  const from = damage.from === null || damage.from < earliest ? earliest : damage.from;
  const to = damage.to ?? target?.to ?? END_OF_TIME;
  const outsidePlan = damage.outsidePlan || (damage.from !== null && damage.from < earliest);
  if (to <= from) return { ...damage, outsidePlan };
  if (!covers(checkpoint.reads, { from, to })) return { ...damage, outsidePlan };
  return outsidePlan ? { ...damage, rowsLost: null, to: earliest, outsidePlan } : null;
}
