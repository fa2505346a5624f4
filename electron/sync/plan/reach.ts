import { planEarliest } from '#electron/api/plan-window.ts';
import type { Plan } from '#shared/contract/app.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import {
  DAY_MS,
  HOUR_MS,
  instantFromMs,
  instantToMs,
  type LocalDate,
  localToMs,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { clipRange, END_OF_TIME, START_OF_TIME, subtractRanges } from '#shared/domain/purchase-ranges.ts';
import { firstWatermark } from './changes.ts';
import { horizonAt } from './history.ts';
import { addRereads, missedRanges } from './rereads.ts';
import { CLOCK_TOLERANCE_MS } from './server-clock.ts';

/** How a checkpoint follows the reach of the plan (rule 9): every step a function of the one before. */

export type Reach = { readonly earliest: LocalDate; readonly notice: string | null };

/** A new load: the whole plan window is the target, changes are wanted from before its start. */
export function beginHistory(reach: Reach, serverNowMs: number, marginMs: number): Checkpoint {
  const startedAt = instantFromMs(serverNowMs);
  const from = startOfDay(reach.earliest);
  return {
    version: 2,
    earliest: reach.earliest,
    earliestNotice: reach.notice,
    history: {
      startedAt,
      target: { from, to: horizonAt(serverNowMs) },
      finishedAt: null,
      greatestUpdate: null,
    },
    reads: [],
    rereads: [],
    readOnce: [],
    searches: [],
    changes: {
      from: firstWatermark({ startedAt, greatestUpdate: null, marginMs, notBeforeMs: localToMs(from) }),
      knownUntil: null,
      lastReadAt: null,
    },
    // Changes bring older purchases too, some and not others.
    partialBefore: from,
    unsettled: [],
  };
}

/** Rereads that the plan no longer reaches cannot be asked for. */
function withinReach(checkpoint: Checkpoint): Checkpoint {
  const reach = { from: startOfDay(checkpoint.earliest), to: END_OF_TIME };
  if (checkpoint.rereads.every((one) => one.from >= reach.from)) return checkpoint;
  const rereads = checkpoint.rereads.flatMap((one) => {
    const clipped = clipRange(one, reach);
    return clipped === null ? [] : [{ ...one, ...clipped }];
  });
  return { ...checkpoint, rereads };
}

/**
 * After an absence that outlasted the plan window: what was never read is the history's, what was read is read again
 * (nobody knows what changed), what lies before stays, marked partial.
 */
function beginAgain(checkpoint: Checkpoint, reach: Reach, serverNowMs: number, marginMs: number): Checkpoint {
  const fresh = beginHistory(reach, serverNowMs, marginMs);
  const from = startOfDay(reach.earliest);
  const partialBefore =
    checkpoint.partialBefore !== null && checkpoint.partialBefore > from ? checkpoint.partialBefore : from;
  const again: Checkpoint = withinReach({
    ...fresh,
    reads: checkpoint.reads,
    rereads: checkpoint.rereads,
    readOnce: checkpoint.readOnce,
    searches: checkpoint.searches,
    changes: { ...fresh.changes, knownUntil: checkpoint.changes.knownUntil },
    partialBefore,
    unsettled: checkpoint.unsettled.filter((one) => one.field === 'purchase_date'),
  });
  const rereads = addRereads(again.rereads, missedRanges(again), 'absence', instantFromMs(serverNowMs));
  return { ...again, rereads };
}

/** The plan reaches further back: the target grows; what the smaller plan may have left behind is read again. */
function extendHistory(checkpoint: Checkpoint, reach: Reach, serverNowMs: number): Checkpoint {
  const { history, partialBefore } = checkpoint;
  if (history.target === null) return checkpoint;
  const from = startOfDay(reach.earliest);
  const stale =
    partialBefore === null
      ? []
      : checkpoint.reads.flatMap((read) => {
          const part = clipRange(read, { from, to: partialBefore });
          return part === null ? [] : [part];
        });
  return {
    ...checkpoint,
    rereads: addRereads(checkpoint.rereads, stale, 'absence', instantFromMs(serverNowMs)),
    partialBefore: partialBefore !== null && partialBefore < from ? partialBefore : from,
    history: { ...history, target: { from, to: history.target.to }, finishedAt: null },
  };
}

/** The reach of the plan now: as a probe found it, else as the plan promises, but no further than was refused before. */
export function reachNow(checkpoint: Checkpoint, plan: Plan, serverNowMs: number): Reach {
  const promised = planEarliest(plan, serverNowMs);
  if (checkpoint.earliestNotice === null || promised >= checkpoint.earliest) {
    return { earliest: promised, notice: null };
  }
  return { earliest: checkpoint.earliest, notice: checkpoint.earliestNotice };
}

