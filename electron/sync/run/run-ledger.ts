import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { CommitResult, LedgerCalls, LedgerState } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { Month } from '#shared/domain/dates.ts';
import { clipRange, monthRange } from '#shared/domain/purchase-ranges.ts';
import { learnStored } from '../plan/density.ts';
import { horizonAt, remainingHistory } from '../plan/history.ts';
import { completedMonths } from '../plan/rereads.ts';
import type { EngineContext, RunContext } from './context.ts';
import type { Settled } from './read-window.ts';

/** What one run knows of the ledger: its state when it was last read, and its checkpoint as it stands. */
export type RunLedger = ReturnType<typeof createRunLedger>;

export function createRunLedger(
  engine: EngineContext,
  ledger: Caller<LedgerCalls>,
  signal: AbortSignal,
  begun: LedgerState,
) {
  const { clock, serverClock, memory, reporter } = engine;
  let state = begun;
  let { checkpoint } = begun;

  function take(fresh: LedgerState): void {
    state = fresh;
    const horizon = horizonAt(serverClock.nowMs() ?? clock.wallMs());
    const months = fresh.months.flatMap(({ month, rows }) => {
      const range = clipRange(monthRange(month), { from: monthRange(month).from, to: horizon });
      return range === null ? [] : [{ range, rows }];
    });
    memory.density = learnStored(memory.density, months);
    if (checkpoint !== null) reporter.checkpoint(checkpoint);
    reporter.ledger(fresh);
  }
  /** A commit has stored this checkpoint. */
  function setCheckpoint(stored: Checkpoint): void {
    checkpoint = stored;
    reporter.checkpoint(stored);
  }

  take(begun);
  return {
    state: () => state,
    readState: async (): Promise<LedgerState> => {
      const fresh = await ledger.readState(null);
      signal.throwIfAborted();
      take(fresh);
      return fresh;
    },
    /** Throws before the load has begun. */
    checkpoint: (): Checkpoint => {
      if (checkpoint === null) throw new Error('The load has not begun.');
      return checkpoint;
    },
    hasBegun: () => checkpoint !== null,
    /** Writes a checkpoint that comes with no rows; does nothing when it is the one that stands. */
    save: async (next: Checkpoint): Promise<void> => {
      if (next === checkpoint) return;
      await ledger.saveCheckpoint(next);
      setCheckpoint(next);
      signal.throwIfAborted();
    },
    setCheckpoint,
  };
}

/** Months whose reading is complete with a window: what did not come of them can be decided on (rule 11). */
function monthsCompletedBy(run: RunContext, { report }: Settled, next: Checkpoint): Month[] {
  const { window, purpose } = report;
  if (window.field !== 'purchase_date' || purpose === 'verification') return [];
  const facts = run.historyFacts(next);
  // What was tried in vain is still to be read: it counts here.
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
