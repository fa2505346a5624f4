import { randomUUID } from 'node:crypto';
import type { FetchPage } from '#electron/api/client.ts';
import { type Clock, sleep } from '#electron/api/clock.ts';
import type { Limiter, Limiters } from '#electron/api/limiter.ts';
import type { RetryPolicy } from '#electron/api/retry.ts';
import type { Plan, RequestUsage } from '#shared/contract/app.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import { BridgeError, type Caller, CHANNEL_CLOSED } from '#shared/contract/rpc.ts';
import type { RunEntry, RunTrigger, SyncFailure } from '#shared/contract/run-log.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { Interruption, untilInterrupted } from '../plan/interruption.ts';
import { cancelMonths } from '../plan/rereads.ts';
import { createServerClock } from '../plan/server-clock.ts';
import { failureOf } from '../status/status.ts';
import type { StatusReporter } from '../status/status-reporter.ts';
import { createFetchPageWithRetry } from './fetch-page-with-retry.ts';
import { createRunJournal, type RunJournal } from './journal.ts';
import { runSync } from './run.ts';
import type { PendingCommands } from './sync-commands.ts';
import { createSyncMemory, windowPages } from './sync-memory.ts';

/** Runs the sync once, from a key and a ledger to its end, and writes that end down. */

export type RunEnd =
  | { readonly kind: 'done' }
  /** By a pause, by the engine's end, or because the ledger went away. */
  | { readonly kind: 'interrupted'; readonly isLedgerLost: boolean; readonly unwritten: RunEntry | null }
  | { readonly kind: 'failed'; readonly failure: SyncFailure };

export type RunnerOptions = {
  readonly account: { readonly id: string; readonly baseUrl: string; readonly plan: Plan };
  readonly limiters: Limiters;
  readonly fetchPage: FetchPage;
  readonly clock: Clock;
  readonly retry: RetryPolicy;
  readonly marginMs: number;
  readonly random: () => number;
  readonly periodMs: () => number | null;
  readonly isKeyProven: () => boolean;
  readonly onKeyProven: () => void;
  readonly commands: PendingCommands;
};

export type Runner = {
  readonly run: (
    job: {
      readonly caller: Caller<LedgerCalls>;
      readonly key: string;
      readonly trigger: RunTrigger;
      readonly signal: AbortSignal;
    },
    reporter: StatusReporter,
  ) => Promise<RunEnd>;
  /** Takes months off the list outside a run, as wished. */
  readonly cancelRereads: (caller: Caller<LedgerCalls>, reporter: StatusReporter) => Promise<void>;
  /** Of the latest key; null before there was one. */
  readonly usage: () => RequestUsage | null;
  /** The server's time as it is believed in this process; null before it was heard. */
  readonly serverNow: () => UtcInstant | null;
  /** At the pace of the limiter or of the server's answers so far, whichever is slower. */
  readonly secondsLeft: (pages: number) => number | null;
};

/** Whoever stops the engine waits no longer for a ledger that does not answer. */
const LAST_WORDS_MS = 2_000;

