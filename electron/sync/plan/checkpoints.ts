import type { Checkpoint, ReadRange } from '#shared/contract/checkpoint.ts';
import {
  HOUR_MS,
  instantToMs,
  localToMs,
  monthOf,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { byStart, cutRanges } from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow, SyncWindow, UpdateWindow } from '#shared/domain/window.ts';
import { firstWatermark, knownAfter, nextWatermark } from './changes.ts';

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

type PurchaseReading = { readonly readAt: UtcInstant; readonly greatestUpdate: UtcInstant | null };

/** After a window of purchases: read again, off the list. Never moves the watermark of changes (rule 7). */
export function afterPurchaseWindow(
  checkpoint: Checkpoint,
  window: PurchaseWindow,
  { readAt }: Pick<PurchaseReading, 'readAt'>,
): Checkpoint {
  return {
    ...checkpoint,
    reads: addRead(checkpoint.reads, { from: window.from, to: window.to, readAt }),
    rereads: cutRanges(checkpoint.rereads, [window]),
    readOnce: cutRanges(checkpoint.readOnce, [window]),
    unsettled: withoutUnsettled(checkpoint, window),
  };
}

/** After a window of the load. The first one read of anything sets the first watermark of changes (rule 7). */
export function afterHistoryWindow(
  checkpoint: Checkpoint,
  window: PurchaseWindow,
  facts: PurchaseReading & { readonly marginMs: number },
): Checkpoint {
  const next = afterPurchaseWindow(checkpoint, window, facts);
  const { history, changes, reads } = checkpoint;
  const { startedAt } = history;
  if (reads.length > 0 || startedAt === null || changes.lastReadAt !== null) return next;
  const { greatestUpdate, marginMs } = facts;
  const notBeforeMs = localToMs(startOfDay(checkpoint.earliest));
  const from = firstWatermark({ startedAt, greatestUpdate, marginMs, notBeforeMs });
  return { ...next, history: { ...history, greatestUpdate }, changes: { ...changes, from } };
}

/** To be called once the load has read all that can be read. */
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

/** Two readings become one entry when they touch inside one month and were made within an hour; the older time stays. */
function joinable(left: ReadRange, right: ReadRange): boolean {
  return (
    left.to === right.from &&
    monthOf(left.from) === monthOf(right.from) &&
    Math.abs(instantToMs(left.readAt) - instantToMs(right.readAt)) < HOUR_MS
  );
}

/** Enters a completed reading: it replaces what was known of its range; the list stays sorted, short and disjoint. */
export function addRead(reads: readonly ReadRange[], fresh: ReadRange): ReadRange[] {
  const merged: ReadRange[] = [];
  for (const read of [...cutRanges(reads, [fresh]), fresh].sort(byStart)) {
    const last = merged.at(-1);
    if (last !== undefined && joinable(last, read)) {
      const readAt: UtcInstant = last.readAt < read.readAt ? last.readAt : read.readAt;
      merged[merged.length - 1] = { from: last.from, to: read.to, readAt };
    } else {
      merged.push({ from: read.from, to: read.to, readAt: read.readAt });
    }
  }
  return merged;
}
