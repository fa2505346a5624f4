import { ApiError } from '#electron/api/failure.ts';
import { finishHistory } from '../plan/checkpoints.ts';
import { latestAhead } from '../plan/heal.ts';
import { queueOf } from '../plan/queue.ts';
import { reachNow, reconcile } from '../plan/reach.ts';
import { cancelMonths, requestMonths } from '../plan/rereads.ts';
import { type ChangesPass, createChangesPass, retryUnsettledChanges } from './changes.ts';
import { createRunContext, type RunContext } from './context.ts';
import { createRunControls, type RunControls } from './controls.ts';
import { readHistory } from './history.ts';
import { askReach, putTimesRight } from './reach.ts';
import { confirmReading, queueDueRereads, readAgain, readScheduled } from './reread.ts';
import { finishStaged } from './staged.ts';
import type { SyncCommand } from './sync-commands.ts';
import type { RunTools } from './tools.ts';
import { readVerificationQueue } from './verification.ts';
import { verifyKeyOwner } from './verify-key-owner.ts';

/**
 * One run of the sync: reads what is due and hands it to the ledger, window by window. What to read next is a
 * function of the checkpoint and of what the server has said; the run itself remembers nothing that matters, so
 * that it may be dropped between any two steps.
 */

/** So often in a run a refused window is answered by asking anew what the plan allows. */
const MAX_REFUSALS = 3;

/** What a run has still to do besides what the checkpoint says. */
type Agenda = {
  /** The load was over when the run began. */
  readonly wasLoaded: boolean;
  changesWanted: boolean;
  /** A reading of changes that has begun. */
  pass: ChangesPass | null;
  /** The server's time when the run first heard it, or last read changes: they are due again a period after. */
  heardAtMs: number | null;
  hasBeenSetBack: boolean;
  hasFinishedLoad: boolean;
  hasRetried: boolean;
  hasReadQueue: boolean;
  hasQueuedDue: boolean;
  readonly controls: RunControls;
};

function areChangesDue(run: RunContext, agenda: Agenda): boolean {
  const { periodMs, serverClock } = run.tools;
  const { changes, history } = run.checkpoint();
  const [period, nowMs] = [periodMs(), serverClock.nowMs()];
  const last = changes.lastReadAt ?? history.startedAt;
  if (period === null || nowMs === null || last === null) return false;
  agenda.heardAtMs ??= nowMs;
  return nowMs - Math.max(Date.parse(last), agenda.heardAtMs) >= period;
}

