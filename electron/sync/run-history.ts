import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import type { PurchaseWindow } from '#shared/windows/window.ts';
import { afterHistoryWindow, finishHistory, isStillWanted, noteUnsettled } from './checkpoints.ts';
import { learnRows } from './density.ts';
import { divideRange, type HistoryFacts, partsFor, planHistory, remainingHistory } from './plan-history.ts';
import { isDivisible, type RunContext } from './run-context.ts';

/** What an earlier run left half read comes first, as long as it is still wanted; else the plan's newest window. */
function nextWindow(run: RunContext, facts: HistoryFacts): PurchaseWindow | undefined {
  const remaining = remainingHistory(facts);
  for (const { purpose, window } of run.stagedWindows()) {
    if (purpose === 'history' && window.field === 'purchase_date' && isStillWanted(window, remaining)) {
      return window;
    }
  }
  return planHistory(facts)[0];
}

function isAllRead(run: RunContext, checkpoint: Checkpoint): boolean {
  const facts = run.historyFacts(checkpoint);
  return facts !== null && remainingHistory(facts).length === 0;
}

function cutWindow(run: RunContext, window: PurchaseWindow, parts: number): void {
  const { memory } = run.tools;
  memory.cuts = [...memory.cuts, ...divideRange(window, Math.max(2, parts)).map((piece) => piece.from)];
}

/** Reads and commits one window of the load (rule 10), or learns how to cut it. False when none is left. */
export async function readHistory(run: RunContext): Promise<boolean> {
  const { memory, marginMs } = run.tools;
  const facts = run.historyFacts(run.checkpoint());
  const window = facts === null ? undefined : nextWindow(run, facts);
  if (window === undefined) return false;
  const reading = await run.read(window, 'history');
  switch (reading.kind) {
    case 'settled': {
      memory.density = learnRows(memory.density, window, reading.totalRows);
      const next = afterHistoryWindow(run.checkpoint(), window, {
        readAt: reading.firstPageDate,
        greatestUpdate: reading.judgement.greatestUpdate,
        marginMs,
      });
      await run.commit(reading, [], isAllRead(run, next) ? finishHistory(next, run.serverNow()) : next);
      return true;
    }
    case 'too-many':
      memory.density = learnRows(memory.density, window, reading.totalRows);
      cutWindow(run, window, partsFor(reading.totalRows, run.size()));
      return true;
    case 'clipped':
      run.setSpokenUntil(reading.until);
      return true;
    case 'too-old':
      if (run.isStaleAgain(window)) cutWindow(run, window, 2);
      return true;
    case 'unsettled':
      if (isDivisible(window)) {
        cutWindow(run, window, 2);
      } else {
        run.skip(window);
        await run.save(noteUnsettled(run.checkpoint(), window, reading.doubt));
      }
      return true;
    case 'out-of-budget':
      return false;
  }
}
