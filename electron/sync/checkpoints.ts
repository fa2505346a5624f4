import type { Plan } from '#shared/bridge/app.ts';
import {
  instantFromMs,
  instantToMs,
  type LocalDate,
  type LocalDateTime,
  localToMs,
  startOfDay,
  type UtcInstant,
} from '#shared/dates.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import type { PurchaseWindow, SyncWindow, UpdateWindow } from '#shared/windows/window.ts';
import { planEarliest } from '../api/plan-window.ts';
import { firstWatermark, knownAfter, nextWatermark } from './plan-changes.ts';
import { horizonAt } from './plan-history.ts';
import { addRead, holdsRange, subtractRanges } from './ranges.ts';

/** How the checkpoint moves: every step a function of the one before and of what the server said. */

/** What is known about the reach of the plan at this moment. */
export type Reach = { readonly earliest: LocalDate; readonly notice: string | null };

/** A new load: the whole plan window is the target, changes are wanted from just before its start. */
export function beginHistory(reach: Reach, serverNowMs: number, marginMs: number): Checkpoint {
  const startedAt = instantFromMs(serverNowMs);
  const from = startOfDay(reach.earliest);
  return {
    version: 1,
    earliest: reach.earliest,
    earliestNotice: reach.notice,
    history: {
      startedAt,
      target: { from, to: horizonAt(serverNowMs) },
      finishedAt: null,
      greatestUpdate: null,
    },
    reads: [],
    changes: {
      from: firstWatermark({ startedAt, greatestUpdate: null, marginMs, notBeforeMs: localToMs(from) }),
      knownUntil: null,
      lastReadAt: null,
    },
    partialBefore: null,
    unsettled: [],
  };
}

/** After an absence that outlasted the plan window: all of it is read again, what lies before stays, marked partial. */
function beginAgain(checkpoint: Checkpoint, reach: Reach, serverNowMs: number, marginMs: number): Checkpoint {
  const fresh = beginHistory(reach, serverNowMs, marginMs);
  const from = startOfDay(reach.earliest);
  const everything = { from, to: '9999-12-31T00:00:00.000' as LocalDateTime };
  const partialBefore =
    checkpoint.partialBefore !== null && checkpoint.partialBefore > from ? checkpoint.partialBefore : from;
  return {
    ...fresh,
    reads: checkpoint.reads.flatMap((read) =>
      subtractRanges(read, [everything]).map((rest) => ({ ...rest, readAt: read.readAt })),
    ),
    changes: { ...fresh.changes, knownUntil: checkpoint.changes.knownUntil },
    partialBefore,
  };
}

/** More history may be asked for than was (Free became Pro): the target grows, what was partial is read again. */
function extendHistory(checkpoint: Checkpoint, reach: Reach): Checkpoint {
  const { history, partialBefore } = checkpoint;
  if (history.target === null) return checkpoint;
  const reads =
    partialBefore === null
      ? checkpoint.reads
      : checkpoint.reads.flatMap((read) =>
          subtractRanges(read, [{ from: startOfDay(reach.earliest), to: partialBefore }]).map((rest) => ({
            ...rest,
            readAt: read.readAt,
          })),
        );
  return {
    ...checkpoint,
    reads,
    partialBefore: null,
    history: {
      ...history,
      target: { from: startOfDay(reach.earliest), to: history.target.to },
      finishedAt: null,
    },
  };
}

/** What the plan reaches now: as a probe found it, else as the plan promises, but no further than was refused before. */
export function reachNow(checkpoint: Checkpoint, plan: Plan, serverNowMs: number): Reach {
  const promised = planEarliest(plan, serverNowMs);
  if (checkpoint.earliestNotice === null || promised > checkpoint.earliest) {
    return { earliest: promised, notice: null };
  }
  return { earliest: checkpoint.earliest, notice: checkpoint.earliestNotice };
}

