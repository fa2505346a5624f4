import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { cutRanges, END_OF_TIME } from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { noteUnsettled } from '../plan/checkpoints.ts';
import { learnRows } from '../plan/density.ts';
import { divideRange, isDivisible, partsFor } from '../plan/history.ts';
import type { Budget } from './budget.ts';
import type { RunContext } from './context.ts';
import type { Settled } from './read-window.ts';

/** Cuts a window into parts: the next plan has no windows across their bounds. */
function cutWindow(run: RunContext, window: PurchaseWindow, parts: number): void {
  const { memory } = run;
  memory.cuts = [...memory.cuts, ...divideRange(window, Math.max(2, parts)).map((piece) => piece.from)];
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
      cutWindow(run, window, partsFor(reading.totalRows, run.size()));
      return true;
    case 'suspect':
      cutWindow(run, window, partsFor(reading.totalRows, { ...run.size(), hasTwins: true }));
      return true;
    case 'clipped':
      run.setAuthoritativeUntil(reading.until);
      // Beyond the server's today nothing can be read again: what is bought from there on comes with the changes.
      await run.save(withoutRereadsFrom(run.checkpoint(), reading.until));
      return true;
    case 'too-old':
      if (run.isStaleAgain(window)) cutWindow(run, window, 2);
      return true;
    case 'unsettled':
      await journal.writeUnsettled(reading.report, reading.doubt);
      if (isDivisible(window)) {
        cutWindow(run, window, 2);
      } else {
        run.skip(window);
        journal.add({ notices: 1 });
        await run.save(noteUnsettled(run.checkpoint(), window, reading.doubt));
      }
      return true;
    case 'out-of-budget':
      return false;
  }
}

function withoutRereadsFrom(checkpoint: Checkpoint, until: typeof END_OF_TIME): Checkpoint {
  if (checkpoint.rereads.every((one) => one.to <= until)) return checkpoint;
  return { ...checkpoint, rereads: cutRanges(checkpoint.rereads, [{ from: until, to: END_OF_TIME }]) };
}
