import type { CopyState, SyncStatus } from '#shared/contract/app.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { LedgerCalls, ResolveMissing } from '#shared/contract/ledger.ts';
import { type Caller, CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import type { RunEntry, RunTrigger } from '#shared/contract/run-log.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type ClientOptions, createFetchPage, DEFAULT_CLIENT_OPTIONS, type Fetch } from '../api/client.ts';
import { systemClock } from '../api/clock.ts';
import { DEFAULT_RETRY } from '../api/failure.ts';
import type { Limiters } from '../api/limiter.ts';
import { DEFAULT_MARGIN_MS } from './plan/changes.ts';
import { createServerClock } from './plan/server-clock.ts';
import type { EngineContext } from './run/engine-context.ts';
import { createSyncMemory } from './run/run-plan.ts';
import { cancelRereads, Interruption, type RunEnd, runOnce } from './run/runner.ts';
import { createPendingCommands, type SyncCommand } from './run/sync-commands.ts';
import { createTimetable, DEFAULT_PERIOD_MS, mayPass, type Timetable } from './run/timetable.ts';
import { createTraffic } from './run/traffic.ts';
import { createStatusReporter } from './status/status.ts';

/** The sync of one account: begins when a ledger calls in, pauses, resumes, and reports at every step where it is. */
export type SyncEngine = ReturnType<typeof createSyncEngine>;

type PauseReason = 'user' | 'sleep';
type MissingDecision = Omit<ResolveMissing, 'decidedAt'>;

export type SyncEngineOptions = Pick<EngineContext, 'account' | 'isKeyProven' | 'onKeyProven'> &
  Partial<Pick<EngineContext, 'clock' | 'retry' | 'marginMs' | 'random' | 'commands' | 'freeBytes'>> & {
    readonly readKey: () => string | null;
    readonly fetch: Fetch;
    readonly client?: Partial<Omit<ClientOptions, 'fetch'>>;
    readonly limiters: Limiters;
    readonly onStatus: (status: SyncStatus) => void;
    readonly periodMs?: number | null;
    /** While true no run begins but at the user's word; `beginByItself` says that it is no longer. Absent: never. */
    readonly isAskedOnly?: () => boolean;
  };

type AttachedLedger = {
  readonly caller: Caller<LedgerCalls>;
  readonly epoch: number;
  readonly copy: CopyState;
};

/** When runs begin and end. What a run needs besides is in `context`. */
type Engine = {
  readonly context: EngineContext;
  readonly timetable: Timetable;
  readonly readKey: () => string | null;
  readonly isAskedOnly: () => boolean;
  ledger: AttachedLedger | null;
  pausedFor: PauseReason | null;
  isStopped: boolean;
  /** The trigger of the next run, which begins as soon as it can; null: none. */
  wanted: RunTrigger | null;
  /** The run, or other work with the ledger, that goes on: never two at a time. */
  running: Promise<void> | null;
  interrupt: AbortController | null;
  /** A run whose end could not be written, because its ledger went away. */
  unwritten: RunEntry | null;
};

export function createSyncEngine(options: SyncEngineOptions) {
  const engine = createEngine(options);
  const { context, timetable } = engine;
  const { reporter } = context;
  return {
    /**
     * A ledger is there: the sync begins or goes on. A smaller epoch than the attached ledger's is ignored; once that
     * one is gone any is good, for another browser has epochs of its own, and every write checks the epoch anyway.
     */
    attachLedger: (caller: Caller<LedgerCalls>, epoch: number, copy: CopyState): void =>
      attachLedger(engine, { caller, epoch, copy }),
    detachLedger: (ownerEpoch: number): void => {
      if (engine.ledger?.epoch !== ownerEpoch) return;
      engine.ledger = null;
      interruptRun(engine, 'ledger');
      if (engine.running === null) start(engine);
    },
    /** This and the other commands resume a paused or failed sync; `cancelRereads` does not. */
    syncNow: (): void => obey(engine, { kind: 'changes' }),
    /** Gives up the request in flight; nothing staged or committed is lost. After `sleep` it goes on with `wake`. */
    pause: (reason: PauseReason = 'user'): void => {
      if (engine.isStopped || engine.pausedFor === 'user') return;
      engine.pausedFor = reason;
      interruptRun(engine, 'paused');
      if (engine.running === null) start(engine);
    },
    /** Runs begin by themselves from now on, the first one at once. */
    beginByItself: (): void => {
      want(engine, 'start');
      start(engine);
    },
    /** The machine is awake again: the changes are read now, unless the user paused or has to do something first. */
    wake: (): void => wake(engine),
    /** Milliseconds between two readings of changes; null: only when asked. */
    setPeriod: (periodMs: number | null): void => {
      timetable.setPeriod(periodMs);
      if (engine.running === null) rest(engine);
    },
    /** Reads months of purchases again, from the next request on (rule 11). */
    rereadMonths: (months: readonly Month[]): void => obey(engine, { kind: 'reread', months }),
    /** Compares the server's count of months with the ledger's (rule 12). */
    checkMonths: (months: readonly Month[]): void => obey(engine, { kind: 'check', months }),
    /** Counts ranges and searches for what differs, until it is found (rule 12). */
    findDifferences: (ranges: readonly ControlTotal['range'][]): void =>
      obey(engine, { kind: 'find', ranges }),
    /** Takes months off the list of what is to be read again. */
    cancelRereads: (months: readonly Month[]): void => {
      if (engine.isStopped) return;
      context.commands.add({ kind: 'cancel', months });
      // It needs no request: nothing is resumed for it.
      if (engine.running !== null || engine.ledger === null) return;
      occupy(
        engine,
        cancelRereads(context, engine.ledger.caller).catch(() => undefined),
      );
    },
    /** Removes rows that the source no longer gives, or lets them stay. Rejects when no ledger is there. */
    resolveMissing: (decision: MissingDecision) => resolveMissing(engine, decision),
    status: reporter.status,
    stop: async (): Promise<void> => {
      engine.isStopped = true;
      timetable.stop();
      reporter.stop();
      interruptRun(engine, 'stopped');
      await engine.running;
    },
  };
}

function createEngine(options: SyncEngineOptions): Engine {
  const { account, readKey, limiters, isKeyProven, onKeyProven, isAskedOnly = () => false } = options;
  const clock = options.clock ?? systemClock;
  const timetable = createTimetable(
    clock,
    options.periodMs === undefined ? DEFAULT_PERIOD_MS : options.periodMs,
    () => {
      if (!canRun(engine)) return;
      want(engine, 'schedule');
      start(engine);
    },
  );
  const traffic = createTraffic(limiters, account.baseUrl, readKey());
  const reporter = createStatusReporter(
    account.id,
    clock,
    {
      usage: traffic.usage,
      secondsLeft: traffic.secondsLeft,
      nextRunAtMs: () => (canRun(engine) ? timetable.nextAtMs() : null),
    },
    options.onStatus,
  );
  const context: EngineContext = {
    account,
    requestPage: createFetchPage({ ...DEFAULT_CLIENT_OPTIONS, ...options.client, fetch: options.fetch }),
    retry: options.retry ?? DEFAULT_RETRY,
    random: options.random ?? Math.random,
    traffic,
    clock,
    serverClock: createServerClock(clock),
    marginMs: options.marginMs ?? DEFAULT_MARGIN_MS,
    periodMs: timetable.periodMs,
    isKeyProven,
    onKeyProven,
    commands: options.commands ?? createPendingCommands(),
    memory: createSyncMemory(),
    freeBytes: options.freeBytes ?? (async () => null),
    reporter,
  };
  const engine: Engine = {
    context,
    timetable,
    readKey,
    isAskedOnly,
    ledger: null,
    pausedFor: null,
    isStopped: false,
    wanted: isAskedOnly() ? null : 'start',
    running: null,
    interrupt: null,
    unwritten: null,
  };
  return engine;
}

function canRun({ isStopped, pausedFor, ledger }: Engine): boolean {
  return !isStopped && pausedFor === null && ledger !== null;
}

/** A run is wanted. That the user wants one is remembered before anything else that would begin it as well. */
function want(engine: Engine, trigger: RunTrigger): void {
  if (trigger !== 'user' && engine.isAskedOnly()) return;
  if (engine.wanted === null || trigger === 'user') engine.wanted = trigger;
}

function interruptRun({ interrupt }: Engine, stop: Interruption['stop']): void {
  interrupt?.abort(new Interruption(stop));
}

/** Begins a run if one is wanted and can be done; else rests. */
function start(engine: Engine): void {
  if (engine.running !== null || engine.isStopped) return;
  engine.timetable.stop();
  if (engine.wanted === null || !canRun(engine)) rest(engine);
  else occupy(engine, drive(engine));
}

/** Keeps the engine from doing anything else until the work is done. */
function occupy(engine: Engine, work: Promise<void>): void {
  engine.running = work.finally(() => {
    engine.running = null;
    const { commands, reporter } = engine.context;
    const isFailed = reporter.state() === 'error';
    // Asked for while the last run was ending.
    if (commands.hasAny() && !isFailed) want(engine, 'user');
    if (engine.wanted !== null && canRun(engine) && !isFailed) start(engine);
    else rest(engine);
  });
}

/** Runs as long as something is wanted and can be done. Never rejects. */
async function drive(engine: Engine): Promise<void> {
  while (engine.wanted !== null && engine.ledger !== null && canRun(engine)) {
    const attached = engine.ledger;
    const trigger = engine.wanted;
    const key = engine.readKey();
    if (key === null) {
      await failWithoutKey(engine, attached);
      return;
    }
    engine.wanted = null;
    engine.interrupt = new AbortController();
    const { signal } = engine.interrupt;
    // Nothing else is awaited before the run: after a command the state is `running` when the call returns.
    if (engine.unwritten !== null) await writeUnwritten(engine, engine.unwritten, attached);
    const end = await runOnce(engine.context, { caller: attached.caller, key, trigger, signal });
    engine.interrupt = null;
    settle(engine, end, trigger, attached);
    if (end.kind === 'failed') return;
  }
}

async function failWithoutKey({ context, timetable }: Engine, ledger: AttachedLedger): Promise<void> {
  const { clock, reporter } = context;
  await reportLedger(context, ledger).catch(() => undefined);
  timetable.ended('stopped');
  const failure = { code: 'key-missing', words: null, status: null, atMs: clock.wallMs() } as const;
  reporter.update({ state: 'error', failure });
}

/** Writes the end of an earlier run down, where its own ledger has called in again. */
async function writeUnwritten(
  engine: Engine,
  entry: RunEntry,
  { caller, copy }: AttachedLedger,
): Promise<void> {
  if (copy !== 'known') return;
  await caller.writeRun(entry).catch(() => undefined);
  engine.unwritten = null;
}

/** Decides after the end of a run: the next one, at once or by the timetable, or a rest. */
function settle(engine: Engine, end: RunEnd, trigger: RunTrigger, attached: AttachedLedger): void {
  const { context, timetable } = engine;
  const { commands, reporter } = context;
  switch (end.kind) {
    case 'interrupted':
      engine.wanted ??= end.isLedgerLost ? 'start' : trigger;
      engine.unwritten = end.unwritten;
      if (end.isLedgerLost && engine.ledger === attached) engine.ledger = null;
      return;
    case 'failed':
      timetable.ended(mayPass(end.failure.code) ? 'may-pass' : 'stopped');
      reporter.update({ state: 'error', failure: end.failure });
      return;
    case 'done':
      timetable.ended('well');
      // Asked for in the run's last moment.
      if (commands.hasAny()) want(engine, 'user');
      if (engine.wanted === null) reporter.update({ state: 'idle', activity: null, waiting: null });
  }
}

/** Nothing runs: reports the state that says why, and waits for the timetable. */
function rest({ context, timetable, isStopped, pausedFor, ledger }: Engine): void {
  if (isStopped) return;
  const { reporter } = context;
  if (pausedFor !== null) reporter.update({ state: 'paused', activity: null, waiting: null });
  else if (reporter.state() === 'error') reporter.refresh();
  else if (ledger === null) {
    reporter.update({ state: 'waiting', activity: null, waiting: { reason: 'ledger', untilMs: null } });
  } else reporter.update({ state: 'idle', activity: null, waiting: null });
  timetable.watch();
}

function attachLedger(engine: Engine, attached: AttachedLedger): void {
  if (engine.isStopped || attached.epoch < (engine.ledger?.epoch ?? 0)) return;
  const { context } = engine;
  engine.ledger = attached;
  context.reporter.update({ copy: attached.copy });
  want(engine, 'start');
  interruptRun(engine, 'ledger');
  if (engine.pausedFor !== null || engine.wanted === null)
    void reportLedger(context, attached).catch(() => undefined);
  start(engine);
}

async function reportLedger({ reporter }: EngineContext, { caller }: AttachedLedger): Promise<void> {
  const state = await caller.readState(null);
  if (state.checkpoint !== null) reporter.checkpoint(state.checkpoint);
  reporter.ledger(state);
}

/** A command is applied by the run that goes on, between two windows, or else by one that begins now. */
function obey(engine: Engine, command: SyncCommand): void {
  if (engine.isStopped) return;
  const { commands, reporter } = engine.context;
  engine.pausedFor = null;
  commands.add(command);
  // After a failure what goes on is no run: left standing, the failure would keep the next run from beginning after it.
  if (reporter.state() === 'error') reporter.update({ state: 'idle', failure: null });
  // One that is being interrupted runs again anyway.
  if (engine.running !== null) return;
  want(engine, 'user');
  start(engine);
}

function wake(engine: Engine): void {
  if (engine.isStopped || engine.pausedFor === 'user') return;
  const { reporter } = engine.context;
  engine.pausedFor = null;
  const { failure } = reporter.status();
  if (failure !== null && !mayPass(failure.code)) {
    reporter.update({ state: 'error' });
    return;
  }
  if (engine.running === null || engine.interrupt?.signal.aborted === true) want(engine, 'wake');
  start(engine);
}

async function resolveMissing(
  engine: Engine,
  decision: MissingDecision,
): Promise<{ readonly rowsRemoved: number }> {
  const { context, ledger } = engine;
  if (ledger === null) throw new RpcError(CHANNEL_CLOSED, 'No ledger is there.');
  const decidedAt = context.serverClock.now();
  const resolved = await ledger.caller.resolveMissing({ ...decision, decidedAt });
  await reportLedger(context, ledger);
  // The month's last count was of what has just been removed: a new one says whether it squares now.
  if (resolved.rowsRemoved > 0 && canRun(engine) && context.reporter.state() !== 'error') {
    obey(engine, { kind: 'check', months: [decision.month] });
  }
  return resolved;
}
