import { ApiError, isBadRequest } from '#electron/api/failure.ts';
import { probePlanWindow } from '#electron/api/plan-window.ts';
import { instantFromMs, startOfDay } from '#shared/domain/dates.ts';
import { clipRange } from '#shared/domain/purchase-ranges.ts';
import { finishHistory } from '../plan/checkpoints.ts';
import { queueOf } from '../plan/queue.ts';
import {
  beginHistory,
  latestAhead,
  type Reach,
  reachNow,
  reconcile,
  withoutTimesAhead,
} from '../plan/reach.ts';
import { cancelMonths, requestMonths } from '../plan/rereads.ts';
import { SyncRefusal } from '../status/status.ts';
import { type ChangesPass, createChangesPass, retryUnsettledChanges } from './changes.ts';
import type { RunContext } from './context.ts';
import { createRunControls } from './controls.ts';
import {
  confirmReading,
  finishStaged,
  queueDueRereads,
  readAgain,
  readHistory,
  readScheduled,
} from './purchases.ts';
import type { SyncCommand } from './sync-commands.ts';
import { readVerificationQueue } from './verification.ts';
import { verifyKeyOwner } from './verify-key-owner.ts';

/**
 * One run of the sync: reads what is due, window by window, into the ledger. What comes next is a function of the
 * checkpoint and of the server's answers; the run may be dropped between any two steps.
 */

/** How often in a run a refused window is answered by asking anew what the plan allows. */
const MAX_REFUSALS = 3;

/** A disk that is full may cost the whole copy (Chromium begins it anew): a load begins no window with less than this left. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

async function requireRoom({ freeBytes }: RunContext): Promise<void> {
  const free = await freeBytes();
  if (free !== null && free < MIN_FREE_BYTES) throw new SyncRefusal('storage-full');
}

/** The rest of a run, besides what follows from the checkpoint. */
type Agenda = ReturnType<typeof createAgenda>;

function areChangesDue(run: RunContext, agenda: Agenda): boolean {
  const { periodMs, serverClock } = run;
  const { changes, history } = run.checkpoint();
  const [period, nowMs] = [periodMs(), serverClock.nowMs()];
  const last = changes.lastReadAt ?? history.startedAt;
  if (period === null || nowMs === null || last === null) return false;
  agenda.changesFromMs ??= nowMs;
  return nowMs - Math.max(Date.parse(last), agenda.changesFromMs) >= period;
}

async function applyCommand(run: RunContext, agenda: Agenda, command: SyncCommand): Promise<void> {
  const { memory } = run;
  switch (command.kind) {
    case 'changes':
      agenda.changesWanted = true;
      return;
    case 'check':
      agenda.controls.check(command.months);
      return;
    case 'find': {
      const { ranges } = command;
      memory.declined = new Set([...memory.declined].filter((month) => !ranges.includes(month)));
      agenda.controls.find(ranges);
      return;
    }
    case 'reread':
      memory.declined = new Set([...memory.declined].filter((month) => !command.months.includes(month)));
      await run.save(requestMonths(run.checkpoint(), command.months, run.readableUntil(), run.serverNow()));
      return;
    case 'cancel':
      memory.declined = new Set([...memory.declined, ...command.months]);
      agenda.controls.cancel(command.months);
      await run.save(cancelMonths(run.checkpoint(), command.months));
  }
}

/** Applies what the user asked for since the last step. What could not be applied stays pending. */
async function applyCommands(run: RunContext, agenda: Agenda): Promise<void> {
  const left = [...run.commands.take()];
  try {
    for (const command of [...left]) {
      await applyCommand(run, agenda, command);
      left.shift();
    }
  } finally {
    run.commands.putBack(left);
  }
}

/** Reports what comes next, for people to read. */
function reportQueue(run: RunContext, agenda: Agenda, isOver: boolean): void {
  if (!run.hasBegun() || run.serverClock.nowMs() === null) return;
  const queue = queueOf({
    checkpoint: run.checkpoint(),
    plan: run.planFacts(),
    readsChanges: isOver || agenda.changesWanted || agenda.pass !== null || agenda.hasFinishedLoad,
    verificationRanges: isOver || !agenda.hasReadQueue ? run.state().verificationQueue.length : 0,
  });
  run.reporter.update({ queue });
}

