import { ApiError } from '#electron/api/failure.ts';
import { probePlanWindow } from '#electron/api/plan-window.ts';
import { instantFromMs, startOfDay } from '#shared/domain/dates.ts';
import { clipRange } from '#shared/domain/purchase-ranges.ts';
import {
  beginHistory,
  latestAhead,
  type Reach,
  reachNow,
  reconcile,
  withoutTimesAhead,
} from '../plan/reach.ts';
import type { RunContext } from './context.ts';

/** Puts stored times right that lie after the server's present, and says so (rule 15). */
export async function healTimes(run: RunContext, nowMs: number): Promise<void> {
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
export async function probeReach(run: RunContext): Promise<void> {
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