/**
 * Brings a checkpoint up to the present reach of the plan (rule 9). Returns the same object when nothing changes.
 */
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
    next = { ...next, earliest: reach.earliest, earliestNotice: reach.notice };
  }
  if (history.target === null || changes.from === null) {
    return beginAgain({ ...next, partialBefore: checkpoint.partialBefore }, reach, serverNowMs, marginMs);
  }
  if (instantToMs(changes.from) < localToMs(from)) return beginAgain(next, reach, serverNowMs, marginMs);
  if (from < history.target.from) return extendHistory(next, reach);
  // The plan window moved on over months that a load never reached.
  const lost = subtractRanges(history.target, [...checkpoint.reads, { from, to: history.target.to }]).at(-1);
  if (lost !== undefined && (next.partialBefore === null || next.partialBefore < lost.to)) {
    next = { ...next, partialBefore: lost.to };
  }
  return next;
}

type Unsettled = Checkpoint['unsettled'][number];

function withoutUnsettled(checkpoint: Checkpoint, window: SyncWindow): Checkpoint['unsettled'] {
  const isInside = (one: Unsettled) =>
    one.field === window.field && one.from >= window.from && one.to <= window.to;
  return checkpoint.unsettled.filter((one) => !isInside(one));
}

/** A window that would not settle and cannot be halved is noted, to be tried again. */
export function noteUnsettled(checkpoint: Checkpoint, window: SyncWindow, reason: string): Checkpoint {
  const note = { field: window.field, from: window.from, to: window.to, reason };
  return { ...checkpoint, unsettled: [...withoutUnsettled(checkpoint, window), note] };
}

/** After a window of purchases is committed. It never moves the watermark of changes that have been read (rule 7). */
export function afterHistoryWindow(
  checkpoint: Checkpoint,
  window: PurchaseWindow,
  facts: {
    readonly readAt: UtcInstant;
    readonly greatestUpdate: UtcInstant | null;
    readonly marginMs: number;
  },
): Checkpoint {
  const { history, changes } = checkpoint;
  const seen = [history.greatestUpdate, facts.greatestUpdate].filter((update) => update !== null).sort();
  const greatestUpdate = seen.at(-1) ?? null;
  const { startedAt } = history;
  const from =
    changes.lastReadAt === null && startedAt !== null
      ? firstWatermark({
          startedAt,
          greatestUpdate,
          marginMs: facts.marginMs,
          notBeforeMs: localToMs(startOfDay(checkpoint.earliest)),
        })
      : changes.from;
  return {
    ...checkpoint,
    history: { ...history, greatestUpdate },
    reads: addRead(checkpoint.reads, { from: window.from, to: window.to, readAt: facts.readAt }),
    changes: { ...changes, from },
    unsettled: withoutUnsettled(checkpoint, window),
  };
}

/** The load has read all that can be read. */
export function finishHistory(checkpoint: Checkpoint, at: UtcInstant): Checkpoint {
  const { history, changes } = checkpoint;
  if (history.finishedAt !== null) return checkpoint;
  return {
    ...checkpoint,
    history: { ...history, finishedAt: at },
    changes: { ...changes, knownUntil: changes.knownUntil ?? history.startedAt },
  };
}

/** After a window of changes is committed (rule 7). */
export function afterChangesWindow(
  checkpoint: Checkpoint,
  window: UpdateWindow,
  facts: {
    readonly firstPageDate: UtcInstant;
    readonly effectiveTo: UtcInstant | null;
    readonly greatestUpdate: UtcInstant | null;
    readonly marginMs: number;
  },
): Checkpoint {
  const { changes } = checkpoint;
  const reached = knownAfter(window.to, facts.firstPageDate, facts.effectiveTo);
  const from = nextWatermark({
    current: changes.from ?? window.from,
    knownUntil: reached,
    greatestUpdate: facts.greatestUpdate,
    marginMs: facts.marginMs,
  });
  const knownUntil =
    changes.knownUntil !== null && changes.knownUntil > reached ? changes.knownUntil : reached;
  return {
    ...checkpoint,
    changes: { from, knownUntil, lastReadAt: facts.firstPageDate },
    unsettled: withoutUnsettled(checkpoint, window),
  };
}

/** Whether a staged window of purchases is still wanted: inside one of the ranges that remain. */
export function isStillWanted(
  window: PurchaseWindow,
  remaining: readonly { from: LocalDateTime; to: LocalDateTime }[],
): boolean {
  return remaining.some((range) => holdsRange(range, window));
}
