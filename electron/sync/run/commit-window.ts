import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { CommitResult } from '#shared/contract/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import { remainingHistory } from '../plan/history.ts';
import { completedMonths } from '../plan/rereads.ts';
import type { RunContext } from './context.ts';
import type { Settled } from './window-reading.ts';

/** Months whose reading is complete with a window: what did not come of them can be decided on (rule 11). */
function monthsCompletedBy(run: RunContext, { report }: Settled, next: Checkpoint): Month[] {
  const { window, purpose } = report;
  if (window.field !== 'purchase_date' || purpose === 'verification') return [];
  const facts = run.historyFacts(next);
  // Ranges tried in vain are still to be read: they count here.
  return completedMonths(
    window,
    next.rereads,
    facts === null ? [] : remainingHistory({ ...facts, skip: [] }),
  );
}

/** Commits a settled window and those that verify its orders in one transaction; `next` is the checkpoint after it. */
export async function commitWindow(
  run: RunContext,
  settled: Settled,
  verifiedBy: readonly Settled[],
  next: Checkpoint,
): Promise<CommitResult> {
  const { ledger, journal, progress, reporter, signal } = run;
  const result = await ledger.commitWindow({
    windowId: settled.windowId,
    verifiedBy: verifiedBy.map((one) => one.windowId),
    checkpoint: next,
    runId: journal.entry().runId,
    effort: settled.report.effort,
    completes: monthsCompletedBy(run, settled, next),
  });
  const { ordersNew, ordersChanged, rowsHeld } = result;
  journal.add({
    ordersNew,
    ordersChanged,
    windows: 1 + verifiedBy.length,
    notices: rowsHeld > 0 ? 1 : 0,
  });
  progress.endWindow();
  progress.addStored(result.rowsAdded - result.rowsRemoved);
  run.setCheckpoint(next);
  reporter.update({ ordersToVerify: result.ordersQueued });
  run.reportProgress();
  signal.throwIfAborted();
  // Only the ledger knows how many rows wait for the user's word in all.
  if (rowsHeld > 0 || run.state().held.length > 0) await run.readState();
  return result;
}
