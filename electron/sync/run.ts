import type { SyncRun } from '#shared/bridge/app.ts';
import { ApiError } from '../api/failure.ts';
import { finishHistory, reachNow, reconcile } from './checkpoints.ts';
import { readChanges, retryUnsettledChanges } from './run-changes.ts';
import { createRunContext, type RunContext, type RunTools } from './run-context.ts';
import { readHistory } from './run-history.ts';
import { askReach } from './run-reach.ts';
import { readVerificationQueue } from './run-verification.ts';

/**
 * One run of the sync: reads what is due and hands it to the ledger, window by window. What to read next is a
 * function of the checkpoint and of what the server has said; the run itself remembers nothing that matters, so
 * that it may be dropped between any two steps.
 */

/** So often in a run a refused window is answered by asking anew what the plan allows. */
const MAX_REFUSALS = 3;

/** What a run has still to do besides what the checkpoint says. */
type Agenda = {
  changesWanted: boolean;
  hasFinishedLoad: boolean;
  hasRetried: boolean;
  hasReadQueue: boolean;
};

function areChangesDue(run: RunContext): boolean {
  const { periodMs, serverClock } = run.tools;
  const { changes, history } = run.checkpoint();
  const nowMs = serverClock.nowMs();
  const last = changes.lastReadAt ?? history.startedAt;
  return periodMs !== null && nowMs !== null && last !== null && nowMs - Date.parse(last) >= periodMs;
}

/** Does what is due next; false when nothing is. */
async function step(run: RunContext, agenda: Agenda): Promise<boolean> {
  const { memory, plan, marginMs, serverClock, takeChangesWanted } = run.tools;
  if (takeChangesWanted()) agenda.changesWanted = true;
  if (!run.hasBegun()) {
    await askReach(run);
    return true;
  }
  const { earliestNotice, history } = run.checkpoint();
  if (!memory.isProbed && (earliestNotice !== null || history.finishedAt === null)) {
    await askReach(run);
    return true;
  }
  const nowMs = serverClock.nowMs();
  if (nowMs !== null) {
    const before = run.checkpoint();
    await run.save(reconcile(before, reachNow(before, plan, nowMs), nowMs, marginMs));
  }
  const isLoading = run.checkpoint().history.finishedAt === null;
  const canReadChanges = !isLoading || run.checkpoint().reads.length > 0;
  if (canReadChanges && (agenda.changesWanted || areChangesDue(run))) {
    agenda.changesWanted = false;
    await readChanges(run);
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
  return false;
}

/** Runs until nothing is due. Throws ApiError, a ledger's BridgeError, or the signal's reason. */
export async function runSync(tools: RunTools): Promise<SyncRun> {
  const { ledger, signal, clock, news, requestsMade } = tools;
  const requestsBefore = requestsMade();
  const state = await ledger.readState(null);
  signal.throwIfAborted();
  const run = await createRunContext(tools, state);
  const wasLoaded = run.hasBegun() && run.checkpoint().history.finishedAt !== null;
  const agenda: Agenda = {
    changesWanted: wasLoaded,
    hasFinishedLoad: false,
    hasRetried: false,
    hasReadQueue: false,
  };
  let refusals = 0;
  for (;;) {
    signal.throwIfAborted();
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
      if (wasLoaded) agenda.changesWanted = true;
    }
  }
  await run.dropLeftovers();
  news.activity(null);
  return {
    finishedAtMs: clock.wallMs(),
    purpose: wasLoaded ? 'changes' : 'history',
    requests: requestsMade() - requestsBefore,
    ...run.totals(),
  };
}