export function createRunner(options: RunnerOptions, firstKey: string | null): Runner {
  const { account, limiters, clock, random } = options;
  const serverClock = createServerClock(clock);
  const memory = createSyncMemory();
  let limiter: Limiter | null = firstKey === null ? null : limiters.of(account.baseUrl, firstKey);
  /** Of the ledger that the last run wrote to. */
  let lastCaller: Caller<LedgerCalls> | null = null;
  let requestsMade = 0;
  /** Running mean of what a request takes, waiting apart. */
  let requestMs: number | null = null;

  /** Writes the end down; null when it is written, else the entry that is not. */
  async function end(
    journal: RunJournal,
    caller: Caller<LedgerCalls>,
    outcome: RunEntry['outcome'],
    failure: SyncFailure | null,
  ): Promise<RunEntry | null> {
    const waiting = new AbortController();
    const tooLong = sleep(clock, LAST_WORDS_MS, waiting.signal).then(
      () => false,
      () => false,
    );
    const written = journal.end(caller, outcome, failure).then(
      () => true,
      () => false,
    );
    const isWritten = await Promise.race([written, tooLong]);
    waiting.abort();
    return isWritten ? null : journal.entry();
  }

  return {
    run: async ({ caller, key, trigger, signal }, reporter) => {
      const ownLimiter = limiters.of(account.baseUrl, key);
      limiter = ownLimiter;
      // Another browser's ledger, or one that was opened again: nobody knows what it holds of what was read.
      if (caller !== lastCaller) memory.bursts = [];
      lastCaller = caller;
      const ledger = untilInterrupted(caller, signal);
      const journal = createRunJournal({
        runId: randomUUID(),
        trigger,
        ledger,
        clock,
        onChange: (run) => reporter.report({ run }),
      });
      reporter.report({ state: 'running', waiting: null, failure: null, run: journal.entry() });
      const fetchPage = createFetchPageWithRetry({
        baseUrl: account.baseUrl,
        key,
        fetchPage: options.fetchPage,
        limiter: ownLimiter,
        retry: options.retry,
        clock,
        serverClock,
        random,
        signal,
        onWaiting: reporter.waiting,
        onRequest: (tookMs) => {
          requestsMade += 1;
          requestMs = requestMs === null ? tookMs : requestMs * 0.8 + tookMs * 0.2;
          journal.add({ requests: 1 });
        },
        onBackOff: (waitedMs) => journal.add({ retries: 1, backOffMs: waitedMs }),
        onDisbelieved: (heard, believed) => journal.writeClock('doubted', heard, believed),
      });
      try {
        await runSync({
          ledger,
          fetchPage,
          plan: account.plan,
          marginMs: options.marginMs,
          maxPages: windowPages(ownLimiter.usage().perMinute),
          clock,
          serverClock,
          signal,
          memory,
          journal,
          commands: options.commands,
          reporter: {
            activity: (activity) => reporter.report({ activity }),
            progress: reporter.progress,
            checkpoint: reporter.checkpoint,
            ordersToVerify: (ordersToVerify) => reporter.report({ ordersToVerify }),
            state: reporter.ledger,
            queue: (queue) => reporter.report({ queue }),
          },
          periodMs: options.periodMs,
          requestsMade: () => requestsMade,
          isKeyProven: options.isKeyProven,
          onKeyProven: options.onKeyProven,
        });
        await end(journal, caller, 'done', null);
        reporter.report({ lastRun: journal.entry() });
        return { kind: 'done' };
      } catch (error) {
        reporter.report({ activity: null, waiting: null });
        const { reason } = signal;
        const isLedgerLost =
          (error instanceof BridgeError && error.code === CHANNEL_CLOSED) ||
          (reason instanceof Interruption && reason.stop === 'ledger');
        if (isLedgerLost) {
          // It will not answer any more: the end is written when it, or its successor, calls in.
          return { kind: 'interrupted', isLedgerLost, unwritten: cutOff(journal, clock) };
        }
        if (signal.aborted) {
          const isPause = reason instanceof Interruption && reason.stop === 'paused';
          const unwritten = await end(journal, caller, isPause ? 'paused' : 'cut-off', null);
          return { kind: 'interrupted', isLedgerLost, unwritten };
        }
        const failure = failureOf(error, clock.wallMs());
        await end(journal, caller, 'failed', failure);
        return { kind: 'failed', failure };
      }
    },
    cancelRereads: async (caller, reporter) => {
      const { checkpoint } = await caller.readState(null);
      const months = options.commands
        .take('cancel')
        .flatMap((command) => ('months' in command ? command.months : []));
      memory.declined = new Set([...memory.declined, ...months]);
      if (checkpoint === null) return;
      const next = cancelMonths(checkpoint, months);
      await caller.saveCheckpoint(next);
      reporter.checkpoint(next);
      reporter.report({ queue: [] });
    },
    usage: () => limiter?.usage() ?? null,
    serverNow: serverClock.now,
    secondsLeft: (pages) => {
      if (limiter === null) return null;
      return Math.ceil(Math.max(limiter.paceSeconds(pages), (pages * (requestMs ?? 0)) / 1000));
    },
  };
}

function cutOff(journal: RunJournal, clock: Clock): RunEntry {
  return { ...journal.entry(), outcome: 'cut-off', endedAtMs: clock.wallMs() };
}
