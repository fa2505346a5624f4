import type { FetchPage } from '#electron/api/client.ts';
import type { Clock } from '#electron/api/clock.ts';
import type { RetryPolicy } from '#electron/api/failure.ts';
import type { Plan } from '#shared/contract/app.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { CommitResult, LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { MAX_WINDOW_AGE_MS, type SyncWindow } from '#shared/domain/window.ts';
import { CONFIRMATION_BUDGET, REREAD_BUDGET } from '../plan/rereads.ts';
import type { ServerClock } from '../plan/server-clock.ts';
import { createLoadProgress, type LoadProgress } from '../status/progress.ts';
import type { StatusReporter } from '../status/status.ts';
import { createFetchPageWithRetry, type FetchPageWithRetry } from './fetch-page-with-retry.ts';
import type { RunJournal } from './journal.ts';
import { readForRun, type Settled, type WindowReading } from './read-window.ts';
import { commitWindow, createRunLedger, type RunLedger } from './run-ledger.ts';
import { createRunPlan, type RunPlan, type SyncMemory, windowPages } from './run-plan.ts';
import { type StagedWindows, takeOverStaged } from './staged-windows.ts';
import type { PendingCommands } from './sync-commands.ts';
import { type Budget, createBudget, type Traffic } from './traffic.ts';

/** What lives as long as the engine of an account: every run works with the same. Made by the engine. */
export type EngineContext = {
  readonly account: { readonly id: string; readonly baseUrl: string; readonly plan: Plan };
  readonly requestPage: FetchPage;
  readonly retry: RetryPolicy;
  readonly random: () => number;
  readonly traffic: Traffic;
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  /** Safety margin of the watermark (rule 7), in milliseconds. */
  readonly marginMs: number;
  /** How long after the last reading of changes they are due again during a long run, ms; null: not by themselves. */
  readonly periodMs: () => number | null;
  /** Whether the key is the one this account was read with, or the user says so (rule 14). */
  readonly isKeyProven: () => boolean;
  readonly onKeyProven: () => void;
  /** What the user wants done, to be applied between two windows; an earlier engine of the account may have left some. */
  readonly commands: PendingCommands;
  readonly memory: SyncMemory;
  /** What is left of the disk that the copy is on; null: nobody knows. */
  readonly freeBytes: () => Promise<number | null>;
  readonly reporter: StatusReporter;
};

/** Requests a sync may spend on verification (rule 5). */
export const VERIFICATION_BUDGET = 120;

export type ReadOptions = {
  readonly budget?: Budget | undefined;
  /** Pages staged by an earlier run that the server gave before this are no longer good. */
  readonly notBefore?: UtcInstant;
};

/** Everything the parts of one run share. Made by `createRunContext` and nowhere else. */
export type RunContext = EngineContext &
  RunLedger &
  RunPlan &
  Omit<RunJob, 'key'> & {
    readonly fetchPage: FetchPageWithRetry;
    /** Most pages of a window. */
    readonly maxPages: number;
    readonly budgets: {
      readonly verification: Budget;
      readonly scheduled: Budget;
      readonly confirmation: Budget;
    };
    /** Windows that an earlier run left half read and this one has not taken up yet. */
    readonly staged: StagedWindows;
    readonly progress: LoadProgress;
    readonly reportProgress: () => void;
    readonly read: (
      window: SyncWindow,
      purpose: WindowPurpose,
      options?: ReadOptions,
    ) => Promise<WindowReading>;
    readonly commit: (
      settled: Settled,
      verifiedBy: readonly Settled[],
      next: Checkpoint,
    ) => Promise<CommitResult>;
  };

/** What tells one run from the others. */
export type RunJob = {
  readonly key: string;
  readonly signal: AbortSignal;
  /** Its calls end with an interruption. */
  readonly ledger: Caller<LedgerCalls>;
  readonly journal: RunJournal;
};

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
