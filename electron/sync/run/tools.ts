import type { Clock } from '#electron/api/clock.ts';
import type { Plan, QueueItem, SyncActivity, SyncProgress } from '#shared/contract/app.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerCalls, LedgerState } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { ServerClock } from '../plan/server-clock.ts';
import type { FetchPageWithRetry } from './fetch-page-with-retry.ts';
import type { RunJournal } from './journal.ts';
import type { PendingCommands } from './sync-commands.ts';
import type { SyncMemory } from './sync-memory.ts';

/** What a run tells of itself while it goes on. */
export type RunReporter = {
  readonly activity: (activity: SyncActivity | null) => void;
  readonly progress: (progress: Omit<SyncProgress, 'secondsLeft'> | null) => void;
  readonly checkpoint: (checkpoint: Checkpoint) => void;
  readonly ordersToVerify: (orders: number) => void;
  /** What the ledger holds, as it was last asked. */
  readonly state: (state: LedgerState) => void;
  readonly queue: (queue: readonly QueueItem[]) => void;
};

export type RunTools = {
  readonly ledger: Caller<LedgerCalls>;
  readonly fetchPage: FetchPageWithRetry;
  readonly plan: Plan;
  readonly marginMs: number;
  /** Most pages of a window. */
  readonly maxPages: number;
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  readonly signal: AbortSignal;
  readonly memory: SyncMemory;
  readonly reporter: RunReporter;
  readonly journal: RunJournal;
  /** What the user wants done, to be taken up between two windows. */
  readonly commands: PendingCommands;
  /** How long after the last reading of changes they are due again during a long run; null: not by themselves. */
  readonly periodMs: () => number | null;
  /** Requests made so far in this process, tries that failed included. */
  readonly requestsMade: () => number;
  readonly isKeyProven: () => boolean;
  readonly onKeyProven: () => void;
};