async function ensureReach(run: RunContext): Promise<boolean> {
  const { memory, account, marginMs, clock, serverClock } = run;
  if (!run.hasBegun()) {
    await probeReach(run);
    return true;
  }
  const [nowMs, latestMs] = [serverClock.nowMs(), serverClock.latestMs()];
  const isExact = latestMs !== null && latestMs === nowMs;
  if (isExact) await healTimes(run, latestMs);
  else if (latestAhead(run.checkpoint(), latestMs ?? clock.wallMs()) !== null) {
    // Changes from a time to come may be refused, and what is healed is dated: first it is asked what time it is.
    await probeReach(run);
    return true;
  }
  const { earliestNotice, history } = run.checkpoint();
  if (!memory.isProbed && (earliestNotice !== null || history.finishedAt === null)) {
    await probeReach(run);
    return true;
  }
  if (nowMs !== null) {
    const before = run.checkpoint();
    await run.save(reconcile(before, reachNow(before, account.plan, nowMs), nowMs, marginMs));
  }
  return false;
}

async function stepChanges(run: RunContext, agenda: Agenda): Promise<void> {
  agenda.changesWanted = false;
  agenda.pass ??= createChangesPass(run);
  if (await agenda.pass()) return;
  agenda.pass = null;
  agenda.countsWait = false;
  // Whatever the last of them left behind: the next reading comes a period later.
  agenda.changesFromMs = run.serverClock.nowMs();
}

/** As `ensureReach`; where stored times were put right, changes are read once more from before. */
async function ensureReachAndTimes(run: RunContext, agenda: Agenda): Promise<boolean> {
  const before = run.hasBegun() ? run.checkpoint().changes.from : null;
  const hasAsked = await ensureReach(run);
  const { from } = run.checkpoint().changes;
  if (before !== null && from !== null && from < before && !agenda.hasBeenSetBack) {
    agenda.hasBeenSetBack = true;
    agenda.changesWanted = true;
  }
  return hasAsked;
}

/** Does what is due next; false when nothing is. The order is that of the list. */
async function step(run: RunContext, agenda: Agenda): Promise<boolean> {
  const { serverClock, commands } = run;
  if (await ensureReachAndTimes(run, agenda)) return true;
  const isLoading = run.checkpoint().history.finishedAt === null;
  const isTimeKnown = serverClock.nowMs() !== null;
  if (isTimeKnown) await applyCommands(run, agenda);
  if (isTimeKnown && (await finishStaged(run))) return true;
  const canReadChanges = !isLoading || run.checkpoint().reads.length > 0;
  // Until the server's time is known nothing can be planned by it: changes need none.
  if (canReadChanges && (!isTimeKnown || areChangesDue(run, agenda))) {
    await stepChanges(run, agenda);
    return true;
  }
  if (await readAgain(run, ['requested'])) return true;
  const requested = agenda.countsWait ? 'done' : await agenda.controls.stepRequested();
  if (requested === 'changes') {
    agenda.changesWanted = true;
    agenda.countsWait = canReadChanges;
  }
  if (requested !== 'done') return true;
  if (canReadChanges && (agenda.changesWanted || agenda.pass !== null)) {
    await stepChanges(run, agenda);
    return true;
  }
  if (isLoading) await requireRoom(run);
  if (await readHistory(run)) {
    if (isLoading && run.checkpoint().history.finishedAt !== null) agenda.hasFinishedLoad = true;
    return true;
  }
  if (isLoading) {
    await run.save(finishHistory(run.checkpoint(), run.serverNow()));
    agenda.hasFinishedLoad = true;
    return true;
  }
  if (agenda.hasFinishedLoad) {
    // Changes made while the load ran (rule 7).
    agenda.hasFinishedLoad = false;
    agenda.changesWanted = true;
    return true;
  }
  if (await readAgain(run, ['absence'])) return true;
  if (!agenda.hasRetried) {
    agenda.hasRetried = true;
    await retryUnsettledChanges(run);
    return true;
  }
  if (!agenda.hasReadQueue) {
    agenda.hasReadQueue = true;
    await readVerificationQueue(run);
    return true;
  }
  if (!agenda.hasQueuedDue) {
    agenda.hasQueuedDue = true;
    await queueDueRereads(run);
    return true;
  }
  if (await readScheduled(run)) return true;
  // The run that loads has asked enough.
  if (agenda.wasLoaded && (await confirmReading(run))) return true;
  const routine = await agenda.controls.stepRoutine();
  if (routine === 'changes') agenda.changesWanted = true;
  return routine !== 'done' || commands.hasAny();
}

