import { randomUUID } from 'node:crypto';
import type { Plan, RequestUsage } from '#shared/bridge/app.ts';
import type { LedgerCalls } from '#shared/bridge/ledger.ts';
import { BridgeError, type Caller, CHANNEL_CLOSED } from '#shared/bridge/rpc.ts';
import type { UtcInstant } from '#shared/dates.ts';
import type { RunEntry, RunTrigger, SyncFailure } from '#shared/sync/run-log.ts';
import type { FetchPage } from '../api/client.ts';
import { type Clock, sleep } from '../api/clock.ts';
import type { Limiter, Limiters } from '../api/limiter.ts';
import type { RetryPolicy } from '../api/retry.ts';
import { createAsk } from './ask.ts';
import { Interruption, untilInterrupted } from './interruption.ts';
import { cancelMonths } from './rereads.ts';
import { runSync } from './run.ts';
import { createRunJournal, type RunJournal } from './run-journal.ts';
import { createServerClock } from './server-clock.ts';
import { failureOf } from './status.ts';
import { createSyncMemory, windowPages } from './sync-memory.ts';
import type { Telling } from './telling.ts';
import type { Wishes } from './wishes.ts';

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
  readonly wishes: Wishes;
};

export type Runner = {
  readonly run: (
    job: {
      readonly caller: Caller<LedgerCalls>;
      readonly key: string;
      readonly trigger: RunTrigger;
      readonly signal: AbortSignal;
    },
    telling: Telling,
  ) => Promise<RunEnd>;
  /** Takes months off the list outside a run, as wished. */
  readonly cancelRereads: (caller: Caller<LedgerCalls>, telling: Telling) => Promise<void>;
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
    run: async ({ caller, key, trigger, signal }, telling) => {
      const ownLimiter = limiters.of(account.baseUrl, key);
      limiter = ownLimiter;
      const ledger = untilInterrupted(caller, signal);
      const journal = createRunJournal({
        runId: randomUUID(),
        trigger,
        ledger,
        clock,
        onChange: (run) => telling.tell({ run }),
      });
      telling.tell({ state: 'running', waiting: null, failure: null, run: journal.entry() });
      const ask = createAsk({
        baseUrl: account.baseUrl,
        key,
        fetchPage: options.fetchPage,
        limiter: ownLimiter,
        retry: options.retry,
        clock,
        serverClock,
        random,
        signal,
        onWaiting: telling.waiting,
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
          ask,
          plan: account.plan,
          marginMs: options.marginMs,
          maxPages: windowPages(ownLimiter.usage().perMinute),
          clock,
          serverClock,
          signal,
          memory,
          journal,
          wishes: options.wishes,
          news: {
            activity: (activity) => telling.tell({ activity }),
            progress: telling.progress,
            checkpoint: telling.checkpoint,
            ordersToVerify: (ordersToVerify) => telling.tell({ ordersToVerify }),
            state: telling.ledger,
            queue: (queue) => telling.tell({ queue }),
          },
          periodMs: options.periodMs,
          requestsMade: () => requestsMade,
          isKeyProven: options.isKeyProven,
          onKeyProven: options.onKeyProven,
        });
        await end(journal, caller, 'done', null);
        telling.tell({ lastRun: journal.entry() });
        return { kind: 'done' };
      } catch (error) {
        telling.tell({ activity: null, waiting: null });
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
    cancelRereads: async (caller, telling) => {
      const { checkpoint } = await caller.readState(null);
      const months = options.wishes.take('cancel').flatMap((wish) => ('months' in wish ? wish.months : []));
      memory.declined = new Set([...memory.declined, ...months]);
      if (checkpoint === null) return;
      const next = cancelMonths(checkpoint, months);
      await caller.saveCheckpoint(next);
      telling.checkpoint(next);
      telling.tell({ queue: [] });
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
