import type { StagedWindow } from '#shared/contract/ledger.ts';
import { holdsRange } from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { remainingHistory } from '../plan/history.ts';
import type { RunContext } from './context.ts';
import { readHistoryWindow } from './purchases.ts';
import { onceRead, readWindowAgain, wantedRanges } from './reread.ts';

/** Takes up windows of purchases that an earlier run left half read. */

function isWanted(run: RunContext, staged: StagedWindow, window: PurchaseWindow): boolean {
  const facts = run.historyFacts(run.checkpoint());
  const remaining =
    staged.purpose === 'history'
      ? facts === null
        ? []
        : remainingHistory(facts)
      : [...wantedRanges(run), ...onceRead(run)];
  return remaining.some((range) => holdsRange(range, window));
}

/**
 * Finishes one of them, before changes move on: their pages are still good then and need not be asked for again. Those
 * that are not due any more are dropped. False when there is none.
 */
export async function finishStaged(run: RunContext): Promise<boolean> {
  for (const staged of run.staged.all()) {
    const { window, purpose, windowId } = staged;
    if (window.field !== 'purchase_date' || purpose === 'verification') continue;
    if (!isWanted(run, staged, window)) {
      await run.staged.drop([windowId]);
      continue;
    }
    await (purpose === 'history' ? readHistoryWindow(run, window) : readWindowAgain(run, window));
    return true;
  }
  return false;
}
