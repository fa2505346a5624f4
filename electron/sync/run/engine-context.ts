import type { FetchPage } from '#electron/api/client.ts';
import type { Clock } from '#electron/api/clock.ts';
import type { RetryPolicy } from '#electron/api/failure.ts';
import type { Plan } from '#shared/contract/app.ts';
import type { ServerClock } from '../plan/server-clock.ts';
import type { StatusReporter } from '../status/status.ts';
import type { SyncMemory } from './run-plan.ts';
import type { PendingCommands } from './sync-commands.ts';
import type { Traffic } from './traffic.ts';

/** Context that lives as long as the engine of an account: every run works with the same. Made by the engine. */
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
  /** The user's commands, to be applied between two windows; an earlier engine of the account may have left some. */
  readonly commands: PendingCommands;
  readonly memory: SyncMemory;
  /** Free bytes of the disk that the copy is on; null: unknown. */
  readonly freeBytes: () => Promise<number | null>;
  readonly reporter: StatusReporter;
};
