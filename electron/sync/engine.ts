import type { CopyState, Plan, SyncStatus } from '#shared/contract/app.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { LedgerCalls, ResolveMissing } from '#shared/contract/ledger.ts';
import { BridgeError, type Caller, CHANNEL_CLOSED } from '#shared/contract/rpc.ts';
import type { RunEntry, RunTrigger } from '#shared/contract/run-log.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type ClientOptions, createFetchPage, DEFAULT_CLIENT_OPTIONS, type Fetch } from '../api/client.ts';
import { type Clock, systemClock } from '../api/clock.ts';
import type { Limiters } from '../api/limiter.ts';
import { DEFAULT_RETRY, type RetryPolicy } from '../api/retry.ts';
import { DEFAULT_MARGIN_MS } from './plan/changes.ts';
import { Interruption } from './plan/interruption.ts';
import { DEFAULT_PERIOD_MS, mayPass } from './plan/schedule.ts';
import { createTimetable } from './plan/timetable.ts';
import { createRunner } from './run/runner.ts';
import { createPendingCommands, type PendingCommands, type SyncCommand } from './run/sync-commands.ts';
import { createStatusReporter } from './status/status-reporter.ts';

/** The sync of one account: begins when a ledger calls in, pauses, resumes, and says at every step where it is. */
export type SyncEngine = {
  /**
   * A ledger is there; the sync begins or goes on by itself. An epoch smaller than that of the ledger attached is
   * ignored. Once that one is gone any epoch is good: another browser has a ledger of its own, with epochs of its
   * own, and within one ledger every write checks the epoch anyway.
   */
  readonly attachLedger: (caller: Caller<LedgerCalls>, ownerEpoch: number, copy: CopyState) => void;
  readonly detachLedger: (ownerEpoch: number) => void;
  /** Reads the changes now; also resumes a paused or failed sync. */
  readonly syncNow: () => void;
  /**
   * Gives up the request in flight; nothing staged or committed is lost. What the user paused goes on when the user says;
   * what was paused because the machine goes to sleep goes on with `wake`.
   */
  readonly pause: (reason?: 'user' | 'sleep') => void;
  /** The machine is awake again: the changes are read now, unless the user paused or has to do something first. */
  readonly wake: () => void;
  /** Milliseconds between two readings of changes; null: only when asked. */
  readonly setPeriod: (periodMs: number | null) => void;
  /** Reads months of purchases again, from the next request on (rule 11); resumes a paused or failed sync. */
  readonly rereadMonths: (months: readonly Month[]) => void;
  /** Takes months off the list of what is to be read again; a paused or failed sync stays so. */
  readonly cancelRereads: (months: readonly Month[]) => void;
  /** Compares the server's count of months with the ledger's (rule 12); resumes a paused or failed sync. */
  readonly checkMonths: (months: readonly Month[]) => void;
  /** Counts ranges and searches for what differs, until it is found (rule 12); resumes a paused or failed sync. */
  readonly findDifferences: (ranges: readonly ControlTotal['range'][]) => void;
  /** Removes rows that the source no longer gives, or lets them stay. Rejects when no ledger is there. */
  readonly resolveMissing: (
    decision: Omit<ResolveMissing, 'decidedAt'>,
  ) => Promise<{ readonly rowsRemoved: number }>;
  readonly status: () => SyncStatus;
  /** Ends for good. */
  readonly stop: () => Promise<void>;
};

export type SyncEngineOptions = {
  readonly account: { readonly id: string; readonly baseUrl: string; readonly plan: Plan };
  readonly readKey: () => string | null;
  /** Whether the key is the one this account was read with, or the user says so (rule 14). */
  readonly isKeyProven: () => boolean;
  /** Its answers are the account's. */
  readonly onKeyProven: () => void;
  readonly fetch: Fetch;
  readonly limiters: Limiters;
  readonly onStatus: (status: SyncStatus) => void;
  readonly clock?: Clock;
  readonly retry?: RetryPolicy;
  readonly client?: Partial<Omit<ClientOptions, 'fetch'>>;
  /** Safety margin of the watermark. */
  readonly marginMs?: number;
  /** Between two readings of changes; null: only when asked. */
  readonly periodMs?: number | null;
  readonly random?: () => number;
  /** What an engine of this account before was asked for and did not come to. */
  readonly commands?: PendingCommands;
};