/** Runs until nothing is due. Throws ApiError, SyncRefusal, a ledger's RpcError, or the signal's reason. */
export async function runSync(run: RunContext): Promise<void> {
  // A server that allowed less than the plan promises may allow more by now: it is asked once in every run.
  run.memory.isProbed = false;
  const agenda = createAgenda(run);
  let refusals = 0;
  try {
    await verifyKeyOwner(run);
    for (;;) {
      run.signal.throwIfAborted();
      await run.journal.keep();
      reportQueue(run, agenda, false);
      try {
        if (!(await step(run, agenda))) break;
      } catch (error) {
        if (refusals >= MAX_REFUSALS || !(await hasLearntReachFrom(run, error))) throw error;
        refusals += 1;
        agenda.pass = null;
        agenda.countsWait = false;
        if (agenda.wasLoaded) agenda.changesWanted = true;
      }
    }
    await run.staged.dropLeftovers();
    reportQueue(run, agenda, true);
  } finally {
    // Who still waits for a count or a search gets it from the next run.
    const { check, find } = agenda.controls.requested();
    run.commands.putBack([
      ...(check.length > 0 ? [{ kind: 'check', months: check } as const] : []),
      ...(find.length > 0 ? [{ kind: 'find', ranges: find } as const] : []),
    ]);
  }
  run.reporter.update({ activity: null });
}

function createAgenda(run: RunContext) {
  const wasLoaded = run.hasBegun() && run.checkpoint().history.finishedAt !== null;
  return {
    /** The load was over when the run began. */
    wasLoaded,
    changesWanted: wasLoaded,
    pass: null as ChangesPass | null,
    /** A count that the user asked for differed: changes are read to their end before it is made again. */
    countsWait: false,
    /** The server's time when the run first knew it, or last read changes: they are due again a period later. */
    changesFromMs: null as number | null,
    hasBeenSetBack: false,
    hasFinishedLoad: false,
    hasRetried: false,
    hasReadQueue: false,
    hasQueuedDue: false,
    controls: createRunControls(run),
  };
}

/** A refusal may mean that the plan reaches less far than we thought (rule 9): asks, and is true where it does. */
async function hasLearntReachFrom(run: RunContext, error: unknown): Promise<boolean> {
  if (!isBadRequest(error) || !run.hasBegun()) return false;
  const before = run.checkpoint();
  await probeReach(run);
  return run.checkpoint() !== before;
}

/** Puts stored times right that lie after the server's present, and says so (rule 15). */
async function healTimes(run: RunContext, nowMs: number): Promise<void> {
  const { account, marginMs, journal, memory } = run;
  const before = run.checkpoint();
  const ahead = latestAhead(before, nowMs);
  if (ahead === null) return;
  // Changes are read anew from before: what was read of them by a wrong time counts for nothing.
  memory.bursts = [];
  await run.save(withoutTimesAhead(before, reachNow(before, account.plan, nowMs), nowMs, marginMs));
  await journal.writeClock('healed', ahead, instantFromMs(nowMs));
}

/** Asks how far the plan reaches and how many rows there are, and begins or corrects the load (rules 7 and 9). */
async function probeReach(run: RunContext): Promise<void> {
  const { fetchPage, account, clock, serverClock, signal, memory, marginMs } = run;
  const found = await probePlanWindow(
    async (query) => {
      try {
        const answer = await fetchPage(query);
        return { ok: true, ...answer, correlationId: answer.page.correlationId };
      } catch (error) {
        if (error instanceof ApiError) return { ok: false, failure: error.failure };
        throw error;
      }
    },
    account.plan,
    serverClock.nowMs() ?? clock.wallMs(),
  );
  signal.throwIfAborted();
  if (!found.ok) throw new ApiError(found.failure);
  memory.isProbed = true;
  const reach: Reach = { earliest: found.earliest, notice: found.words };
  const nowMs = Date.parse(found.serverDate ?? run.serverNow());
  if (run.hasBegun()) await healTimes(run, nowMs);
  await run.save(
    run.hasBegun()
      ? reconcile(run.checkpoint(), reach, nowMs, marginMs)
      : beginHistory(reach, nowMs, marginMs),
  );
  run.setAuthoritativeUntil(found.authoritativeUntil);
  const { target } = run.checkpoint().history;
  const counted =
    target === null
      ? null
      : clipRange(target, { from: startOfDay(found.earliest), to: found.authoritativeUntil ?? target.to });
  if (counted !== null) {
    memory.density = { ...memory.density, overall: { ...counted, rows: found.totalRows } };
  }
  run.reportProgress();
}
