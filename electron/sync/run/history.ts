import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { afterHistoryWindow, finishHistory } from '../plan/checkpoints.ts';
import { planHistory, remainingHistory } from '../plan/history.ts';
import { noteReadOnce } from '../plan/rereads.ts';
import type { RunContext } from './context.ts';
import { readPurchases } from './purchases.ts';

function isAllRead(run: RunContext, checkpoint: Checkpoint): boolean {
  const facts = run.historyFacts(checkpoint);
  return facts !== null && remainingHistory(facts).length === 0;
}

/** Reads and commits one window of the load, or learns how to cut it. */
export async function readHistoryWindow(run: RunContext, window: PurchaseWindow): Promise<boolean> {
  return readPurchases(run, window, 'history', (settled) => {
    const { pages, effort } = settled.report;
    const read = afterHistoryWindow(run.checkpoint(), window, {
      readAt: settled.firstPageDate,
      greatestUpdate: settled.greatestUpdate,
      marginMs: run.marginMs,
    });
    const next = noteReadOnce(read, window, { pages, readings: effort.readings });
    return isAllRead(run, next) ? finishHistory(next, run.serverNow()) : next;
  });
}

/** Goes on with the load at its newest window (rule 10). False when none is left. */
export async function readHistory(run: RunContext): Promise<boolean> {
  const facts = run.historyFacts(run.checkpoint());
  const window = facts === null ? undefined : planHistory(facts)[0];
  return window !== undefined && readHistoryWindow(run, window);
}