type AttachedLedger = {
  readonly caller: Caller<LedgerCalls>;
  readonly epoch: number;
  readonly copy: CopyState;
};

export function createSyncEngine(options: SyncEngineOptions): SyncEngine {
  const { account, readKey } = options;
  const clock = options.clock ?? systemClock;
  const commands = options.commands ?? createPendingCommands();
  const timetable = createTimetable(
    clock,
    options.periodMs === undefined ? DEFAULT_PERIOD_MS : options.periodMs,
    () => {
      if (!canRunByItself()) return;
      want('schedule');
      start();
    },
  );
  const runner = createRunner(
    {
      account,
      limiters: options.limiters,
      fetchPage: createFetchPage({ ...DEFAULT_CLIENT_OPTIONS, ...options.client, fetch: options.fetch }),
      clock,
      retry: options.retry ?? DEFAULT_RETRY,
      marginMs: options.marginMs ?? DEFAULT_MARGIN_MS,
      random: options.random ?? Math.random,
      periodMs: timetable.periodMs,
      isKeyProven: options.isKeyProven,
      onKeyProven: options.onKeyProven,
      commands,
    },
    readKey(),
  );
  const reporter = createStatusReporter({
    accountId: account.id,
    clock,
    onStatus: options.onStatus,
    usage: runner.usage,
    secondsLeft: runner.secondsLeft,
    nextRunAtMs: () => (canRunByItself() ? timetable.nextAtMs() : null),
  });

  let ledger: AttachedLedger | null = null;
  let pausedFor: 'user' | 'sleep' | null = null;
  let isStopped = false;
  /** What makes the next run begin, as soon as it can; null: nothing does. */
  let wanted: RunTrigger | null = 'start';
  let running: Promise<void> | null = null;
  let interrupt: AbortController | null = null;
  /** A run whose end could not be written, because its ledger went away. */
  let unwritten: RunEntry | null = null;

  const canRunByItself = () => !isStopped && pausedFor === null && ledger !== null;

  /** The user's word is remembered before anything else that would begin a run as well. */
  function want(trigger: RunTrigger): void {
    if (wanted === null || trigger === 'user') wanted = trigger;
  }

  /** What the ledger holds, told without a run. */
  async function lookAtLedger({ caller }: AttachedLedger): Promise<void> {
    const state = await caller.readState(null);
    if (state.checkpoint !== null) reporter.checkpoint(state.checkpoint);
    reporter.ledger(state);
  }

  /** Runs as long as something is wanted and can be done. Never rejects. */
  async function drive(): Promise<void> {
    while (wanted !== null && ledger !== null && pausedFor === null && !isStopped) {
      const attached = ledger;
      const trigger = wanted;
      const key = readKey();
      if (key === null) {
        await lookAtLedger(attached).catch(() => undefined);
        timetable.ended('stopped');
        const failure = { code: 'key-missing', words: null, status: null, atMs: clock.wallMs() } as const;
        reporter.report({ state: 'error', failure });
        return;
      }
      wanted = null;
      interrupt = new AbortController();
      const { signal } = interrupt;
      if (unwritten !== null && attached.copy === 'known') {
        await attached.caller.writeRun(unwritten).catch(() => undefined);
        unwritten = null;
      }
      const end = await runner.run({ caller: attached.caller, key, trigger, signal }, reporter);
      interrupt = null;
      if (end.kind === 'interrupted') {
        wanted ??= end.isLedgerLost ? 'start' : trigger;
        unwritten = end.unwritten;
        if (end.isLedgerLost && ledger === attached) ledger = null;
      } else if (end.kind === 'failed') {
        timetable.ended(mayPass(end.failure.code) ? 'may-pass' : 'stopped');
        reporter.report({ state: 'error', failure: end.failure });
        return;
      } else {
        timetable.ended('well');
        // Asked for in the run's last moment.
        if (commands.areThere()) want('user');
        if (wanted === null) reporter.report({ state: 'idle', activity: null, waiting: null });
      }
    }
  }

  /** Where nothing runs, the state that says why. */
  function tellAtRest(): void {
    if (isStopped) return;
    if (pausedFor !== null) reporter.report({ state: 'paused', activity: null, waiting: null });
    else if (reporter.state() === 'error') reporter.touch();
    else if (ledger === null) {
      reporter.report({ state: 'waiting', activity: null, waiting: { reason: 'ledger', untilMs: null } });
    } else reporter.report({ state: 'idle', activity: null, waiting: null });
    timetable.watch();
  }

  function start(): void {
    if (running !== null || isStopped) return;
    timetable.stop();
    if (wanted === null || pausedFor !== null || ledger === null) {
      tellAtRest();
      return;
    }
    occupy(drive());
  }

  /** Never two things at a time. */
  function occupy(work: Promise<void>): void {
    running = work.finally(() => {
      running = null;
      const isFailed = reporter.state() === 'error';
      // Asked for while the last run was ending.
      if (commands.areThere() && !isFailed) want('user');
      if (wanted !== null && pausedFor === null && ledger !== null && !isFailed) start();
      else tellAtRest();
    });
  }

  /** What the user asks for is taken up by the run that goes on, between two windows, or else by one that begins now. */
  function command(pending: SyncCommand): void {
    if (isStopped) return;
    pausedFor = null;
    commands.add(pending);
    // What is going on after a failure is no run: it must not find the failure when it ends, and leave it at that.
    if (reporter.state() === 'error') reporter.report({ state: 'idle', failure: null });
    // One that is being interrupted runs again anyway.
    if (running !== null) return;
    want('user');
    start();
  }

  return {
    attachLedger: (caller, ownerEpoch, copy) => {
      if (isStopped || ownerEpoch < (ledger?.epoch ?? 0)) return;
      ledger = { caller, epoch: ownerEpoch, copy };
      reporter.report({ copy });
      want('start');
      interrupt?.abort(new Interruption('ledger'));
      if (pausedFor !== null) void lookAtLedger(ledger).catch(() => undefined);
      start();
    },
    detachLedger: (ownerEpoch) => {
      if (ledger?.epoch !== ownerEpoch) return;
      ledger = null;
      interrupt?.abort(new Interruption('ledger'));
      if (running === null) start();
    },
    syncNow: () => command({ kind: 'changes' }),
    pause: (reason = 'user') => {
      if (isStopped || pausedFor === 'user') return;
      pausedFor = reason;
      interrupt?.abort(new Interruption('paused'));
      if (running === null) start();
    },
    wake: () => {
      if (isStopped || pausedFor === 'user') return;
      pausedFor = null;
      const { failure } = reporter.status();
      if (failure !== null && !mayPass(failure.code)) {
        reporter.report({ state: 'error' });
        return;
      }
      if (running === null || interrupt?.signal.aborted === true) want('wake');
      start();
    },
    setPeriod: (periodMs) => {
      timetable.setPeriod(periodMs);
      if (running === null && !isStopped) tellAtRest();
    },
    rereadMonths: (months) => command({ kind: 'reread', months }),
    checkMonths: (months) => command({ kind: 'check', months }),
    findDifferences: (ranges) => command({ kind: 'find', ranges }),
    cancelRereads: (months) => {
      if (isStopped) return;
      commands.add({ kind: 'cancel', months });
      // It needs no request: nothing is resumed for it.
      if (running === null && ledger !== null) {
        const { caller } = ledger;
        occupy(runner.cancelRereads(caller, reporter).catch(() => undefined));
      }
    },
    resolveMissing: async (decision) => {
      if (ledger === null) throw new BridgeError(CHANNEL_CLOSED, 'No ledger is there.');
      const attached = ledger;
      const resolved = await attached.caller.resolveMissing({
        ...decision,
        decidedAt: runner.serverNow(),
      });
      await lookAtLedger(attached);
      // The month's last count was of what has just been removed: a new one says whether it squares now.
      if (resolved.rowsRemoved > 0 && canRunByItself() && reporter.state() !== 'error') {
        command({ kind: 'check', months: [decision.month] });
      }
      return resolved;
    },
    status: reporter.status,
    stop: async () => {
      isStopped = true;
      timetable.stop();
      reporter.stop();
      interrupt?.abort(new Interruption('stopped'));
      await running;
    },
  };
}