async function applyCommand(run: RunContext, agenda: Agenda, command: SyncCommand): Promise<void> {
  const { memory } = run.tools;
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

/** Enters what the user asked for since the last step. What could not be entered stays wished for. */
async function takeUpWishes(run: RunContext, agenda: Agenda): Promise<void> {
  const left = [...run.tools.commands.take()];
  try {
    for (const command of [...left]) {
      await applyCommand(run, agenda, command);
      left.shift();
    }
  } finally {
    run.tools.commands.putBack(left);
  }
}

/** What comes next, for people to read. */
function tellQueue(run: RunContext, agenda: Agenda, isOver: boolean): void {
  if (!run.hasBegun() || run.tools.serverClock.nowMs() === null) return;
  run.tools.reporter.queue(
    queueOf({
      checkpoint: run.checkpoint(),
      plan: run.planFacts(),
      readsChanges: isOver || agenda.changesWanted || agenda.pass !== null || agenda.hasFinishedLoad,
      verificationRanges: isOver || !agenda.hasReadQueue ? run.state().verificationQueue.length : 0,
      takesControls: true,
    }),
  );
}

/** Asks what must be known before anything else can be decided. True when it asked. */
async function findOutReach(run: RunContext): Promise<boolean> {
  const { memory, plan, marginMs, clock, serverClock } = run.tools;
  if (!run.hasBegun()) {
    await askReach(run);
    return true;
  }
  const [nowMs, latestMs] = [serverClock.nowMs(), serverClock.latestMs()];
  if (latestMs !== null) await putTimesRight(run, latestMs);
  else if (latestAhead(run.checkpoint(), clock.wallMs()) !== null) {
    // Changes from a time to come may be refused: first it is asked what time it is.
    await askReach(run);
    return true;
  }
  const { earliestNotice, history } = run.checkpoint();
  if (!memory.isProbed && (earliestNotice !== null || history.finishedAt === null)) {
    await askReach(run);
    return true;
  }
  if (nowMs !== null) {
    const before = run.checkpoint();
    await run.save(reconcile(before, reachNow(before, plan, nowMs), nowMs, marginMs));
  }
  return false;
}

/** One window of changes. */
async function stepChanges(run: RunContext, agenda: Agenda): Promise<void> {
  agenda.changesWanted = false;
  agenda.pass ??= createChangesPass(run);
  if (await agenda.pass.step()) return;
  agenda.pass = null;
  // Whatever the last of them left behind: the next reading comes a period later.
  agenda.heardAtMs = run.tools.serverClock.nowMs();
}

/** The same; where stored times were put right, changes are read once more from before. */
async function findOutReachAgain(run: RunContext, agenda: Agenda): Promise<boolean> {
  const before = run.hasBegun() ? run.checkpoint().changes.from : null;
  const hasAsked = await findOutReach(run);
  const { from } = run.checkpoint().changes;
  if (before !== null && from !== null && from < before && !agenda.hasBeenSetBack) {
    agenda.hasBeenSetBack = true;
    agenda.changesWanted = true;
  }
  return hasAsked;
}

/** Does what is due next; false when nothing is. The order is that of the list. */
async function step(run: RunContext, agenda: Agenda): Promise<boolean> {
  const { serverClock, commands } = run.tools;
  if (await findOutReachAgain(run, agenda)) return true;
  const isLoading = run.checkpoint().history.finishedAt === null;
  const isHeard = serverClock.nowMs() !== null;
  if (isHeard) await takeUpWishes(run, agenda);
  if (isHeard && (await finishStaged(run))) return true;
  const canReadChanges = !isLoading || run.checkpoint().reads.length > 0;
  // Where the server has not been heard yet nothing can be planned by its clock: changes need none.
  if (canReadChanges && (!isHeard || areChangesDue(run, agenda))) {
    await stepChanges(run, agenda);
    return true;
  }
  if (await readAgain(run, ['requested'])) return true;
  const waitedFor = await agenda.controls.stepWaitedFor();
  if (waitedFor === 'changes') agenda.changesWanted = true;
  if (waitedFor !== 'done') return true;
  if (canReadChanges && (agenda.changesWanted || agenda.pass !== null)) {
    await stepChanges(run, agenda);
    return true;
  }
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
    // What changed while the load ran (rule 7).
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
  const control = await agenda.controls.step();
  if (control === 'changes') agenda.changesWanted = true;
  return control !== 'done' || commands.areThere();
}

/** Runs until nothing is due. Throws ApiError, SyncRefusal, a ledger's BridgeError, or the signal's reason. */
export async function runSync(tools: RunTools): Promise<void> {
  const { ledger, signal, journal, reporter, commands } = tools;
  const state = await ledger.readState(null);
  signal.throwIfAborted();
  const wasLoaded = state.checkpoint !== null && state.checkpoint.history.finishedAt !== null;
  await journal.begin(wasLoaded ? 'changes' : 'history');
  const run = await createRunContext(tools, state);
  // A server that allowed less than the plan promises may allow more by now: it is asked once in every run.
  tools.memory.isProbed = false;
  const agenda: Agenda = {
    wasLoaded,
    changesWanted: wasLoaded,
    pass: null,
    heardAtMs: null,
    hasBeenSetBack: false,
    hasFinishedLoad: false,
    hasRetried: false,
    hasReadQueue: false,
    hasQueuedDue: false,
    controls: createRunControls(run),
  };
  let refusals = 0;
  try {
    await verifyKeyOwner(run);
    for (;;) {
      signal.throwIfAborted();
      await journal.keep();
      tellQueue(run, agenda, false);
      try {
        if (!(await step(run, agenda))) break;
      } catch (error) {
        // A refusal may mean that the plan reaches less far than we thought (rule 9): ask, and go on if it does.
        const isRefusal = error instanceof ApiError && error.failure.kind === 'bad-request';
        if (!isRefusal || !run.hasBegun() || refusals >= MAX_REFUSALS) throw error;
        refusals += 1;
        const before = run.checkpoint();
        await askReach(run);
        if (run.checkpoint() === before) throw error;
        agenda.pass = null;
        if (wasLoaded) agenda.changesWanted = true;
      }
    }
    await run.staged.dropLeftovers();
    tellQueue(run, agenda, true);
  } finally {
    // Who still waits for a count or a search gets it from the next run.
    const { check, find } = agenda.controls.waitedFor();
    commands.putBack([
      ...(check.length > 0 ? [{ kind: 'check', months: check } as const] : []),
      ...(find.length > 0 ? [{ kind: 'find', ranges: find } as const] : []),
    ]);
  }
  reporter.activity(null);
}
