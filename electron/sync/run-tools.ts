import type { Plan, QueueItem, SyncActivity, SyncProgress } from '#shared/bridge/app.ts';
import type { LedgerCalls, LedgerState } from '#shared/bridge/ledger.ts';
import type { Caller } from '#shared/bridge/rpc.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import type { Clock } from '../api/clock.ts';
import type { Ask } from './ask.ts';
import type { RunJournal } from './run-journal.ts';
import type { ServerClock } from './server-clock.ts';
import type { SyncMemory } from './sync-memory.ts';
import type { Wishes } from './wishes.ts';

/** What a run tells of itself while it goes on. */
export type RunNews = {
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
  readonly ask: Ask;
  readonly plan: Plan;
  readonly marginMs: number;
  /** Most pages of a window. */
  readonly maxPages: number;
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  readonly signal: AbortSignal;
  readonly memory: SyncMemory;
  readonly news: RunNews;
  readonly journal: RunJournal;
  /** What the user wants done, to be taken up between two windows. */
  readonly wishes: Wishes;
  /** How long after the last reading of changes they are due again during a long run; null: not by themselves. */
  readonly periodMs: () => number | null;
  /** Requests made so far in this process, tries that failed included. */
  readonly requestsMade: () => number;
  readonly isKeyProven: () => boolean;
  readonly onKeyProven: () => void;
};
