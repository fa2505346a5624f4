import type { QueueItem } from '#shared/contract/app.ts';
import type { Checkpoint, RereadReason, Search } from '#shared/contract/checkpoint.ts';
import { monthOf } from '#shared/domain/dates.ts';
import { monthRange } from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { predictRows } from './density.ts';
import { type PlanFacts, planWindows, readablePart } from './history.ts';
import { unreadTarget } from './rereads.ts';

/** The sync's next requests, in the order in which it will make them (pure). */

type QueueFacts = {
  readonly checkpoint: Checkpoint;
  readonly plan: PlanFacts;
  readonly readsChanges: boolean;
  readonly verificationRanges: number;
};

/** So many months have an item each; those after them share one. */
const MONTHS_SHOWN = 3;
const ITEMS_SHOWN = 10;

/** Both scopes of everything. */
const CONTROL_REQUESTS = 2;

function requestsOf(windows: readonly PurchaseWindow[], { density, size }: PlanFacts): number | null {
  let requests = 0;
  for (const window of windows) {
    const rows = predictRows(density, window);
    if (rows === null) return null;
    requests += Math.max(1, Math.ceil(rows / size.pageRows));
  }
  return requests;
}

/** Windows as items by month, newest first; those after the first few months together. */
function itemsOf(
  kind: 'history' | 'reread',
  reason: RereadReason | null,
  windows: readonly PurchaseWindow[],
  plan: PlanFacts,
): readonly QueueItem[] {
  const months = [...new Set(windows.map((window) => monthOf(window.from)))];
  const shown = months.slice(0, MONTHS_SHOWN);
  const groups = [
    ...shown.map((month) => windows.filter((window) => monthOf(window.from) === month)),
    windows.filter((window) => !shown.includes(monthOf(window.from))),
  ];
  return groups.flatMap((group): readonly QueueItem[] => {
    const [newest, oldest] = [group[0], group.at(-1)];
    if (newest === undefined || oldest === undefined) return [];
    const requests = requestsOf(group, plan);
    return [{ kind, atMs: null, from: oldest.from, to: newest.to, reason, requests }];
  });
}

/** A search for what differs; how many counts it takes is not known. */
function searchItem({ range, left }: Search): QueueItem {
  const bounds =
    range === 'all' ? { from: left[0]?.from ?? null, to: left.at(-1)?.to ?? null } : monthRange(range);
  return { kind: 'control', atMs: null, ...bounds, reason: 'difference', requests: null };
}

export function queueOf(facts: QueueFacts): readonly QueueItem[] {
  const { checkpoint, plan, readsChanges, verificationRanges } = facts;
  const plain = { atMs: null, from: null, to: null, reason: null };
  const again = (reason: RereadReason) => {
    const ranges = checkpoint.rereads.filter((one) => one.reason === reason);
    const readable = ranges.flatMap((one) => readablePart(one, plan));
    return itemsOf('reread', reason, planWindows(readable, plan), plan);
  };
  const unread = unreadTarget(checkpoint).flatMap((range) => readablePart(range, plan));
  const once = checkpoint.readOnce.flatMap((range) => readablePart(range, plan));
  const items: readonly (readonly QueueItem[])[] = [
    again('requested'),
    readsChanges ? [{ ...plain, kind: 'changes', requests: null }] : [],
    itemsOf('history', null, planWindows(unread, plan), plan),
    again('absence'),
    verificationRanges > 0 ? [{ ...plain, kind: 'verification', requests: verificationRanges }] : [],
    again('scheduled'),
    itemsOf('reread', 'confirmation', planWindows(once, plan), plan),
    [{ ...plain, kind: 'control', requests: CONTROL_REQUESTS }],
    checkpoint.searches.filter(({ isOver }) => !isOver).map(searchItem),
    again('difference'),
  ];
  return items.flat().slice(0, ITEMS_SHOWN);
}
