import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { CommitResult } from '#shared/contract/ledger.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import type { LoadProgress } from '../status/progress.ts';
import type { EngineContext } from './engine-context.ts';
import type { FetchPageWithRetry } from './fetch-page-with-retry.ts';
import type { RunJob } from './run-job.ts';
import type { RunLedger } from './run-ledger.ts';
import type { RunPlan } from './run-plan.ts';
import type { StagedWindows } from './staged-windows.ts';
import type { Budget } from './traffic.ts';
import type { Settled, WindowReading } from './window-reading.ts';

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
