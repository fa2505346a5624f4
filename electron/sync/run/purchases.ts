import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { cutRanges, END_OF_TIME } from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { afterHistoryWindow, finishHistory, noteUnsettled } from '../plan/checkpoints.ts';
import { learnRows } from '../plan/density.ts';
import { divideRange, isDivisible, planHistory, remainingHistory } from '../plan/history.ts';
import { noteReadOnce } from '../plan/rereads.ts';
import type { Budget } from './budget.ts';
import type { RunContext } from './context.ts';
import { partsAfter, type Settled, type WindowReading } from './read-window.ts';

/** Cuts a window into parts: the next plan has no windows across their bounds. */
function cutWindow(run: RunContext, window: PurchaseWindow, reading: Exclude<WindowReading, Settled>): void {
  const { memory } = run;
  const parts = divideRange(window, partsAfter(reading, run.size()));
  memory.cuts = [...memory.cuts, ...parts.map((part) => part.from)];
}

/**
 * Reads and commits one window of purchases, or learns how to cut it.
 * @param after the checkpoint once it is committed
 * @returns false when the budget keeps from it
 */
export async function readPurchases(
  run: RunContext,
  window: PurchaseWindow,
  purpose: 'history' | 'reread',
  after: (settled: Settled) => Checkpoint,
  budget?: Budget,
): Promise<boolean> {
  const { memory, journal } = run;
  const reading = await run.read(window, purpose, { budget });
  switch (reading.kind) {
    case 'settled':
      memory.density = learnRows(memory.density, window, reading.totalRows);
      await run.commit(reading, [], after(reading));
      return true;
    case 'too-many':
      memory.density = learnRows(memory.density, window, reading.totalRows);
      cutWindow(run, window, reading);
      return true;
    case 'suspect':
      cutWindow(run, window, reading);
      return true;
    case 'clipped':
      run.setAuthoritativeUntil(reading.until);
      // Beyond the server's today nothing can be read again: what is bought from there on comes with the changes.
      await run.save(withoutRereadsFrom(run.checkpoint(), reading.until));
      return true;
    case 'too-old':
      if (run.isStaleAgain(window)) cutWindow(run, window, reading);
      return true;
    case 'unsettled':
      await journal.writeUnsettled(reading.report, reading.doubt);
      if (isDivisible(window)) {
        cutWindow(run, window, reading);
      } else {
        run.skip(window);
        journal.add({ notices: 1 });
        await run.save(noteUnsettled(run.checkpoint(), window, reading.doubt));
      }
      return true;
    case 'out-of-budget':
      // Where failures cost requests too, the same window would end like this in every run: the next reads less at once.
      if (isDivisible(window)) cutWindow(run, window, reading);
      return false;
  }
}

function withoutRereadsFrom(checkpoint: Checkpoint, until: typeof END_OF_TIME): Checkpoint {
  if (checkpoint.rereads.every((one) => one.to <= until)) return checkpoint;
  return { ...checkpoint, rereads: cutRanges(checkpoint.rereads, [{ from: until, to: END_OF_TIME }]) };
}

function isAllRead(run: RunContext, checkpoint: Checkpoint): boolean {
  const facts = run.historyFacts(checkpoint);
  return facts !== null && remainingHistory(facts).length === 0;
}

/** Reads and commits one window of the load, or learns how to cut it. */
export async function readHistoryWindow(run: RunContext, window: PurchaseWindow): Promise<boolean> {
  return readPurchases(run, window, 'history', (settled) => {
    const { pages, effort } = settled.report;
    const read = afterHistoryWindow(run.checkpoint(), window, {
      readAt: settled.firstPageDate,
      greatestUpdate: settled.greatestUpdate,
      marginMs: run.marginMs,
    });
    const next = noteReadOnce(read, window, { pages, readings: effort.readings });
    return isAllRead(run, next) ? finishHistory(next, run.serverNow()) : next;
  });
}

/** Goes on with the load at its newest window (rule 10). False when none is left. */
export async function readHistory(run: RunContext): Promise<boolean> {
  const facts = run.historyFacts(run.checkpoint());
  const window = facts === null ? undefined : planHistory(facts)[0];
  return window !== undefined && readHistoryWindow(run, window);
}
