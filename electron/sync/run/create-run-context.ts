import { MAX_WINDOW_AGE_MS } from '#shared/domain/window.ts';
import { CONFIRMATION_BUDGET, REREAD_BUDGET } from '../plan/rereads.ts';
import { createLoadProgress } from '../status/progress.ts';
import { commitWindow } from './commit-window.ts';
import type { RunContext } from './context.ts';
import type { EngineContext } from './engine-context.ts';
import { createFetchPageWithRetry } from './fetch-page-with-retry.ts';
import { readForRun } from './read-window.ts';
import type { RunJob } from './run-job.ts';
import { createRunLedger } from './run-ledger.ts';
import { createRunPlan, windowPages } from './run-plan.ts';
import { takeOverStaged } from './staged-windows.ts';
import { createBudget } from './traffic.ts';

/** Requests a sync may spend on verification (rule 5). */
export const VERIFICATION_BUDGET = 120;

/** Reads the ledger's state and begins the run's entry in the journal. */
export async function createRunContext(engine: EngineContext, job: RunJob): Promise<RunContext> {
  const { clock, serverClock, reporter } = engine;
  const { key, signal, ledger, journal } = job;
  const limiter = engine.traffic.limiterOf(key);
  const begun = await ledger.readState(null);
  signal.throwIfAborted();
  await journal.begin(begun.checkpoint?.history.finishedAt == null ? 'history' : 'changes');

  const staged = await takeOverStaged(ledger, begun.windows, clock);
  // Pages of the last minutes tell the server's time well enough to begin with.
  const lastPageAt = staged.lastPageAt();
  if (serverClock.nowMs() === null && lastPageAt !== null) serverClock.resume(lastPageAt, MAX_WINDOW_AGE_MS);

  const maxPages = windowPages(limiter.usage().perMinute);
  const runLedger = createRunLedger(engine, ledger, signal, begun);
  const runPlan = createRunPlan(engine, maxPages, runLedger.checkpoint);
  const progress = createLoadProgress(reporter.progress, begun.rows);
  const run: RunContext = {
    ...engine,
    ...runLedger,
    ...runPlan,
    signal,
    ledger,
    fetchPage: createFetchPageWithRetry(engine, job, limiter),
    journal,
    maxPages,
    budgets: {
      verification: createBudget(VERIFICATION_BUDGET),
      scheduled: createBudget(REREAD_BUDGET),
      confirmation: createBudget(CONFIRMATION_BUDGET),
    },
    staged,
    progress,
    reportProgress: () => {
      if (!run.hasBegun()) return;
      const facts = run.historyFacts(run.checkpoint());
      if (facts !== null) progress.report(facts, run.checkpoint().history.finishedAt === null);
    },
    read: (window, purpose, options = {}) => readForRun(run, window, purpose, options),
    commit: (settled, verifiedBy, next) => commitWindow(run, settled, verifiedBy, next),
  };
  return run;
}