/** Brings a checkpoint up to the plan's present reach (rule 9); the same object when nothing changes. */
export function reconcile(
  checkpoint: Checkpoint,
  reach: Reach,
  serverNowMs: number,
  marginMs: number,
): Checkpoint {
  const { history, changes } = checkpoint;
  const from = startOfDay(reach.earliest);
  let next = checkpoint;
  if (reach.earliest !== checkpoint.earliest || reach.notice !== checkpoint.earliestNotice) {
    next = withinReach({ ...next, earliest: reach.earliest, earliestNotice: reach.notice });
  }
  if (history.target === null || changes.from === null) {
    return beginAgain({ ...next, partialBefore: checkpoint.partialBefore }, reach, serverNowMs, marginMs);
  }
  if (instantToMs(changes.from) < localToMs(from)) return beginAgain(next, reach, serverNowMs, marginMs);
  if (from < history.target.from || reach.earliest < checkpoint.earliest) {
    return extendHistory(next, reach, serverNowMs);
  }
  // As an earlier version of the app left it.
  if (next.partialBefore === null) next = { ...next, partialBefore: history.target.from };
  // The plan window moved on over months that a load never reached, or that were still to be read again.
  const left = checkpoint.rereads.filter((one) => one.reason === 'absence').map((one) => ({ ...one }));
  const before = { from: START_OF_TIME, to: from };
  const lost = [...subtractRanges(history.target, checkpoint.reads), ...left]
    .flatMap((range) => clipRange(range, before) ?? [])
    .sort((a, b) => (a.to < b.to ? -1 : 1))
    .at(-1);
  if (lost !== undefined && (next.partialBefore === null || next.partialBefore < lost.to)) {
    next = { ...next, partialBefore: lost.to };
  }
  return next;
}

/**
 * Stored times after the server's present (rule 15), left by a version that believed a wrong Date, or by a server's
 * clock set back. What changed until the time they name would never be read. Pure.
 */

/** A clock set back by less: a day of changes is read anew. By more: all that the plan reaches. */
const SMALL_STEP_MS = HOUR_MS;

function timesOf({ history, changes, reads, rereads }: Checkpoint): readonly UtcInstant[] {
  const { from, knownUntil, lastReadAt } = changes;
  return [
    ...[history.startedAt, history.finishedAt, from, knownUntil, lastReadAt].flatMap((time) => time ?? []),
    ...reads.map(({ readAt }) => readAt),
    ...rereads.map(({ askedAt }) => askedAt),
  ];
}

/** The latest time that lies after the present; null where none does. */
export function latestAhead(checkpoint: Checkpoint, nowMs: number): UtcInstant | null {
  const latest = [...timesOf(checkpoint)].sort().at(-1);
  return latest !== undefined && instantToMs(latest) > nowMs + CLOCK_TOLERANCE_MS ? latest : null;
}

/**
 * The checkpoint without times ahead; the same object where there are none. What cannot be known is read again:
 * decisive times far ahead count as an absence that outlasted the plan (rule 9), and a reading dated ahead is as old
 * as it can be.
 * @param reach of the plan at `nowMs`
 */
export function withoutTimesAhead(
  checkpoint: Checkpoint,
  reach: Reach,
  nowMs: number,
  marginMs: number,
): Checkpoint {
  if (latestAhead(checkpoint, nowMs) === null) return checkpoint;
  const { history, changes } = checkpoint;
  const now = instantFromMs(nowMs);
  const isAhead = (time: UtcInstant) => instantToMs(time) > nowMs + CLOCK_TOLERANCE_MS;
  const notAfter = (time: UtcInstant | null, limit: UtcInstant) =>
    time !== null && isAhead(time) ? limit : time;
  const planStartMs = localToMs(startOfDay(reach.earliest));
  const { startedAt } = history;
  const oldest = startedAt !== null && startedAt < now ? startedAt : instantFromMs(planStartMs);
  const dated: Checkpoint = {
    ...checkpoint,
    history: { ...history, finishedAt: notAfter(history.finishedAt, now) },
    reads: checkpoint.reads.map((read) => ({ ...read, readAt: notAfter(read.readAt, oldest) ?? oldest })),
    rereads: checkpoint.rereads.map((one) => ({ ...one, askedAt: notAfter(one.askedAt, now) ?? now })),
    changes: { ...changes, lastReadAt: notAfter(changes.lastReadAt, now) },
  };
  const decisive = [startedAt, changes.from, changes.knownUntil].flatMap((time) => time ?? []);
  const aheadMs = Math.max(...decisive.map(instantToMs)) - nowMs;
  if (changes.from === null || startedAt === null || aheadMs <= CLOCK_TOLERANCE_MS) return dated;
  if (aheadMs > SMALL_STEP_MS) {
    const reads = dated.reads.map((read) => (read.readAt < now ? read : { ...read, readAt: oldest }));
    const again = beginAgain({ ...dated, reads }, reach, nowMs, marginMs);
    return { ...again, changes: { ...again.changes, knownUntil: null } };
  }
  const sinceMs = Math.min(instantToMs(changes.from), nowMs) - aheadMs - DAY_MS;
  const from = instantFromMs(Math.max(planStartMs, sinceMs));
  return {
    ...dated,
    history: { ...dated.history, startedAt: notAfter(startedAt, from) },
    changes: { ...dated.changes, from, knownUntil: changes.knownUntil === null ? null : from },
  };
}
